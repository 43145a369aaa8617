import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../platform/config/index.js';
import type { Manifest } from '../../../tools/package-format/index.js';
import { GENERATED } from './generated.js';
import { slugOf } from './slug.js';

const LIBRARIES = ['@modelcontextprotocol/server', 'ajv', 'ajv-formats', 're2js'];

/** `mcp/package.json`: the libraries are those that this package was tested with. */
export function serverPackage({ project }: Manifest): unknown {
  const own = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const tested = { ...own.devDependencies, ...own.dependencies };
  return {
    $comment: GENERATED,
    name: `${slugOf(project.name)}-llm-tools`,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=22.18' },
    scripts: {
      start: 'node src/server.ts',
      gateway: 'node src/gateway.ts',
      test: 'node --test ../tests/tool-contract.spec.ts',
    },
    dependencies: Object.fromEntries(LIBRARIES.map((name) => [name, tested[name]])),
  };
}

export function serverReadme({ project }: Manifest): string {
  return `<!-- ${GENERATED} -->

# MCP server of ${project.name}

\`\`\`sh
npm install
node src/server.ts                # MCP on standard input and output
node src/server.ts --http 8788    # MCP at http://127.0.0.1:8788/mcp
npm test                          # the contract tests
\`\`\`

A client starts it by \`{ "command": "node", "args": ["/path/to/llm-tooling/mcp/src/server.ts"] }\`. Node.js 22.18 or later
runs the files as they are. \`TOOL_GATEWAY_KEY=… node src/gateway.ts\` answers \`POST /tools/NAME\` on 127.0.0.1:8787.
Environment, limits and errors: [skill.md](../skill.md).
`;
}

export function packageReadme({ project }: Manifest): string {
  return `<!-- ${GENERATED} -->

# LLM tools of ${project.name}

| file | for |
|---|---|
| \`tool.manifest.json\` | the tools; edit it, then \`llm-toolgen build\` |
| \`overrides/*.json\` | changes laid over the manifest, as JSON Merge Patch: \`{ "tools": { "NAME": { … } } }\` |
| [skill.md](skill.md), \`skills/\` | the guide for people and models |
| [mcp/](mcp/README.md) | MCP server and HTTP gateway |
| \`adapters/openai.functions.json\` | the tools for function calling; \`.strict\` for strict mode |
| \`adapters/openai.tools.ts\` | answers the tool calls of a chat completion |
| \`adapters/langchain.tools.ts\` | LangChain tools, for a project that has @langchain/core |
| \`adapters/openapi.facade.json\` | OpenAPI document of the gateway |
| \`tests/\` | contract tests: \`cd mcp && npm install && npm test\` |

Only the manifest, \`overrides/\` and what \`init\` has written are edited by hand. \`generated.lock.json\` knows the
generated files: a build refuses to overwrite one that was edited unless \`--force\` is given.
`;
}

export const OPENAI_ADAPTER = `// ${GENERATED}
import type { Invoker } from '../mcp/src/adapters/invoker.ts';
import { withoutNulls } from '../mcp/src/adapters/null-values.ts';

/** A tool call of a chat completion. */
export interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Makes the call of a model, and gives the message that goes back to it. An error is an answer too. */
export async function answerToolCall(invoker: Invoker, { id, function: { name, arguments: text } }: ToolCall) {
  const tool = invoker.manifest.tools.find((one) => one.name === name);
  const outcome = await invoker.invoke(name, withoutNulls(tool?.input_schema, parse(text)), { isOfModel: true });
  const content = JSON.stringify(outcome.ok ? outcome.output : { error: outcome.error });
  return { role: 'tool' as const, tool_call_id: id, content };
}

/** What is no JSON is no input of any tool: the model is told so. */
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
`;

export const LANGCHAIN_ADAPTER = `// ${GENERATED}
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { describeForModels } from '../mcp/src/adapters/description.ts';
import type { Invoker } from '../mcp/src/adapters/invoker.ts';
import { closeObjects } from '../mcp/src/adapters/schemas.ts';

/**
 * Every tool of the manifest as a LangChain tool. A call that fails is an answer too, so that the model can act on it; an
 * input that the schema refuses is LangChain's own ToolInputParsingException, which its agents pass on.
 */
export function langchainTools(invoker: Invoker): StructuredToolInterface[] {
  return invoker.manifest.tools.map((definition) => {
    const { name, input_schema } = definition;
    return tool(
      async (input: unknown) => {
        const outcome = await invoker.invoke(name, input, { isOfModel: true });
        return JSON.stringify(outcome.ok ? outcome.output : { error: outcome.error });
      },
      {
        name,
        description: describeForModels(definition),
        schema: closeObjects(input_schema) as Record<string, unknown>,
      },
    );
  });
}
`;

