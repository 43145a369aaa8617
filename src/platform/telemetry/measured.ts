import { Counter, Gauge, Histogram } from './instrument.js';

/** Seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** As the conventions for generative AI have them. */
const MODEL_DURATIONS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];

/** Everything that this process measures. Labels have few values each: codes of the service and of the flow, no ids and no words. */
export const measured = {
  turns: new Counter({
    name: 'convengine.turns',
    help: 'Turns that ended, by what came of them: ANSWERED, or the code of the error',
    labels: ['kind', 'outcome'],
  }),
  turnDuration: new Histogram(
    { name: 'convengine.turn.duration', help: 'How long turns took', unit: 's', labels: ['kind'] },
    DURATIONS,
  ),
  acts: new Counter({
    name: 'convengine.acts',
    help: 'What users did in their messages, as it was understood',
    labels: ['act'],
  }),
  actionEvents: new Counter({
    name: 'convengine.action.events',
    help: 'What became of actions: the events of the webhook, counted by the process that stored them',
    labels: ['event'],
  }),
  refusals: new Counter({
    name: 'convengine.refusals',
    help: 'Requests over HTTP that were answered with an error, by its code',
    labels: ['code'],
  }),
  toolDuration: new Histogram(
    {
      name: 'convengine.tool.duration',
      help: 'How long calls of tools took; outcome is OK or ERROR',
      unit: 's',
      labels: ['group', 'outcome'],
    },
    DURATIONS,
  ),
  modelDuration: new Histogram(
    {
      name: 'gen_ai.client.operation.duration',
      help: 'How long calls of models took, repeated requests included; error.type is empty where they succeeded',
      unit: 's',
      labels: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'error.type'],
    },
    MODEL_DURATIONS,
  ),
  modelTokens: new Histogram(
    {
      name: 'gen_ai.client.token.usage',
      help: 'Tokens of calls of models, as their server counts them',
      labels: ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.token.type'],
    },
    TOKENS,
  ),
  modelCost: new Counter({
    name: 'convengine.model.cost',
    help: 'What calls of models cost, by the prices of the settings and in their currency',
    labels: ['gen_ai.request.model'],
  }),
  webhookDeliveries: new Counter({
    name: 'convengine.webhook.deliveries',
    help: 'Attempts to deliver an event to the webhook: DELIVERED, FAILED or GIVEN_UP',
    labels: ['outcome'],
  }),
  actions: new Gauge({
    name: 'convengine.actions',
    help: 'Actions in the database that somebody or something waits for; counted up to 10,000',
    labels: ['status'],
  }),
  handovers: new Gauge({
    name: 'convengine.conversations',
    help: 'Conversations in the database that a person answers; counted up to 10,000',
    labels: ['status'],
  }),
  webhookEvents: new Gauge({
    name: 'convengine.webhook.events',
    help: 'Events in the database that the webhook has not got; counted up to 10,000',
    labels: ['status'],
  }),
  databaseUp: new Gauge({
    name: 'convengine.database.up',
    help: 'Whether the database has answered this time: 1 or 0',
    labels: [],
  }),
  turnsInProgress: new Gauge({
    name: 'convengine.turns.in_progress',
    help: 'Turns that the process works on or keeps waiting',
    labels: [],
  }),
  turnsLimit: new Gauge({
    name: 'convengine.turns.limit',
    help: 'Turns that the process takes on at most',
    labels: [],
  }),
  loopDelay: new Gauge({
    name: 'convengine.event_loop.delay',
    help: 'How late the one thread of the process is at what it has to do, half of the time',
    unit: 's',
    labels: [],
  }),
  connections: new Gauge({
    name: 'convengine.database.connections',
    help: 'Connections of the process to PostgreSQL',
    labels: ['db.client.connection.state'],
  }),
  connectionsWaiting: new Gauge({
    name: 'db.client.connection.pending_requests',
    help: 'Statements and transactions that wait for a connection to PostgreSQL',
    labels: [],
  }),
  connectionsMost: new Gauge({
    name: 'db.client.connection.max',
    help: 'Connections to PostgreSQL that the process may open',
    labels: [],
  }),
  service: new Gauge({
    name: 'convengine.service',
    help: 'Always 1; version is that of the service',
    labels: ['version'],
  }),
};
