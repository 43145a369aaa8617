import type { AskedQuestion, MessageResponse } from '../../../engine/turn/index.js';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import { retryAfterSeconds } from '../error-body.js';
import { approvalSchema, contentSchema, forwardedPropsSchema, type RunInput } from './ag-ui.schema.js';
import { pressed, questionId, type Said } from './answers.js';

/** Ids of the messages that are sent here: the conversation and the turn. */
const MESSAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(\d{1,9})$/i;

/** An event of the Agent User Interaction Protocol. */
export type AgUiEvent = JsonObject & { readonly type: string };

/**
 * What a run says: buttons where it resumes, else the last words of the user. A run that abandons every question may bring
 * new words with it, which are read after that.
 * @throws EngineError INVALID_REQUEST
 */
export function saidInRun({ messages, resume, forwardedProps }: RunInput): Said[] {
  const turn = lastTurn(messages);
  const buttons = (resume ?? []).map((one) => buttonOf(one, turn));
  const words = wordsOf(messages.at(-1));
  const isAbandoned = (resume ?? []).every(({ status }) => status === 'cancelled');
  if (buttons.length > 0 && !(isAbandoned && words !== undefined)) return buttons;
  if (words === undefined) throw invalid('messages: expected the words of the user last, or resume.');
  return [
    ...buttons,
    { message: words, inReplyTo: turn === undefined ? undefined : { turn }, ...paramsIn(forwardedProps) },
  ];
}

/** The turn of the last reply that the client shows: what is said answers nothing that was asked later. */
function lastTurn(messages: RunInput['messages']): number | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant');
  const [, turn] = MESSAGE_ID.exec(String(last?.id)) ?? [];
  return turn === undefined ? undefined : Number(turn);
}

function buttonOf(
  { interruptId, status, payload }: NonNullable<RunInput['resume']>[number],
  turn: number | undefined,
): Said {
  if (status === 'cancelled') return pressed('resume', interruptId, false, turn);
  const { data } = approvalSchema.safeParse(payload);
  if (data === undefined) throw invalid('resume: expected a payload {"approved": true} or {"approved": false}.');
  return pressed('resume', interruptId, data.approved, turn);
}

function wordsOf(message: RunInput['messages'][number] | undefined): string | undefined {
  if (message?.role !== 'user') return undefined;
  const { data: content } = contentSchema.safeParse(message.content);
  if (content === undefined) throw invalid('messages: expected text in the last one.');
  if (typeof content === 'string') return content;
  return content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
}

function paramsIn(forwardedProps: unknown): Pick<Said, 'inputParams'> {
  const { data, success } = forwardedPropsSchema.safeParse(forwardedProps);
  if (!success) throw invalid('forwardedProps.inputParams: expected an object.');
  // The body was parsed from JSON, so what is in it is JSON.
  return data?.inputParams ? { inputParams: data.inputParams as JsonObject } : {};
}

function invalid(problem: string): EngineError {
  return new EngineError('INVALID_REQUEST', `The request is not valid: ${problem}`);
}

/** The first event of a run. */
export function runStarted({ threadId, runId }: RunInput): AgUiEvent {
  return { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0' };
}

/** What a reply says, as a message. */
export function messageEvents({ conversationId, turn, payload }: MessageResponse): AgUiEvent[] {
  if (payload.value === '') return [];
  const messageId = `${conversationId}.${turn}`;
  return [
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: payload.value },
    { type: 'TEXT_MESSAGE_END', messageId },
  ];
}

/** Where the conversation stands, and the end of the run: an interrupt where the reply asks for consent. */
export function lastEvents({ threadId, runId }: RunInput, reply: MessageResponse): AgUiEvent[] {
  const {
    conversationId,
    intent,
    state,
    turn,
    context,
    success,
    errorCode,
    message,
    pendingActions,
    uncounted,
    handover,
  } = reply;
  if (!success) return [{ type: 'RUN_ERROR', message: message ?? '', ...(errorCode && { code: errorCode }) }];
  const snapshot = {
    conversationId,
    intent,
    state,
    turn,
    context: context === null ? null : (JSON.parse(context) as JsonValue),
    ...(uncounted && { uncounted: { ...uncounted } }),
    ...(handover && { handover: { ...handover } }),
  };
  const outcome: JsonObject =
    pendingActions.length > 0
      ? { type: 'interrupt', interrupts: pendingActions.map(interruptOf) }
      : { type: 'success' };
  return [
    { type: 'STATE_SNAPSHOT', snapshot },
    { type: 'RUN_FINISHED', threadId, runId, outcome },
  ];
}

function interruptOf(asked: AskedQuestion): JsonObject {
  const { question, expiresAt, arguments: shown, argumentsHash, riskLevel, answers } = asked;
  return {
    id: questionId(asked),
    reason: 'confirmation',
    message: question,
    responseSchema: {
      type: 'object',
      required: ['approved'],
      properties: { approved: { type: 'boolean', title: question } },
    },
    ...(expiresAt !== null && { expiresAt }),
    metadata: { arguments: shown, argumentsHash, riskLevel, answers: answers.map((answer) => ({ ...answer })) },
  };
}

/** The end of a run that failed. */
export function runFailed(error: EngineError): AgUiEvent {
  const { message, code, recoverable, remedy } = error;
  const seconds = retryAfterSeconds(error);
  const metadata = { recoverable, remedy, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
  return { type: 'RUN_ERROR', message, code, metadata };
}