export const CONTRACT_TESTS = `// ${GENERATED}
// Needs nothing of the project: cd mcp && npm install && npm test
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STANDARD_CODES, ToolFailure } from '../mcp/src/adapters/failure.ts';
import { type Execute, Invoker } from '../mcp/src/adapters/invoker.ts';
import type { Manifest } from '../mcp/src/adapters/manifest.ts';
import { compileCheck } from '../mcp/src/adapters/schemas.ts';

const base = join(import.meta.dirname, '..');
const read = (path: string) => JSON.parse(readFileSync(join(base, path), 'utf8'));
const manifest = read('mcp/manifest.json') as Manifest;
const invoker = (execute: Execute, env = {}) => new Invoker(manifest, { base, env, execute, log: () => {} });
const unreachable: Execute = () => assert.fail('the project was called');

test('the manifest is what its schema says', () => {
  assert.deepEqual(compileCheck(read('tool.manifest.schema.json'))(manifest), []);
});

test('skill.md names every tool', () => {
  const skill = readFileSync(join(base, 'skill.md'), 'utf8');
  for (const { name } of manifest.tools) assert.ok(skill.includes(\`### Calling \${name}\\n\`), name);
});

test('there is a golden request and response for every tool', () => {
  const names = manifest.tools.flatMap(({ name }) => [\`\${name}.request.json\`, \`\${name}.response.json\`]);
  assert.deepEqual(readdirSync(join(base, 'tests/golden')).sort(), names.sort());
});

for (const tool of manifest.tools) {
  const request = read(\`tests/golden/\${tool.name}.request.json\`);
  const response = read(\`tests/golden/\${tool.name}.response.json\`);
  const isError = compileCheck(tool.error_schema);

  test(\`\${tool.name}: the examples are what the schemas say\`, () => {
    for (const { input, output } of tool.examples) {
      assert.deepEqual(compileCheck(tool.input_schema, true)(input), []);
      assert.deepEqual(compileCheck(tool.output_schema)(output), []);
    }
  });

  test(\`\${tool.name}: the golden request gives the golden response\`, async () => {
    const tools = invoker(async (_tool, input) => {
      assert.deepEqual(input, request.input);
      return response.output;
    });
    assert.deepEqual(await tools.invoke(request.tool, request.input), { ok: true, output: response.output });
    await tools.close();
  });

  test(\`\${tool.name}: an unknown property is refused\`, async (context) => {
    const { additionalProperties, unevaluatedProperties } = tool.input_schema;
    if ((additionalProperties ?? unevaluatedProperties ?? false) !== false) return context.skip('the schema allows it');
    const outcome = await invoker(unreachable).invoke(tool.name, { ...request.input, unknown_property_: 1 });
    assert.equal(!outcome.ok && outcome.error.code, 'INVALID_INPUT');
    assert.deepEqual(isError(!outcome.ok && outcome.error), []);
  });

  test(\`\${tool.name}: an answer of another shape is an error\`, async () => {
    const outcome = await invoker(async () => 'not an object').invoke(tool.name, request.input);
    assert.equal(!outcome.ok && outcome.error.code, 'UPSTREAM_ERROR');
    assert.deepEqual(isError(!outcome.ok && outcome.error), []);
  });

  test(\`\${tool.name}: read-only mode is kept\`, async () => {
    const outcome = await invoker(async () => response.output, { READ_ONLY: '1' }).invoke(tool.name, request.input);
    const reads = ['read', 'analytics'].includes(tool.category) && tool.risk !== 'high';
    const isAllowed = reads && tool.constraints.read_only_mode_supported;
    assert.equal(outcome.ok ? 'ok' : outcome.error.code, isAllowed ? 'ok' : 'FORBIDDEN');
  });

  test(\`\${tool.name}: every error is what error_schema says\`, async () => {
    for (const code of STANDARD_CODES) {
      const once = { ...tool, idempotency: 'unknown' as const };
      const tools = new Invoker(
        { ...manifest, tools: [once] },
        { base, env: {}, log: () => {}, execute: () => Promise.reject(new ToolFailure(code, 'told', { a: 1 })) },
      );
      const outcome = await tools.invoke(tool.name, request.input);
      assert.equal(!outcome.ok && outcome.error.code, code);
      assert.deepEqual(isError(!outcome.ok && outcome.error), []);
    }
    const broken = await invoker(() => Promise.reject(new Error('secret'))).invoke(tool.name, request.input);
    assert.equal(!broken.ok && broken.error.code, 'INTERNAL_ERROR');
    assert.ok(!JSON.stringify(broken).includes('secret'));
  });
}
`;
