import type { AskedQuestion, MessageResponse } from '../../../engine/turn/index.js';
import { EngineError } from '../../../platform/common/errors.js';
import type { JsonObject } from '../../../platform/common/json.js';
import type { StreamEvent } from '../event-stream.js';
import { MOST_ANSWERS, pressed, questionId, type Said } from './answers.js';
import type { ApprovalResponse, InputItem, InputMessage, ResponseRequest } from './responses.schema.js';
import { type RepliedTurn, readResponseId, responseId } from './responses-id.js';

/** The label that questions have in the place of a server of tools. */
const LABEL = 'convengine';

/**
 * The response that a request answers; undefined where it begins a conversation.
 * @throws EngineError INVALID_REQUEST
 */
export function answeredResponse(request: ResponseRequest): RepliedTurn | undefined {
  const { previous_response_id: id, conversation, background } = request;
  if (conversation != null) throw invalid('conversation: expected none; go on with previous_response_id.');
  if (background === true) throw invalid('background: expected false; a response is there when the request ends.');
  if (id === null || id === undefined) return undefined;
  const answered = readResponseId(id);
  if (answered) return answered;
  throw invalid('previous_response_id: expected the id of a response that this service has given.');
}

/**
 * What a request says: the buttons that were pressed, or words. Of a history that is sent along, what comes behind the last reply.
 * @throws EngineError INVALID_REQUEST
 */
export function saidInRequest(
  { input, input_params: params }: ResponseRequest,
  answered: RepliedTurn | undefined,
): Said[] {
  const items: readonly InputItem[] = typeof input === 'string' ? [{ role: 'user', content: input }] : newIn(input);
  const approvals = items.filter(isApproval);
  const words = items.filter(isUserMessage).map(wordsOf);
  if (approvals.length > 0 && words.length > 0)
    throw invalid('input: expected words or mcp_approval_response items, not both.');
  if (approvals.length > MOST_ANSWERS)
    throw invalid(`input: expected at most ${MOST_ANSWERS} mcp_approval_response items.`);
  if (approvals.length > 0) {
    if (!answered) throw invalid('previous_response_id: expected the response that asked for approval.');
    return approvals.map((one) => pressed('approval_request_id', one.approval_request_id, one.approve, answered.turn));
  }
  if (words.length === 0) throw invalid('input: expected the words of the user, or mcp_approval_response items.');
  return [
    {
      message: words.join('\n'),
      inReplyTo: answered && { turn: answered.turn },
      // The body was parsed from JSON, so what is in it is JSON.
      ...(params && { inputParams: params as JsonObject }),
    },
  ];
}

/** What the user's side has added since the last item that is ours. */
function newIn(items: readonly InputItem[]): readonly InputItem[] {
  return items.slice(items.findLastIndex((item) => !isApproval(item) && !isUserMessage(item)) + 1);
}

function isApproval(item: InputItem): item is ApprovalResponse {
  return item.type === 'mcp_approval_response';
}

function isUserMessage(item: InputItem): item is InputMessage {
  return 'role' in item && item.role === 'user';
}

function wordsOf({ content }: InputMessage): string {
  if (typeof content === 'string') return content;
  return content.flatMap(({ text }) => text || []).join('\n');
}

function invalid(problem: string): EngineError {
  return new EngineError('INVALID_REQUEST', `The request is not valid: ${problem}`);
}

/** The replies to a request, as a response. */
export function responseOf(
  replies: readonly MessageResponse[],
  { model, metadata, previous_response_id: previous }: ResponseRequest,
  { createdAtMs, endedAtMs }: { readonly createdAtMs: number; readonly endedAtMs: number },
): JsonObject {
  const last = replies.at(-1);
  if (!last) throw new Error('Nothing was said.');
  return {
    id: responseId(last),
    object: 'response',
    created_at: Math.floor(createdAtMs / 1000),
    completed_at: Math.floor(endedAtMs / 1000),
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    model: model ?? LABEL,
    output: [...replies.flatMap(messageItem), ...last.pendingActions.map(approvalRequest)],
    parallel_tool_calls: false,
    previous_response_id: previous ?? null,
    temperature: null,
    top_p: null,
    tool_choice: 'auto',
    tools: [],
    metadata: metadata ?? {},
    usage: null,
    ...(last.uncounted && { uncounted: { ...last.uncounted } }),
  };
}

function messageItem({ conversationId, turn, payload, success, message }: MessageResponse): JsonObject[] {
  const text = success ? payload.value : (message ?? '');
  if (text === '') return [];
  return [
    {
      id: `msg_${conversationId}.${turn}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    },
  ];
}

/** A question as the approval of a call; beyond OpenAI's API it has the words of the question, and until when it can be answered. */
function approvalRequest(asked: AskedQuestion): JsonObject {
  return {
    id: `mcpr_${questionId(asked)}`,
    type: 'mcp_approval_request',
    server_label: LABEL,
    name: 'confirm_action',
    arguments: JSON.stringify(asked.arguments),
    question: asked.question,
    expires_at: asked.expiresAt,
  };
}

/** A response as the events of a stream: each text in one piece, as it is whole before it is sent. */
export function eventsOf(response: JsonObject): StreamEvent[] {
  const begun: JsonObject = { ...response, status: 'in_progress', output: [], completed_at: null };
  const items = response.output as JsonObject[];
  const events: JsonObject[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap((item, index) => itemEvents(item, index)),
    { type: 'response.completed', response },
  ];
  return events.map((event, index) => ({ name: String(event.type), data: { ...event, sequence_number: index } }));
}

function itemEvents(item: JsonObject, index: number): JsonObject[] {
  const at = { output_index: index };
  const done = { type: 'response.output_item.done', ...at, item };
  const [part] = (item.content ?? []) as JsonObject[];
  if (!part) return [{ type: 'response.output_item.added', ...at, item }, done];
  const text = part.text ?? '';
  const where = { ...at, item_id: item.id ?? '', content_index: 0 };
  return [
    { type: 'response.output_item.added', ...at, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...where, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...where, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...where, text, logprobs: [] },
    { type: 'response.content_part.done', ...where, part },
    done,
  ];
}
