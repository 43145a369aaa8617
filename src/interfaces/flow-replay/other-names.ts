import type { AuditEvent } from '../../platform/audit/index.js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { Pseudonyms } from './pseudonyms.js';
import type { RecordedConversation } from './recorded-conversations.js';

/**
 * The conversation with other names, numbers and addresses, wherever they stand.
 * @param datesInWords names of days and months, in small letters: they say when, and not who
 */
export function underOtherNames(
  recorded: RecordedConversation,
  rows: Pick<FlowRows, 'schemas'>,
  datesInWords: readonly string[],
): RecordedConversation {
  const said = recorded.messages.map(({ text }) => text).join('\n');
  const inSchemas = rows.schemas.flatMap(({ jsonSchema }) => textsIn(readSchema(jsonSchema)));
  const choices = new Set([...inSchemas.map((text) => text.toLowerCase()), ...datesInWords]);
  const pseudonyms = new Pseudonyms(namesIn(recorded, said, choices));
  return {
    ...recorded,
    messages: recorded.messages.map((message) => ({ ...message, text: pseudonyms.text(message.text) })),
    events: recorded.events.map((event) => ({ ...event, payload: resultsUnder(pseudonyms, event) })),
    proposals: new Map(
      [...recorded.proposals].map(([key, one]) => [key, { ...one, result: pseudonyms.in(one.result) }]),
    ),
    modelAnswers: recorded.modelAnswers.map((answer) => ({ ...answer, text: pseudonyms.text(answer.text) })),
  };
}

/** Ids and hashes of the engine's own events stay: nobody is known by them. */
function resultsUnder(pseudonyms: Pseudonyms, { stage, payload }: AuditEvent): JsonObject {
  return /^(TOOL_ORCHESTRATION|MCP_TOOL)_/.test(stage) ? pseudonyms.in(payload) : payload;
}

/** Values of the conversation that its user wrote with a capital, but for those that every user chooses from. */
function namesIn({ events, proposals }: RecordedConversation, said: string, choices: ReadonlySet<string>): string[] {
  const values = [...proposals.values()].flatMap(({ result }) => textsIn(result));
  const written = [...values, ...events.flatMap(({ payload }) => textsIn(payload.arguments ?? payload.args ?? null))];
  const capitals = said.match(/(?<![.!?]\s|^)\b\p{Lu}\p{L}{2,}\b/gmu) ?? [];
  return [...written, ...capitals].filter((text) => {
    const isWritten = said.toLowerCase().includes(text.toLowerCase());
    return isWritten && /\p{Lu}\p{L}{2}/u.test(text) && text.length <= 80 && !choices.has(text.toLowerCase());
  });
}

function readSchema(schema: unknown): JsonValue {
  return typeof schema === 'string' ? (parseJson(schema) ?? null) : ((schema ?? null) as JsonValue);
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
