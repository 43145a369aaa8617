import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isMap, isPair, isScalar, parse, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { replyWords } from '../../src/engine/wording/replies.js';
import { flowTestSchema } from '../../src/interfaces/flow-tests/index.js';
import type { JsonObject, JsonValue } from '../../src/platform/common/json.js';
import { configSchema } from '../../src/platform/config/schema.js';
import { knowledgeWords } from '../../src/tools/knowledge/lexicon.js';
import { playbookSchema } from '../../src/tools/playbook/read-playbook.js';
import { capabilitySchema } from '../../src/tools/sources/files/capability-file/capability.js';
import { commandWords } from '../../src/understanding/commands/commands.js';
import { actFileSchema } from '../../src/understanding/dialogue-act/words/index.js';
import { slotWords } from '../../src/understanding/slots/vocabulary/words.js';
import { valueWords } from '../../src/understanding/values/value-words.js';

/** What editors complete, by the name of the file in `schemas/`; written anew by `npx vitest run test/docs/schemas.spec.ts -u`. */
const LANGUAGE = {
  replies: replyWords,
  slots: slotWords,
  values: valueWords,
  commands: commandWords,
  'dialogue-act': actFileSchema,
  knowledge: knowledgeWords,
};

/** The JSON Schema of what is validated when such a file is read. */
function schemaOf(schema: z.ZodType): JsonObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What is filled in when it is left out is not required, however that is done.
      if (!(zodSchema instanceof z.ZodObject) || !jsonSchema.required) return;
      const shape: Record<string, z.ZodType> = zodSchema.shape;
      jsonSchema.required = jsonSchema.required.filter((name) => !shape[name]?.safeParse(undefined).success);
    },
  }) as JsonObject;
}

/** Keys as they are written in YAML, none of them required, and `${VARIABLE}` in the place of any value. */
function asWritten(schema: JsonObject, meanings: ReadonlyMap<string, string>, path: string): JsonObject {
  const { properties, required: _, ...rest } = schema;
  const description = meanings.get(path);
  const told: JsonObject = description === undefined ? {} : { description };
  if (rest.type !== 'object' || properties === undefined)
    return { ...told, anyOf: [rest, { type: 'string', pattern: '\\$\\{' }] };
  const children = Object.entries(properties as JsonObject).map(([name, child]) => {
    const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [key, asWritten(child as JsonObject, meanings, `${path}.${key}`)];
  });
  return { ...told, type: 'object', additionalProperties: false, properties: Object.fromEntries(children) };
}

/** What the comments of `config/default.yaml` say, by key. */
function meaningsOf(yaml: string): Map<string, string> {
  const meanings = new Map<string, string>();
  visit(parseDocument(yaml), {
    Pair(_, pair, ancestors) {
      const keys = [...ancestors.filter(isPair), pair].map(({ key }) => (isScalar(key) ? String(key.value) : ''));
      const { value } = pair;
      const comment = isScalar(value) || isMap(value) ? (value.comment ?? value.commentBefore) : undefined;
      if (typeof comment === 'string') meanings.set(keys.join('.'), comment.split('\n')[0]?.trim() ?? '');
    },
  });
  return meanings;
}

async function configurationSchema(): Promise<JsonObject> {
  const meanings = meaningsOf(await readFile('config/default.yaml', 'utf8'));
  const { $schema, ...schema } = schemaOf(configSchema);
  const convengine = asWritten(schema, meanings, 'convengine');
  return { $schema: $schema as JsonValue, type: 'object', properties: { convengine } };
}

const shipped = async (name: string) => JSON.parse(await readFile(`schemas/${name}.schema.json`, 'utf8')) as JsonObject;
/** As an editor does, whose patterns may look ahead. */
async function problems(name: string, value: unknown) {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(await shipped(name));
  return validate(value) ? [] : validate.errors;
}

describe('the schemas that editors complete from', () => {
  const schemas: [string, () => JsonObject | Promise<JsonObject>][] = [
    ['convengine', configurationSchema],
    ['capability', () => schemaOf(capabilitySchema)],
    ['playbook', () => schemaOf(playbookSchema)],
    ['flow-test', () => schemaOf(flowTestSchema)],
    ['manifest', async () => JSON.parse(await readFile('src/tools/package-format/manifest.schema.json', 'utf8'))],
    ...Object.entries(LANGUAGE).map(
      ([part, schema]) => [`language-${part}`, () => schemaOf(schema)] as [string, () => JsonObject],
    ),
  ];

  it.each(schemas)('are what %s is validated with', async (name, build) => {
    const text = `${JSON.stringify(await build(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../schemas/${name}.schema.json`);
  });

  it('take the settings that are shipped, and those of a new project', async () => {
    for (const file of ['config/default.yaml', 'templates/project/config/convengine.yaml'])
      expect([file, await problems('convengine', parse(await readFile(file, 'utf8')))]).toEqual([file, []]);
    expect(await problems('convengine', { convengine: { http: { port: '${PORT}' } } })).toEqual([]);
    expect(await problems('convengine', { convengine: { http: { prot: 3000 } } })).not.toEqual([]);
    expect(await problems('convengine', { convengine: { flow: { validation: 'lax' } } })).not.toEqual([]);
  });

  it('take every file of every language', async () => {
    for await (const file of glob('config/languages/*/*.yaml')) {
      const part = basename(file, '.yaml');
      expect([file, await problems(`language-${part}`, parse(await readFile(file, 'utf8')))]).toEqual([file, []]);
    }
  });

  it('take the capability files and playbooks of the documents, and refuse wrong ones', async () => {
    const text = await readFile('docs/capabilities.md', 'utf8');
    const blocks = [...text.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```/gm)].map(
      ([, block = '']) => parse(block) as JsonObject,
    );
    const capabilities = blocks.filter((block) => 'providers' in block);
    const playbooks = blocks.filter((block) => 'steps' in block && 'name' in block);
    expect([capabilities.length > 0, playbooks.length > 0]).toEqual([true, true]);
    for (const capability of capabilities) expect(await problems('capability', capability)).toEqual([]);
    for (const playbook of playbooks) expect(await problems('playbook', playbook)).toEqual([]);
    expect(await problems('capability', { ...capabilities[0], providers: 'none' })).not.toEqual([]);
    expect(await problems('playbook', { ...playbooks[0], steps: 'none' })).not.toEqual([]);
  });

  it('take the scripted conversations that are shipped, and refuse wrong ones', async () => {
    for await (const file of glob('{seeds,templates}/**/*.flow-test.yaml')) {
      const text = await readFile(file, 'utf8');
      expect([file, await problems('flow-test', parse(text))]).toEqual([file, []]);
      expect(await problems('flow-test', parse(text.replace('conversations:', 'talks:')))).not.toEqual([]);
    }
  });

  it('are named by the settings of a new project, where they lie in the package', async () => {
    const text = await readFile('templates/project/config/convengine.yaml', 'utf8');
    const [, path = ''] = /\$schema=\.\.\/node_modules\/convengine\/(\S+)/.exec(text) ?? [];
    expect(await readFile(path, 'utf8')).toContain('"convengine"');
  });
});
