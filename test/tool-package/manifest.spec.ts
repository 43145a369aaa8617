import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildPackage } from '../../src/authoring/toolgen/index.js';
import { checkManifest, type PackagedTool as Tool } from '../../src/tools/package-format/index.js';
import { echoBinding, echoTool, manifestOf, temporaryFolder, writeManifest } from './package-fixture.js';

const paths = (...tools: unknown[]) => checkManifest(manifestOf(tools as Tool[])).map(({ path }) => path);
const tool = echoTool();

describe('a manifest', () => {
  it('of strict tools with examples has no problems', () => {
    expect(checkManifest(manifestOf([tool]))).toEqual([]);
  });

  it.each([
    ['a tool without examples', { examples: [] }, 'tools[0].examples'],
    ['a name that is not snake_case', { name: 'Search-Nodes' }, 'tools[0].name'],
    ['a name of 65 characters', { name: 'a'.repeat(65) }, 'tools[0].name'],
    ['an unknown field', { colour: 'red' }, 'tools[0].colour'],
    [
      'an example input that its schema refuses',
      { examples: [{ input: { q: 1 }, output: { argv: [] } }] },
      'tools[0].examples[0].input#/q',
    ],
    [
      'an example with an unknown property',
      { examples: [{ input: { q: 'a', z: 1 }, output: { argv: [] } }] },
      'tools[0].examples[0].input#',
    ],
    [
      'an example output that its schema refuses',
      { examples: [{ input: { q: 'a' }, output: {} }] },
      'tools[0].examples[0].output#',
    ],
    [
      'a reading tool that is told what to run',
      { constraints: { ...tool.constraints, command_inputs: ['q'] } },
      'tools[0].constraints.command_inputs',
    ],
    [
      'an input of what is run that it does not have',
      { category: 'write', risk: 'high', constraints: { ...tool.constraints, command_inputs: ['z'] } },
      'tools[0].constraints.command_inputs[0]',
    ],
    [
      'an exit code that is an answer and an error',
      { binding: echoBinding({ ok_exit_codes: [1], exit_codes: { 1: 'NOT_FOUND' } }) },
      'tools[0].binding.exit_codes.1',
    ],
    [
      'a schema that is none',
      { input_schema: { type: 'object', properties: { q: { type: 'strung' } } } },
      'tools[0].input_schema',
    ],
    [
      'no error codes',
      { error_schema: { type: 'object', required: ['code'], properties: { code: { type: 'string' }, message: {} } } },
      'tools[0].error_schema.properties.code.enum',
    ],
    [
      'an exit code with an unknown error',
      { binding: echoBinding({ exit_codes: { 3: 'ODD' } }) },
      'tools[0].binding.exit_codes.3',
    ],
    [
      'a command that is not allowed',
      { binding: echoBinding({ command: ['rm', '-rf'] }) },
      'tools[0].binding.command[0]',
    ],
    [
      'a Python that is not allowed',
      { binding: { type: 'python', interpreter: 'python3', module: 'a', function: 'f', result: { parse: 'json' } } },
      'tools[0].binding.interpreter',
    ],
    [
      'an input that goes nowhere',
      { binding: echoBinding({ arguments: [{ property: 'q' }], stdin: 'tags' }) },
      'tools[0].binding',
    ],
    [
      'retries of what may not be repeated',
      { idempotency: 'unknown', constraints: { ...tool.constraints, retries: 1 } },
      'tools[0].constraints.retries',
    ],
    [
      'allowed paths without the inputs they are for',
      { constraints: { ...tool.constraints, allowed_paths: ['a'] } },
      'tools[0].constraints.path_inputs',
    ],
  ])('with %s is refused, with the place', (_case, changes, path) => {
    expect(paths({ ...tool, ...changes })).toContain(path);
  });

  it('with the same name twice is refused', () => {
    expect(paths(tool, tool)).toEqual(['tools[1].name']);
  });

  it('with a tool that asks is refused unless another takes the word, and its own output says what for', () => {
    const asks = { ...tool, constraints: { ...tool.constraints, confirmed_by: 'search_entries' } };
    expect(paths(asks)).toEqual([
      ...Array(3).fill('tools[0].output_schema'),
      ...Array(2).fill('tools[0].constraints.confirmed_by'),
    ]);
    expect(paths({ ...tool, constraints: { ...tool.constraints, confirmed_by: 'nobody' } })).toEqual([
      'tools[0].constraints.confirmed_by',
    ]);
  });

  it('with a path parameter that nothing fills is refused', () => {
    const remote = { type: 'remote-http', method: 'GET', path: '/a/{id}', result: { parse: 'json' } } as const;
    const parameters = {
      q: { in: 'query' },
      limit: { in: 'query' },
      all: { in: 'query' },
      tags: { in: 'path', name: 'x' },
    };
    expect(paths({ ...tool, binding: { ...remote, parameters } })).toEqual([
      'tools[0].binding',
      'tools[0].binding.path',
      'tools[0].binding.parameters',
    ]);
  });

  it('with a list of values that is not the last parameter is refused', () => {
    const own = { type: 'in-process', module: './a.js', export: 'f', result: { parse: 'json' } } as const;
    const parameters = ['tags', 'q', 'limit', 'all'];
    expect(paths({ ...tool, binding: { ...own, parameters, rest: 'tags' } })).toContain('tools[0].binding.rest');
    expect(paths({ ...tool, binding: { ...own, parameters, rest: 'all' } })).toEqual([]);
  });

  it('that cannot be used is not built: the error names the place, and nothing is written', () => {
    const folder = temporaryFolder();
    writeManifest(folder, manifestOf([{ ...tool, examples: [] }]));
    expect(() => buildPackage(folder)).toThrow(/tools\[0\]\.examples must have at least 1 item/);
    expect(() => buildPackage(folder)).toThrow(expect.objectContaining({ code: 'MANIFEST_INVALID' }));
    expect(readdirSync(folder)).toEqual(['tool.manifest.json']);
  });
});
