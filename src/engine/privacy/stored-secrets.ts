import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../platform/common/json.js';
import { type Row, readJson, type SqlRunner } from '../../platform/persistence/index.js';
import { hasSensitive, hideInTexts } from '../../tools/index.js';
import { maskedContext, type SecretSchemas, secretsIn, secretsSaid } from '../turn/kernel/index.js';

const SCHEMAS = 'SELECT json_schema FROM ce_output_schema';
const CONTEXT = 'SELECT context_json, last_user_text FROM ce_conversation WHERE conversation_id = $1';
const ARGUMENTS = 'SELECT arguments_json, shown_json FROM ce_action_proposal WHERE conversation_id = $1';
const SAID = `
  SELECT user_input FROM ce_conversation_history WHERE conversation_id = $1 ORDER BY turn_no LIMIT $2 OFFSET $3`;
const AT_ONCE = 500;

/** A row as it may be handed out. */
export type Hiding = (row: JsonObject) => JsonObject;

/** What schemas mark as secret, also where the flow does not use them any more. */
export async function readSecretSchemas(sql: SqlRunner): Promise<SecretSchemas> {
  const documents = (await sql.query(SCHEMAS)).map(({ json_schema }) => schemaOf(json_schema));
  return { secretSchemas: documents.filter(hasSensitive).map((document) => ({ document })) };
}

/** Hides the secrets of a conversation wherever they stand in its rows. */
export async function hidingOf(sql: SqlRunner, schemas: SecretSchemas, conversationId: string): Promise<Hiding> {
  const secrets = await secretsOf(sql, schemas, conversationId);
  return (row) => {
    const { arguments_json, shown_json, ...others } = row;
    const masked = Object.entries(others).map(([name, value]) => [name, maskedValue(schemas, value)]);
    const shown = shown_json ?? maskedValue(schemas, arguments_json ?? null);
    const result = Object.fromEntries(masked) as JsonObject;
    if (arguments_json !== undefined) result.arguments_json = shown;
    return hideInTexts(result, secrets) as JsonObject;
  };
}

async function secretsOf(sql: SqlRunner, schemas: SecretSchemas, conversationId: string): Promise<string[]> {
  const actions = await sql.query(ARGUMENTS, [conversationId]);
  const hidden = actions.flatMap(({ arguments_json, shown_json }) =>
    shown_json == null ? [] : differing(readJson(arguments_json), readJson(shown_json)),
  );
  if (schemas.secretSchemas.length === 0) return hidden;
  const rows = [...(await sql.query(CONTEXT, [conversationId])), ...actions];
  const values = rows.flatMap(({ context_json, arguments_json }: Row) => {
    const value = readJson(context_json ?? arguments_json);
    return isJsonObject(value) ? secretsIn(schemas, value) : [];
  });
  return [...new Set([...hidden, ...values, ...(await secretsSaidIn(sql, schemas, conversationId))])];
}

async function secretsSaidIn(sql: SqlRunner, schemas: SecretSchemas, conversationId: string): Promise<string[]> {
  const found: string[] = [];
  for (let read = 0; ; read += AT_ONCE) {
    const page = await sql.query(SAID, [conversationId, AT_ONCE, read]);
    found.push(...page.flatMap(({ user_input }) => secretsSaid(schemas, String(user_input))));
    if (page.length < AT_ONCE) return found;
  }
}

/** Texts and numbers that are shown as something else. */
function differing(value: JsonValue | undefined, shown: JsonValue | undefined): string[] {
  if (typeof value === 'string' || typeof value === 'number') return value === shown ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const inside = shown as Readonly<Record<string, JsonValue>> | undefined;
  return Object.entries(value).flatMap(([name, child]) => differing(child, inside?.[name]));
}

function maskedValue(schemas: SecretSchemas, value: JsonValue | undefined): JsonValue {
  return isJsonObject(value) ? maskedContext(schemas, value, () => []) : (value ?? null);
}

function schemaOf(stored: unknown): JsonObject {
  const document = typeof stored === 'string' ? parseJson(stored) : stored;
  return isJsonObject(document) ? document : {};
}
