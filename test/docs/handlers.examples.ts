// The examples of README.md, docs/handlers.md and docs/workflows.md: `npm run docs` copies the regions, and documents.spec.ts runs them.
// #region imports
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  type ActionCall,
  type ActionHandler,
  ActionHandlerProvider,
  type ActionOutcome,
  type ContainerDataProvider,
  ConvEngineModule,
  configureApp,
  createFastifyAdapter,
  done,
  failed,
  inDoubt,
  loadConfig,
  type McpPrompt,
  type McpResource,
  type MessageResponse,
  type ResponseTransformer,
  type RuleTaskHandler,
  type StepCall,
  type StepHook,
  type ToolCall,
  ToolError,
  type ToolGroupAdapter,
  type ToolHandler,
  ToolHandlerProvider,
  TurnService,
  toolContent,
  type WorkflowHandler,
} from '../../src/app/index.js';
// #endregion

// #region action
/** `ce_pending_action`: bean_name 'rooms', method_names 'reserve'. */
export const rooms: ActionHandler = {
  kind: 'action',
  name: 'rooms',
  methods: {
    async reserve({ arguments: { room, hours }, idempotencyKey, signal }) {
      const response = await fetch(`${process.env.ROOMS_URL}/reservations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ room, hours }),
        signal,
      });
      if (response.status === 503) return failed('The booking system is closed.', { retryable: true });
      if (response.status >= 500) return inDoubt(`The booking system answered ${response.status}.`);
      if (!response.ok) return failed('The booking system refused.');
      // Where the connection is lost after the request, `fetch` throws: nobody knows whether the room is booked.
      const { reference } = (await response.json()) as { reference: string };
      return done({ reference });
    },
  },
};
// #endregion

// #region tool
/** `ce_mcp_tool`: tool_code 'room.taken'. */
export const roomTaken: ToolHandler = {
  kind: 'tool',
  toolCode: 'room.taken',
  sideEffect: 'READ',
  inputSchema: { type: 'object', required: ['room'], properties: { room: { type: 'integer' } } },
  async execute({ arguments: { room }, database }) {
    const rows = await database.query('SELECT day FROM room_reservation WHERE room = $1 ORDER BY day', [room]);
    return { room, days: rows.map(({ day }) => day) };
  },
};
// #endregion

// #region tool-group
/** Every `ce_mcp_tool` row with tool_group 'NOTIFICATION' that has no handler of its own. */
export const notifications: ToolGroupAdapter = {
  kind: 'tool-group',
  toolGroup: 'NOTIFICATION',
  async execute({ toolCode, arguments: message, idempotencyKey, signal }) {
    const response = await fetch(`${process.env.ROOMS_URL}/notifications/${toolCode}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      body: JSON.stringify(message),
      signal,
    });
    const { ok, status } = response;
    if (!ok) throw new ToolError(`the notification service answered ${status}`, { mayHaveHappened: status >= 500 });
    return { sent: true };
  },
};
// #endregion

// #region workflow-steps
/** Books a journey, or nothing. */
export const journey: WorkflowHandler = {
  kind: 'workflow',
  name: 'journey',
  async run({ arguments: { to }, step }) {
    const call = async (path: string, { idempotencyKey, signal }: StepCall) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
      const body = JSON.stringify({ to });
      const response = await fetch(`${process.env.TRAVEL_URL}/${path}`, { method: 'POST', headers, body, signal });
      if (response.ok) return response.text();
      const text = `${path}: the travel service answered ${response.status}`;
      throw new ToolError(text, { mayHaveHappened: response.status >= 500 });
    };
    const flight = await step('flight', (told) => call('flights', told), {
      undo: (id, told) => call(`flights/${id}/cancellation`, told),
    });
    const hotel = await step('hotel', (told) => call('hotels', told));
    return { flight, hotel };
  },
};
// #endregion

// #region durable-workflow
/** Books a journey when it is paid, or nothing. */
export const paidJourney: WorkflowHandler = {
  kind: 'workflow',
  name: 'paid-journey',
  durable: true,
  async run({ arguments: { to }, step, waitForSignal }) {
    const call = async (path: string, { idempotencyKey, signal }: StepCall) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
      const body = JSON.stringify({ to });
      const response = await fetch(`${process.env.TRAVEL_URL}/${path}`, { method: 'POST', headers, body, signal });
      if (!response.ok)
        throw new ToolError(`the travel service answered ${response.status}`, { mayHaveHappened: true });
      return response.text();
    };
    const seat = await step('reserve', (told) => call('reservations', told), {
      policy: 'idempotent',
      retry: { attempts: 3, waitMs: 2_000 },
      undo: (id, told) => call(`reservations/${id}/cancellation`, told),
    });
    const paid = await waitForSignal('paid', { timeoutMs: 3 * 86_400_000 });
    if (paid === undefined) throw new ToolError('It was not paid within three days.');
    return { seat, ticket: await step('ticket', (told) => call('tickets', told)) };
  },
};
// #endregion

