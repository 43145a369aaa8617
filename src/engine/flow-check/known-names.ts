import { isJsonObject, type JsonObject } from '../../platform/common/json.js';
import { RESERVED_KEYS } from '../../understanding/slots/index.js';
import type { CompiledFlow, RuleAction } from '../flow/index.js';
import { FACT_NAMES } from '../turn/kernel/index.js';
import { TEMPLATE_ALIASES } from '../wording/index.js';

/** What JSON_PATH rules find at the root beside the values of the conversation. */
export const SESSION_NAMES: readonly string[] = [
  'conversationId',
  'intent',
  'state',
  'schemaComplete',
  'hasAnySchemaValue',
  'hasContainerData',
  'containerData',
  'intentLocked',
  'intentLockReason',
  'missingRequiredFields',
  'missingFieldOptions',
  'userText',
  'standaloneQuery',
  'resolvedUserInput',
  'pendingClarificationQuestion',
  'postIntentRule',
  'ruleExecutionSource',
  'schemaJson',
];
const TEMPLATES_ALONE = ['intent', 'state', 'conversation_id', 'inputParams', 'missing_fields'];
const PROMPTS_ALONE = ['planner_source', 'open_question'];
/** What the engine keeps in `context_json`. */
const CONTEXT_NAMES = [...RESERVED_KEYS, 'pending_action_runtime', 'pending_clarification', 'container_data', 'mcp'];

/** The names that rows may read values by, by where they stand. */
export interface KnownNames {
  /** The values that schemas collect. */
  readonly values: ReadonlySet<string>;
  readonly inContext: ReadonlySet<string>;
  readonly inParams: ReadonlySet<string>;
  readonly inRules: ReadonlySet<string>;
  readonly inTemplates: ReadonlySet<string>;
}

export function knownNames({ parts }: CompiledFlow): KnownNames {
  const values = new Set(parts.schemas.flatMap(({ document }) => propertyNames(document)));
  const set = [
    ...parts.rules.flatMap(({ action }) => namesSetBy(action)),
    ...parts.containers.map((one) => one.inputParamName),
  ];
  const inContext = new Set([...values, ...CONTEXT_NAMES, ...parts.containers.map((one) => one.inputParamName)]);
  const inParams = new Set([...inContext, ...FACT_NAMES, ...set]);
  return {
    values,
    inContext,
    inParams,
    inRules: new Set([...inContext, ...SESSION_NAMES, 'context', 'inputParams', 'payload']),
    inTemplates: new Set([...inParams, ...TEMPLATE_ALIASES, ...TEMPLATES_ALONE, ...PROMPTS_ALONE]),
  };
}

/** The names of a schema's properties, of those inside of others too. */
function propertyNames({ properties }: JsonObject): string[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, child]) => [
    name,
    ...(isJsonObject(child) ? propertyNames(child) : []),
  ]);
}

function namesSetBy(action: RuleAction): string[] {
  if (action.type === 'SET_INPUT_PARAM') return Object.keys(action.values);
  if (action.type === 'CALL_TOOL') return action.as === null ? [] : [action.as];
  return 'key' in action ? [action.key] : [];
}
