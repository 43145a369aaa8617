import { randomUUID } from 'node:crypto';
import { stringify } from 'yaml';
import { ASPECTS, behaviourOf } from '../../engine/comparison/index.js';
import type { MessageResponse } from '../../engine/turn/index.js';
import type { AuditEvent } from '../../platform/audit/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { FlowEngine, type PerformedCall } from '../flow-engine/index.js';
import { underOtherNames } from './other-names.js';
import {
  type LeftOut,
  type RecordedConversation,
  RecordedConversations,
  type RecordedMessage,
} from './recorded-conversations.js';
import { recordedOutcomes } from './recorded-outcomes.js';
import { stubsOf } from './recorded-stubs.js';
import { messageToSay } from './replay-conversation.js';
import type { ReplayOptions } from './replay-options.js';

/** A pause that is shorter has no influence on what expires. */
const LEAST_PAUSE_MS = 60_000;

/** What is written down of recorded conversations, and whether their words are replaced. */
export interface RecordOptions extends Omit<ReplayOptions, 'candidate' | 'onProgress'> {
  /** Names, numbers and addresses stay as they are. */
  readonly keepsNames: boolean;
}

/** Scripted conversations, and how many could not be written down. */
export interface RecordedFlowTest {
  /** The text of a file for `convengine test`. */
  readonly yaml: string;
  readonly written: number;
  readonly leftOut: Readonly<Partial<Record<LeftOut | NotWritten, number>>>;
}

/** Why a conversation that was recorded is not written down. */
export type NotWritten =
  | 'go otherwise with the present rows, or with other names'
  | 'had an action with several outcomes, which a stub cannot have';

/**
 * Writes recorded conversations down as scripted ones. What is expected of them is what they come to with the present rows
 * and with the words that are written; one that comes to something else than recorded is left out.
 * @throws EngineError where conversations, rows or handlers cannot be read
 */
export async function recordFlowTest(options: RecordOptions): Promise<RecordedFlowTest> {
  const { config, database, present, handlers, which, start } = options;
  const recorded = new RecordedConversations(database);
  const hasModel = config.llm.provider !== 'none';
  const engine = await FlowEngine.start({ config, rows: { rows: present }, handlers, hasModel, start });
  const conversations: JsonObject[] = [];
  const leftOut: Partial<Record<LeftOut | NotWritten, number>> = {};
  try {
    for (const id of await recorded.list(which)) {
      const conversation = await recorded.read(id);
      const script = conversation.messages.length === 0 ? undefined : await writeDown(engine, conversation, options);
      const reason = typeof script === 'string' ? script : conversation.leftOut;
      if (reason !== undefined) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      if (script !== undefined && typeof script !== 'string') conversations.push(script);
    }
  } finally {
    await engine.close();
  }
  const yaml = `# Written by convengine record; read it before it is kept.\n${stringify({ conversations }, { lineWidth: 0 })}`;
  return { yaml, written: conversations.length, leftOut };
}

async function writeDown(
  engine: FlowEngine,
  recorded: RecordedConversation,
  { keepsNames, present }: RecordOptions,
): Promise<JsonObject | NotWritten> {
  const conversation = keepsNames ? recorded : underOtherNames(recorded, present, engine.datesInWords);
  const stubs = stubsOf(conversation);
  if (!stubs) return 'had an action with several outcomes, which a stub cannot have';
  const id = randomUUID();
  engine.calls.standIn(id, recordedOutcomes(conversation).standIn);
  const turns = await writeTurns(engine, id, conversation.messages).finally(() => engine.forget(id));
  if (!turns) return 'go otherwise with the present rows, or with other names';
  const at = new Date(conversation.messages[0]?.atMs ?? 0).toISOString();
  return { name: `recorded ${keepsNames ? recorded.conversationId : id.slice(0, 8)}`, at, ...stubs, turns };
}

/** Undefined where a turn comes to something else than recorded. */
async function writeTurns(
  engine: FlowEngine,
  id: string,
  messages: readonly RecordedMessage[],
): Promise<JsonObject[] | undefined> {
  const turns: JsonObject[] = [];
  let last: MessageResponse | undefined;
  let lastMs = messages[0]?.atMs ?? 0;
  for (const message of messages) {
    const said = messageToSay(message, last);
    if (!said) return undefined;
    const reply = await engine.say(id, message.atMs, said);
    const events = await engine.takeEvents(id);
    const came = behaviourOf({ events, intent: reply.intent ?? null, state: reply.state ?? null });
    // Replies and hashes of arguments have other words in them.
    const isAsRecorded = ASPECTS.every(
      (aspect) => aspect === 'reply' || nameless(came[aspect]) === nameless(message.behaviour[aspect]),
    );
    if (!isAsRecorded) return undefined;
    const pauseMs = message.atMs - lastMs;
    if (pauseMs >= LEAST_PAUSE_MS) turns.push({ wait: `${Math.round(pauseMs / 1_000)}s` });
    lastMs = message.atMs;
    turns.push({ ...spoken(message), ...expectationsOf(reply, last, events, engine.calls.take(id)) });
    last = reply;
  }
  return turns;
}

function spoken({ text, decision }: RecordedMessage): JsonObject {
  return decision === undefined ? { user: text } : { press: decision === 'CONFIRM' ? 'yes' : 'no' };
}

function nameless(text: string | null): string | undefined {
  return text?.replaceAll(/\(arguments [0-9a-f]+\)/g, '');
}

/** What the reply says, where it leads, what it asks, and everything that is done. */
function expectationsOf(
  reply: MessageResponse,
  last: MessageResponse | undefined,
  events: readonly AuditEvent[],
  calls: readonly PerformedCall[],
): JsonObject {
  const opened = events.findLast(({ payload }) => payload.event === 'OPEN' || payload.event === 'AMENDED')?.payload;
  const open = reply.pendingActions?.find(({ actionId }) => actionId === opened?.proposalId);
  const closed = (last?.pendingActions?.length ?? 0) > 0 && (reply.pendingActions?.length ?? 0) === 0;
  const effects = calls.filter(({ isEffect }) => isEffect);
  return {
    bot: String(reply.payload.value),
    state: String(reply.state),
    ...(opened && open && { asks: { action: String(opened.actionKey), arguments: open.arguments as JsonObject } }),
    ...(closed && { asks: null }),
    ...(effects.length > 0 && {
      executes: effects.map(({ name, by, arguments: args }): JsonObject => {
        return name === by ? { tool: name, arguments: args } : { action: name, arguments: args };
      }),
    }),
  };
}
