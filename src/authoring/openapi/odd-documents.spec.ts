import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../platform/common/json.js';
import { readYamlText } from '../../tools/sources/files/capability-file/index.js';
import { toolsOf } from '../../tools/sources/files/index.js';
import { importOpenApi } from './index.js';

/** What a capability file may hold. */
const MOST_CHARS = 262_144;

/** A description with one operation that takes a body of this schema. */
function described(schema: JsonValue, schemas: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  return {
    openapi: '3.0.3',
    info: { title: 'Odd', version: '1' },
    servers: [{ url: 'https://odd.example' }],
    paths: { '/it': { post: { operationId: 'doIt', requestBody, responses: { '200': { description: 'ok' } } } } },
    components: { schemas },
    ...more,
  };
}

/** The arguments of the one tool, which the engine takes as it is. */
function argumentsOf(document: JsonObject): { input: JsonObject; notes: readonly string[] } {
  const { files, notes } = importOpenApi(document);
  const [file] = files;
  if (!file) throw new Error(notes.join());
  expect(file.text.length).toBeLessThan(MOST_CHARS);
  const { value } = readYamlText(file.file, file.text);
  expect(value && toolsOf(value).problems).toEqual([]);
  return { input: parse(file.text).schema.input, notes };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a description', () => {
  it('whose schemas hold each other is cut where they come again', () => {
    const schemas = {
      Folder: { type: 'object', properties: { parent: ref('Folder'), files: { type: 'array', items: ref('File') } } },
      File: { type: 'object', properties: { folder: ref('Folder'), name: { type: 'string' } } },
    };
    expect(argumentsOf(described(ref('Folder'), schemas)).input.properties).toEqual({
      parent: { type: 'object' },
      files: {
        type: 'array',
        items: { type: 'object', properties: { folder: { type: 'object' }, name: { type: 'string' } } },
      },
    });
  });

  it('whose schemas double with each reference is cut as deep as there is room for, and says so', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `S${at}`,
        { type: 'object', properties: { left: ref(`S${at + 1}`), right: ref(`S${at + 1}`) } },
      ]),
    );
    const { input, notes } = argumentsOf(described(ref('S0'), schemas));
    expect(Object.keys(input.properties as JsonObject)).toEqual(['left', 'right']);
    expect(notes).toEqual([expect.stringMatching(/any value is allowed below level \d/)]);
  });

  it.each<[string, JsonValue, JsonObject]>([
    ['nothing', ref('Missing'), {}],
    ['itself', ref('Loop'), { Loop: ref('Loop') }],
    ['another file', { $ref: '../secret.yaml#/a' }, {}],
    ['the network', { $ref: 'http://169.254.169.254/x' }, {}],
    ['what is no schema', { $ref: '#/info/title' }, {}],
    ['a broken pointer', { $ref: '#/components/%E0%A4%A' }, {}],
  ])('that refers to %s takes any body there', (_what, schema, schemas) => {
    expect(argumentsOf(described(schema, schemas)).input.properties).toEqual({ body: {} });
  });

  it('with encoded names in its references is followed', () => {
    const schemas = { 'a/b c': { type: 'object', properties: { id: { type: 'integer' } } } };
    const { input } = argumentsOf(described({ $ref: '#/components/schemas/a~1b%20c' }, schemas));
    expect(input.properties).toEqual({ id: { type: 'integer' } });
  });

  it('with a pattern that looks around leaves it to the server', () => {
    const schema = { type: 'object', properties: { word: { type: 'string', pattern: '^(?=.*\\d).{8,}$' } } };
    expect(argumentsOf(described(schema)).input.properties).toEqual({ word: { type: 'string' } });
  });

  it('with an optional body of required fields asks for them', () => {
    const document = described({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
    const { post } = (document.paths as { '/it': { post: { requestBody: JsonObject } } })['/it'];
    post.requestBody.required = false;
    expect(argumentsOf(document).input.required).toEqual(['name']);
  });

  it('with an object in the query sends each of its properties by itself', () => {
    const schema = {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from'],
    };
    const parameters = [{ name: 'range', in: 'query', required: true, schema }];
    const { files } = importOpenApi(described({}, {}, { paths: { '/x': { get: { parameters, responses: {} } } } }));
    const { providers, schema: own } = parse(files[0]?.text ?? '');
    expect(providers.primary.config.params).toEqual({ from: '{range_from}', to: '{range_to}' });
    expect(own.input.required).toEqual(['range_from']);
  });

  it('whose schemas are put together of others, which are put together themselves, keeps the fields of all', () => {
    const schemas = {
      Base: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Middle: {
        allOf: [ref('Base'), { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }],
      },
    };
    const { input } = argumentsOf(described({ allOf: [ref('Middle'), { properties: { top: {} } }] }, schemas));
    expect(input).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, size: { type: 'integer' }, top: {} },
      required: ['name', 'size'],
    });
  });

  it('whose body has a choice among its parts takes it as a whole, so that no field is lost', () => {
    const choice: JsonObject = { oneOf: [{ properties: { iban: {} } }, { properties: { card: {} } }] };
    const schema = { allOf: [{ type: 'object', properties: { sum: {} } }, choice] };
    expect(argumentsOf(described(schema)).input.properties).toEqual({ body: schema });
  });

  it('does not ask for what only the server gives, also within a list', () => {
    const item = { type: 'object', required: ['id', 'name'], properties: { id: { readOnly: true }, name: {} } };
    const { input } = argumentsOf(described({ type: 'array', items: { allOf: [item] } }));
    const written = { type: 'object', required: ['name'], properties: { name: {} } };
    expect(input.properties).toEqual({ body: { type: 'array', items: { allOf: [written] } } });
  });

  it.each([
    [['application/merge-patch+json'], 'application/merge-patch+json'],
    [['application/vnd.api+json', 'application/json; charset=utf-8'], undefined],
  ])('whose bodies are %j sends JSON as %s', (types, sent) => {
    const schema = { type: 'object', properties: { note: { type: 'string' } } };
    const content = Object.fromEntries(types.map((type) => [type, { schema }]));
    const patch = { requestBody: { content }, responses: {} };
    const [file] = importOpenApi(described({}, {}, { paths: { '/it': { patch } } })).files;
    expect(parse(file?.text ?? '').providers.primary.config).toMatchObject({
      body: { note: '{note}' },
      ...(sent && { body_content_type: sent }),
    });
    expect(file?.text.includes('body_content_type')).toBe(sent !== undefined);
  });

  it('whose body is a text in JSON says that it is left out, as it would be sent without its quotes', () => {
    expect(importOpenApi(described({ type: 'string' }))).toEqual({
      files: [],
      notes: ['POST /it: its body is a text in JSON; left out'],
    });
  });

  it('whose parameters do not fit their path says so', () => {
    const parameter = (name: string, more: JsonObject = {}) => ({
      name,
      in: 'path',
      required: true,
      schema: {},
      ...more,
    });
    const operation = (...parameters: JsonObject[]) => ({ get: { parameters, responses: {} } });
    const paths = {
      '/a/{id}': operation(),
      '/b': operation(parameter('id')),
      '/c/{id}': operation(parameter('id', { style: 'matrix' })),
      '/d/{id}': operation(parameter('ID')),
    };
    const { files, notes } = importOpenApi(described({}, {}, { paths }));
    expect(files.map(({ text }) => [parse(text).providers.primary.config.path, parse(text).schema.input])).toEqual([
      ['/b', { type: 'object', properties: {} }],
    ]);
    expect(notes).toEqual([
      'GET /a/{id}: it has no parameter for {id} of its path; left out',
      'GET /b: the parameter "id" is left out: it is not in the path',
      'GET /c/{id}: its path has "id" in the style "matrix"; left out',
      'GET /d/{id}: it has no parameter for {id} of its path; left out',
    ]);
  });

  it('whose path item stands elsewhere is read', () => {
    const document = described({});
    const { '/it': item } = document.paths as JsonObject;
    const moved = {
      ...document,
      paths: { '/it': { $ref: '#/components/pathItems/It' } },
      components: { pathItems: { It: item ?? {} } },
    };
    expect(importOpenApi(moved).files.map(({ file }) => file)).toEqual(['odd_do_it.yaml']);
  });

  it.each<[string, JsonValue]>([
    ['no paths', null],
    ['a list for paths', []],
    ['an operation that is a text', { '/x': { get: 'no' } }],
    ['parameters that are no list', { '/x': { get: { parameters: { a: 1 }, responses: {} } } }],
    ['a parameter that is nothing', { '/x': { get: { parameters: [null, 5], responses: {} } } }],
    ['responses that are a list', { '/x': { get: { responses: [] } } }],
    ['a body that is a list', { '/x': { post: { requestBody: [], responses: {} } } }],
  ])('with %s stops nothing', (_what, paths) => {
    expect(() => importOpenApi(described({}, {}, { paths }))).not.toThrow();
  });
});