// #region workflow
/** `ce_mcp_tool`: tool_group 'WORKFLOW_ACTION'. */
export const cleaning: WorkflowHandler = {
  kind: 'workflow',
  name: 'cleaning',
  inputSchema: { type: 'object', required: ['room'], properties: { room: { type: 'integer' } } },
  async run({ arguments: { room }, runId, signal }) {
    const response = await fetch(`${process.env.ROOMS_URL}/cleanings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': runId },
      body: JSON.stringify({ room }),
      signal,
    });
    if (!response.ok) throw new Error(`the cleaning service answered ${response.status}`);
    return { room, clean: true };
  },
};
// #endregion

// #region rule-task
/** `ce_rule`: action 'SET_TASK', action_value 'prices:quote'. */
export const prices: RuleTaskHandler = {
  kind: 'rule-task',
  name: 'prices',
  methods: {
    quote: ({ context }) => ({ price: Number(context.hours ?? 0) * 20 }),
  },
};
// #endregion

// #region response-transformer
/** Draws the question of BOOK_ROOM/CONFIRM with two buttons. */
export const buttons: ResponseTransformer = {
  kind: 'response-transformer',
  intent: 'BOOK_ROOM',
  state: 'CONFIRM',
  transform: (payload) => ({ type: 'JSON', value: { text: payload.value, buttons: ['yes', 'no'] } }),
};
// #endregion

// #region container-data
/** Answers every `ce_container_config` row. */
export const customers: ContainerDataProvider = {
  kind: 'container-data',
  async load({ containerId, inputValue, database }) {
    const rows = await database.query('SELECT name FROM customer WHERE customer_id = $1', [String(inputValue)]);
    return { containerId, name: String(rows[0]?.name ?? '') };
  },
};
// #endregion

// #region step-hook
export const failures: StepHook = {
  kind: 'step-hook',
  onStepError(step, error, { conversationId }) {
    process.stderr.write(`${conversationId} failed in ${step}: ${error.name}\n`);
  },
};
// #endregion

// #region decorators
@Injectable()
export class Calendar {
  /** The same reference for the same key: a repeated call reserves nothing new. */
  reserve(room: number, hours: number, idempotencyKey: string): string {
    return `R${room}-${hours}-${idempotencyKey.slice(0, 8)}`;
  }
}

@ActionHandlerProvider('rooms')
export class Rooms {
  constructor(private readonly calendar: Calendar) {}

  reserve({ arguments: values, idempotencyKey }: ActionCall): ActionOutcome {
    return done({ reference: this.calendar.reserve(Number(values.room), Number(values.hours), idempotencyKey) });
  }
}

@ToolHandlerProvider('room.list', { sideEffect: 'READ' })
export class RoomList {
  execute(_call: ToolCall) {
    return [12, 14, 15];
  }
}

@Module({ providers: [Calendar, Rooms, RoomList] })
export class RoomsModule {}
// #endregion

// #region mcp
/** A result made of parts; over the Model Context Protocol it arrives as such. */
export const plan: ToolHandler = {
  kind: 'tool',
  toolCode: 'room.plan',
  sideEffect: 'READ',
  async execute({ arguments: { room }, mcp }) {
    await mcp?.progress(1, 2, 'drawing');
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${Number(room)}</text></svg>`);
    return toolContent([{ type: 'image', data: svg.toString('base64'), mimeType: 'image/svg+xml' }]);
  },
};

/** `rooms://12/rules` */
export const houseRules: McpResource = {
  kind: 'mcp-resource',
  uri: 'rooms://{room}/rules',
  name: 'rules',
  read: ({ variables: { room } }) => `Leave room ${room} as you found it.`,
};

/** What people can choose in their assistant. */
export const tidy: McpPrompt = {
  kind: 'mcp-prompt',
  name: 'tidy_room',
  arguments: [{ name: 'room', required: true }],
  render: ({ room }) => `Please have room ${room} tidied.`,
};
// #endregion

// #region serve
export async function serveWithRooms(): Promise<NestFastifyApplication> {
  const { config } = loadConfig();
  const app = await NestFactory.create<NestFastifyApplication>(
    ConvEngineModule.forRoot({ config, imports: [RoomsModule] }),
    createFastifyAdapter(config),
    { bodyParser: false },
  );
  configureApp(app, config);
  await app.listen(config.http.port, config.http.host);
  return app;
}
// #endregion

// #region within
export async function sayWithoutHttp(message: string): Promise<MessageResponse> {
  const { config } = loadConfig();
  const module = ConvEngineModule.forRoot({ config, imports: [RoomsModule] });
  const app = await NestFactory.createApplicationContext(module);
  const { responseText } = await app.get(TurnService).handle({ message });
  await app.close();
  return JSON.parse(responseText) as MessageResponse;
}
// #endregion
