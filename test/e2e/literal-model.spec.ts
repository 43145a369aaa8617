import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/platform/common/json.js';
import type { ToolHandler } from '../../src/platform/handlers-api/index.js';
import { describeOnEachDatabase } from '../helpers/databases.js';
import { startEngine } from '../helpers/engine.js';
import { type ModelReply, type ReceivedRequest, startScriptedModel } from '../helpers/scripted-model.js';

const SEED = `
  INSERT INTO ce_intent (intent_code, description) VALUES
    ('LOAN_APPLICATION', 'wants to borrow money'), ('WEATHER', 'asks about the weather somewhere');
  INSERT INTO ce_output_schema (intent_code, state_code, json_schema, priority) VALUES
    ('LOAN_APPLICATION', 'ANY', '{"type":"object","required":["reason"],"properties":{
      "reason":{"type":"string","description":"What the money is for."}}}', 1);
  INSERT INTO ce_mcp_tool (tool_id, tool_code, tool_group, intent_code, state_code, description, side_effect) VALUES
    (1, 'weather.now', 'CUSTOM', 'WEATHER', 'ANY', 'The weather of a place', 'READ');
  INSERT INTO ce_response (intent_code, state_code, output_format, response_type, exact_text) VALUES
    ('LOAN_APPLICATION', 'ANY', 'TEXT', 'EXACT', 'A loan for {{reason}}.'),
    ('WEATHER', 'ANY', 'TEXT', 'EXACT', '{{mcp_final_answer}}');`;

/** The values that a person would read out of the prompt, under the names that only the schema and the prompt give. */
const UNDERSTOOD: Readonly<Record<string, (request: ReceivedRequest) => JsonValue>> = {
  dialogueAct: () => 'NEW_REQUEST',
  standaloneQuery: ({ user }) => messageIn(user),
  intent: (request) => likeliest(request),
  confidence: () => 0.97,
  intentScores: (request) => [{ intent: likeliest(request), confidence: 0.97 }],
  needsClarification: () => false,
  clarificationQuestion: () => '',
  reason: () => 'a boat',
  action: ({ user }) => (user.includes('21 degrees') ? 'ANSWER' : 'CALL_TOOL'),
  tool_code: () => 'weather.now',
  args: () => ({}),
  answer: () => 'It is 21 degrees.',
};

/** Knows nothing of the engine: it fills what the schema that is sent to it names, and answers in a fence with words around. */
function literal(request: ReceivedRequest): ModelReply {
  const schema = schemaOf(request);
  if (schema === undefined) return { text: 'Hello.' };
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const answer = Object.keys(properties).flatMap((name): [string, JsonValue][] => {
    const understood = UNDERSTOOD[name];
    return understood ? [[name, understood(request)]] : [];
  });
  return { text: `Sure:\n\`\`\`json\n${JSON.stringify(Object.fromEntries(answer))}\n\`\`\`\nAnything else?` };
}

function schemaOf({ body }: ReceivedRequest): JsonObject | undefined {
  const format = isJsonObject(body.response_format) ? body.response_format : {};
  const named = isJsonObject(format.json_schema) ? format.json_schema : {};
  return isJsonObject(named.schema) ? named.schema : undefined;
}

function messageIn(prompt: string): string {
  return /^Message: (.*)$/m.exec(prompt)?.[1] ?? '';
}

/** The allowed intent whose description shares most words with the message. */
function likeliest({ user }: ReceivedRequest): string {
  const intents = parseJson(/^Allowed intents: (.*)$/m.exec(user)?.[1] ?? '[]') as {
    code: string;
    description: string;
  }[];
  const words = messageIn(user).toLowerCase().split(/\W+/);
  const shared = ({ description }: { description: string }) =>
    words.filter((word) => description.split(' ').includes(word)).length;
  return intents.toSorted((a, b) => shared(b) - shared(a))[0]?.code ?? 'UNKNOWN';
}

describeOnEachDatabase('a model that knows nothing but prompt and schema', (open) => {
  const start = async () => {
    const model = await startScriptedModel([{ reply: literal }]);
    const weather: ToolHandler = {
      kind: 'tool',
      toolCode: 'weather.now',
      execute: async () => ({ now: '21 degrees' }),
    };
    const config = {
      'llm.provider': 'openai-compatible',
      'llm.base-url': model.url,
      'llm.model': 'literal',
    };
    const engine = await startEngine({ database: await open(), seeds: [SEED], handlers: [weather], config });
    return { model, engine, close: async () => engine.close().then(() => model.close()) };
  };

  it('chooses the intent and fills the schema, each in one call', async () => {
    const { engine, model, close } = await start();
    const reply = await engine.say('hello there, could somebody lend me some money', randomUUID());
    expect([reply.intent, reply.text]).toEqual(['LOAN_APPLICATION', 'A loan for a boat.']);
    const asked = model.requests.map(({ system }) => system.split(/[.:]/)[0]);
    expect(new Set(asked).size).toBe(asked.length);
    await close();
  });

  it('calls a tool and answers with what it said', async () => {
    const { engine, close } = await start();
    const reply = await engine.say('and the weather over there just now', randomUUID());
    expect([reply.intent, reply.text]).toEqual(['WEATHER', 'It is 21 degrees.']);
    await close();
  });
});
