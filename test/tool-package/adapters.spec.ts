import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../src/authoring/toolgen/index.js';
import { echoTool, installLibraries, manifestOf, temporaryFolder, writeManifest } from './package-fixture.js';

const run = promisify(execFile);
const folder = temporaryFolder();

/** A program of somebody who uses the package: it prints what the adapters answer. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { langchainTools } from './adapters/langchain.tools.ts';
import { answerToolCall } from './adapters/openai.tools.ts';
import { Invoker } from './mcp/src/adapters/invoker.ts';

const manifest = JSON.parse(readFileSync('mcp/manifest.json', 'utf8'));
const invoker = new Invoker(manifest, { base: import.meta.dirname, log: () => {} });
const [tool] = langchainTools(invoker);
const openai = (args: string, name = 'search_entries') =>
  answerToolCall(invoker, { id: 'call-1', function: { name, arguments: args } });
const answers = {
  langchain: [tool?.name, tool?.description, await tool?.invoke({ q: 'rent', limit: 2 })],
  langchainCall: await tool?.invoke({ type: 'tool_call', id: 'c-1', name: 'search_entries', args: { q: 'a' } }),
  langchainWrong: await tool?.invoke({ q: 42 }).catch((error: Error) => error.constructor.name),
  openai: await openai('{"q":"rent","limit":null,"all":true,"tags":null}'),
  openaiWrong: [await openai('{"q":42}'), await openai('no JSON'), await openai('{}', 'nothing')],
};
console.log(JSON.stringify(answers));
await invoker.close();
`;

const TSCONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    noUnusedLocals: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['adapters', 'mcp/src', 'tests', 'program.ts'],
};

beforeAll(() => {
  writeManifest(folder, manifestOf([echoTool()]));
  buildPackage(folder);
  installLibraries(folder);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
});

describe('the adapters of a package', () => {
  it('call its tools: for LangChain, and for tool calls of OpenAI with the nulls of strict mode', async () => {
    const { stdout } = await run('node', ['program.ts'], { cwd: folder });
    const { langchain, langchainCall, langchainWrong, openai, openaiWrong } = JSON.parse(stdout);
    expect(langchain).toEqual(['search_entries', echoTool().description, '{"argv":["--limit","2","--","rent"]}']);
    expect(langchainCall.kwargs).toMatchObject({ content: '{"argv":["--","a"]}', tool_call_id: 'c-1' });
    expect(langchainWrong).toBe('ToolInputParsingException');
    expect(openai).toEqual({ role: 'tool', tool_call_id: 'call-1', content: '{"argv":["--all","--","rent"]}' });
    const codes = openaiWrong.map(({ content }: { content: string }) => JSON.parse(content).error.code);
    expect(codes).toEqual(['INVALID_INPUT', 'INVALID_INPUT', 'NOT_FOUND']);
  });

  it('and everything else that is generated have the types they say they have', async () => {
    const { stdout } = await run('node', [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch((e) => e);
    expect(stdout).toBe('');
  });

  it('give OpenAI schemas that strict mode takes: every object is closed and requires all it has', () => {
    const { tools } = JSON.parse(readFileSync(join(folder, 'adapters/openai.functions.strict.json'), 'utf8'));
    const objects: Record<string, object>[] = [];
    JSON.stringify(tools, (_key, value) => {
      if (value?.properties !== undefined) objects.push(value);
      return value;
    });
    expect(objects.length).toBeGreaterThan(0);
    for (const { properties = {}, required, additionalProperties } of objects) {
      expect([additionalProperties, required]).toEqual([false, Object.keys(properties).sort()]);
    }
  });
});
