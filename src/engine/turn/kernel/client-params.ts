import { EngineError } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, jsonDepth } from '../../../platform/common/json.js';
import { compileSchema } from '../../../platform/common/json-schema.js';
import type { Attachment } from '../../../platform/handlers-api/index.js';
import { TOOL_GROUPS } from '../../../tools/index.js';
import { isReservedKey } from '../../../understanding/slots/index.js';
import { type AttachmentLimits, readAttachments } from './attachments.js';
import { isFactName } from './engine-facts.js';

/**
 * `inputParams` of one message, sorted by what they may do. A few keys of the contract count for this turn and for
 * the action that is open in it; everything else is for rules and templates to read.
 */
export interface ClientParams {
  readonly pendingActionKey: string | undefined;
  /** Somebody's approval: of the named action and revision, else of the one action that is open in this turn. */
  readonly approval: ClientApproval | undefined;
  readonly toolRequest: JsonObject | undefined;
  /** `reset`, `restart` or `conversation_reset`, when one of them is switched on. */
  readonly resetKey: string | undefined;
  readonly forceIntentResolution: boolean;
  /** Files of `inputParams.files`: for handlers of this turn alone. */
  readonly attachments: readonly Attachment[];
  /** Parameters of the consumer's own; of files, what is known of them without their content. Engine keys a client sent are not among them. */
  readonly values: JsonObject;
  /** Engine keys the client sent in vain. */
  readonly ignoredKeys: readonly string[];
}

/** `approval_granted`, or `approval` with who gives it and what it is for. */
export interface ClientApproval {
  readonly by: string;
  readonly note: string;
  /** The action's proposal id. */
  readonly actionId: string | undefined;
  readonly revision: number | undefined;
}

/** Who approves where a client does not say. */
const CLIENT = 'client';

/** The contract's schema of `inputParams`. */
const INPUT_PARAMS = compileSchema({
  type: 'object',
  properties: {
    pending_action_key: { type: 'string' },
    approval_granted: { type: 'boolean' },
    approval: {
      type: 'object',
      properties: {
        granted: { type: 'boolean' },
        by: { type: 'string', minLength: 1, maxLength: 200 },
        note: { type: 'string', maxLength: 2000 },
        action_id: { type: 'string' },
        revision: { type: 'integer' },
      },
    },
    tool_request: { $ref: '#/$defs/toolRequest' },
  },
  additionalProperties: true,
  $defs: {
    toolRequest: {
      type: 'object',
      required: ['args'],
      properties: {
        tool_code: { type: 'string' },
        tool_group: {
          type: 'string',
          enum: [...TOOL_GROUPS],
        },
        args: { type: 'object' },
      },
      additionalProperties: true,
    },
  },
});

const RESET_KEYS = ['reset', 'restart', 'conversation_reset'];
const FORCE_KEYS = ['force_intent_resolution', 'resolve_intent', 'switch_intent', 'switch_flow', 'switch_mode'];
const CONTRACT_KEYS = ['pending_action_key', 'approval_granted', 'approvalGranted', 'approval', 'tool_request'];

interface ParamLimits extends AttachmentLimits {
  readonly inputParamsBytes: number;
  readonly jsonDepth: number;
}

/**
 * Checks and sorts `inputParams`.
 * @throws EngineError INVALID_INPUT_PARAMS naming every wrong key, REQUEST_TOO_LARGE beyond the limits
 */
export function readClientParams(inputParams: JsonObject | undefined, limits: ParamLimits): ClientParams {
  const { attachments, params } = readAttachments(inputParams ?? {}, limits);
  checkLimits(params, limits);
  const problems = INPUT_PARAMS.check(params);
  if (problems.length > 0) {
    const text = problems.map(({ path, message }) => `inputParams${path ? `.${path}` : ''} ${message}`).join('; ');
    throw new EngineError('INVALID_INPUT_PARAMS', text, { problems: problems.map((problem) => ({ ...problem })) });
  }
  const own = Object.keys(params).filter((key) => !CONTRACT_KEYS.includes(key) && !RESET_KEYS.includes(key));
  const ignoredKeys = own.filter((key) => isReservedKey(key) || isFactName(key));
  return {
    pendingActionKey: typeof params.pending_action_key === 'string' ? params.pending_action_key : undefined,
    approval: readApproval(params),
    toolRequest: isJsonObject(params.tool_request) ? params.tool_request : undefined,
    resetKey: RESET_KEYS.find((key) => isSwitchedOn(params[key])),
    attachments,
    forceIntentResolution: FORCE_KEYS.some((key) => isSwitchedOn(params[key])),
    values: Object.fromEntries(
      own.filter((key) => !ignoredKeys.includes(key)).map((key) => [key, params[key] ?? null]),
    ),
    ignoredKeys,
  };
}

function readApproval(params: JsonObject): ClientApproval | undefined {
  const more = isJsonObject(params.approval) ? params.approval : {};
  const isGranted = params.approval_granted === true || params.approvalGranted === true || more.granted === true;
  if (!isGranted || more.granted === false) return undefined;
  const text = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined);
  return {
    by: text(more.by) ?? CLIENT,
    note: text(more.note) ?? '',
    actionId: text(more.action_id)?.toLowerCase(),
    revision: typeof more.revision === 'number' ? more.revision : undefined,
  };
}

function checkLimits(params: JsonObject, limits: ParamLimits): void {
  const bytes = Buffer.byteLength(JSON.stringify(params));
  if (bytes > limits.inputParamsBytes) {
    const text = `inputParams is ${bytes} bytes long; at most ${limits.inputParamsBytes} are allowed.`;
    throw new EngineError('REQUEST_TOO_LARGE', text);
  }
  if (jsonDepth(params, limits.jsonDepth + 1) > limits.jsonDepth) {
    const text = `inputParams nests deeper than ${limits.jsonDepth} levels.`;
    throw new EngineError('INVALID_INPUT_PARAMS', text);
  }
}

function isSwitchedOn(value: unknown): boolean {
  if (typeof value === 'string') return ['true', '1', 'yes', 'on'].includes(value.trim().toLowerCase());
  return value === true || value === 1;
}
