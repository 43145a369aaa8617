import { isJsonObject, parseJson } from '../../../platform/common/json.js';
import type { PromptRow, ResponseRow, SchemaRow } from '../../../platform/persistence/index.js';
import type { FlowProblems } from '../../../tools/flow-problem.js';
import { normalizeCode } from '../../../tools/scope.js';
import { enabled, readSchema, scope } from '../../../tools/sources/rows/index.js';
import type {
  InteractionContract,
  OutputSchema,
  PromptFormat,
  PromptTemplate,
  ResponseTemplate,
} from '../definition-types.js';

export function compileSchemas(rows: readonly SchemaRow[], problems: FlowProblems): OutputSchema[] {
  return enabled(rows)
    .filter((row) => normalizeCode(row.schemaType ?? 'SCHEMA_JSON') === 'SCHEMA_JSON')
    .flatMap((row) => {
      const document = readSchema('ce_output_schema', row.schemaId, row.jsonSchema, problems);
      if (!document) return [];
      return { ...scope(row, row.schemaId), document, description: row.description };
    });
}

const PROMPT_FORMATS: readonly string[] = ['TEXT', 'JSON', 'SCHEMA_JSON', 'SEMANTIC_INTERPRET'];

export function compilePrompts(rows: readonly PromptRow[], problems: FlowProblems): PromptTemplate[] {
  return enabled(rows).flatMap((row) => {
    const format = normalizeCode(row.outputFormat);
    if (!PROMPT_FORMATS.includes(format)) {
      problems.error('ce_prompt_template', row.templateId, 'output_format', oneOf(row.outputFormat, PROMPT_FORMATS));
      return [];
    }
    return {
      ...scope(row, row.templateId),
      format: format as PromptFormat,
      systemPrompt: row.systemPrompt,
      userPrompt: row.userPrompt,
      temperature: Number(row.temperature ?? 0),
      interaction: readInteraction(row, problems),
    };
  });
}

export function compileResponses(rows: readonly ResponseRow[], problems: FlowProblems): ResponseTemplate[] {
  return enabled(rows).flatMap((row) => {
    const format = normalizeCode(row.outputFormat);
    const type = normalizeCode(row.responseType);
    if (format !== 'TEXT' && format !== 'JSON') {
      problems.error('ce_response', row.responseId, 'output_format', oneOf(row.outputFormat, ['TEXT', 'JSON']));
      return [];
    }
    if (type !== 'EXACT' && type !== 'DERIVED') {
      problems.error('ce_response', row.responseId, 'response_type', oneOf(row.responseType, ['EXACT', 'DERIVED']));
      return [];
    }
    if (type === 'EXACT' && !row.exactText?.trim()) {
      problems.error('ce_response', row.responseId, 'exact_text', 'an EXACT response needs a text');
      return [];
    }
    if (type === 'EXACT' && format === 'JSON' && parseJson(row.exactText ?? '') === undefined) {
      problems.error('ce_response', row.responseId, 'exact_text', 'a JSON response needs a text that is JSON');
      return [];
    }
    const jsonSchema =
      row.jsonSchema === null ? null : (readSchema('ce_response', row.responseId, row.jsonSchema, problems) ?? null);
    const { exactText, derivationHint } = row;
    return { ...scope(row, row.responseId), format, type, exactText, derivationHint, jsonSchema };
  });
}

function oneOf(value: string, allowed: readonly string[]): string {
  return `"${value}" is unknown; use ${allowed.join(', ')}`;
}

/** What each `interaction_mode` lets a user do where no contract says otherwise. */
const MODE_ALLOWS: Readonly<Record<string, readonly string[]>> = {
  NORMAL: [],
  IDLE: [],
  COLLECT: ['reset', 'structured_input', 'edit'],
  CONFIRM: ['affirm', 'edit', 'reset'],
  PROCESSING: ['retry'],
  FINAL: [],
  ERROR: ['retry', 'reset'],
  DISAMBIGUATE: [],
  FOLLOW_UP: [],
  PENDING_ACTION: ['affirm', 'edit', 'reset'],
  REVIEW: ['edit', 'reset'],
};

function readInteraction(row: PromptRow, problems: FlowProblems): InteractionContract | undefined {
  const contract = row.interactionContract?.trim();
  if (contract) {
    const json = parseJson(contract);
    if (isJsonObject(json) && Array.isArray(json.allows)) {
      return { allows: new Set(json.allows.map((allowed) => String(allowed).toLowerCase())) };
    }
    problems.error(
      'ce_prompt_template',
      row.templateId,
      'interaction_contract',
      'is not JSON like {"allows":["edit"]}',
    );
  }
  const mode = row.interactionMode?.trim();
  if (!mode) return undefined;
  const allows = MODE_ALLOWS[normalizeCode(mode)];
  if (!allows) {
    const allowed = oneOf(mode, Object.keys(MODE_ALLOWS));
    problems.error('ce_prompt_template', row.templateId, 'interaction_mode', allowed);
    return undefined;
  }
  return { allows: new Set(allows) };
}
