import {
  type Auth,
  isAllowedReadOnly,
  type JsonObject,
  type Manifest,
  type PackagedTool as Tool,
  variablesOf,
} from '../../../tools/package-format/index.js';
import { GENERATED } from './generated.js';
import { slugOf } from './slug.js';

const MEANINGS: Readonly<Record<string, string>> = {
  INVALID_INPUT: 'the input is not what the schema says; `details.field` is a JSON Pointer. Correct it and call again.',
  NOT_FOUND: 'what the input names does not exist.',
  CONFLICT: 'the state of the project does not allow it now.',
  UNAUTHORIZED: 'the credential is missing or refused. Ask the operator.',
  FORBIDDEN: 'not allowed: read-only mode, a path outside of the allowed ones, or a refusal of the project.',
  TIMEOUT: 'not done in time and ended. For a write, find out whether it happened before calling again.',
  RATE_LIMITED: 'called too often; wait for `details.retry_after_ms`.',
  UPSTREAM_ERROR: 'the project failed or answered something unexpected; `details` says more.',
  INTERNAL_ERROR: 'the tool package itself failed.',
};

/** The usage guide for people and models, for whatever protocol a tool is called by. */
export function renderSkill(manifest: Manifest): string {
  const sections = [whatItDoes, whenToUse, available, inputsAndOutputs, examples, failures, safety, operation];
  const head = `<!-- ${GENERATED} -->\n\n# Skill: ${line(manifest.project.name)} tooling`;
  return `${[head, ...sections.map((section) => section(manifest))].join('\n\n')}\n`;
}

/** The same in short, as agents load it: front matter and less than a page, which leads to skill.md. */
export function renderAgentSkill({ project, tools }: Manifest): string {
  const shown = tools
    .slice(0, 100)
    .map(({ name, description, risk }) => `- \`${name}\` (risk: ${risk}): ${firstSentence(description)}`);
  const more = tools.length > shown.length ? [`- and ${tools.length - shown.length} more, in skill.md`] : [];
  const description = `${line(project.description)} Use it to ${list(tools.slice(0, 8).map(({ title }) => line(title).toLowerCase()))}.`;
  return [
    '---',
    `name: ${slugOf(project.name)}`,
    `description: ${JSON.stringify(description.slice(0, 1000))}`,
    '---',
    '',
    `<!-- ${GENERATED} -->`,
    '',
    `# ${line(project.name)}`,
    '',
    'Each call is a tool name and a JSON object: `{ "tool": "NAME", "input": { … } }`. Unknown properties are refused.',
    '',
    ...shown,
    ...more,
    '',
    'Inputs, outputs, examples, errors and limits: [skill.md](../../skill.md).',
    '',
  ].join('\n');
}

function whatItDoes({ project, tools }: Manifest): string {
  return `## What this skill does\n\n${line(project.description)}\n\nIt offers ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'} of ${line(project.name)} ${line(project.version)}. A call is a tool name and a JSON object; the answer is a JSON object or an error with a code.`;
}

function whenToUse({ tools }: Manifest): string {
  const reading = tools.filter(isAllowedReadOnly);
  const writing = tools.filter((tool) => !isAllowedReadOnly(tool));
  return [
    '## When to use it',
    '',
    ...tools.map(({ name, description }) => `- To do this: ${firstSentence(description)} → \`${name}\``),
    '',
    '### When NOT to use it',
    '',
    `- For anything that no tool above does. ${whatRuns(tools)}`,
    ...(writing.length > 0
      ? [
          `- Without the consent of the user, for what changes something: ${list(writing.map(({ name }) => `\`${name}\``))}.`,
        ]
      : []),
    ...(reading.length === 0 ? ['- In read-only mode: every tool is refused then.'] : []),
  ].join('\n');
}

/** Whether a tool takes something that is run, as far as the manifest tells. */
function whatRuns(tools: readonly Tool[]): string {
  const running = tools.flatMap(({ name, constraints: { command_inputs = [] } }) =>
    command_inputs.length > 0 ? [`\`${name}\` by ${list(command_inputs.map((input) => `\`${input}\``))}`] : [],
  );
  if (running.length === 0) return 'No tool takes a command, code or a configuration to run.';
  return `What is run can be told to ${list(running)}: only with what the user has seen and wants.`;
}

function available({ tools }: Manifest): string {
  const rows = tools.map(({ name, description, category, risk, idempotency }) => {
    return `| \`${name}\` | ${cell(description)} | ${category} | ${risk} | ${idempotency} |`;
  });
  const head = ['| tool | what it does | category | risk | idempotency |', '|---|---|---|---|---|'];
  return ['## Available tools', '', ...head, ...rows].join('\n');
}

function inputsAndOutputs({ tools }: Manifest): string {
  const parts = tools.map(({ name, input_schema, output_schema }) => {
    const link = `[schemas](mcp/src/schemas/${name}.schema.json)`;
    return `### ${name}\n\nInput:\n\n${fields(input_schema)}\n\nOutput:\n\n${fields(output_schema)}\n\nExactly: ${link}`;
  });
  return ['## Inputs and outputs', ...parts].join('\n\n');
}

function fields({ properties, required = [] }: JsonObject): string {
  const entries = Object.entries((properties ?? {}) as JsonObject);
  if (entries.length === 0) return '- nothing';
  return entries
    .map(([name, schema]) => `- \`${name}\` ${about(schema as JsonObject, name, required as string[])}`)
    .join('\n');
}

function about(schema: JsonObject, name: string, required: readonly string[]): string {
  const type = [schema.type ?? 'any'].flat().join(' or ');
  const choices = Array.isArray(schema.enum)
    ? `, one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
    : '';
  const preset = schema.default === undefined ? '' : `, default ${JSON.stringify(schema.default)}`;
  const text = typeof schema.description === 'string' ? `: ${line(schema.description)}` : '';
  return `(${type}, ${required.includes(name) ? 'required' : 'optional'}${choices}${preset})${text}`;
}

function examples({ tools }: Manifest): string {
  const parts = tools.map(({ name, examples: [first] }) => {
    const { input = {}, output = {} } = first ?? {};
    return [
      `### Calling ${name}`,
      `Generic:\n\n${block({ tool: name, input })}`,
      `MCP (\`tools/call\`):\n\n${block({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })}`,
      `Answer:\n\n${block(output)}`,
    ].join('\n\n');
  });
  return ['## Examples', ...parts].join('\n\n');
}

function failures({ tools }: Manifest): string {
  const codes = [...new Set(tools.flatMap(codesOf))].sort();
  const rows = codes.map(
    (code) => `- \`${code}\`: ${MEANINGS[code] ?? `a failure of its own of ${list(ownersOf(code, tools))}.`}`,
  );
  const shape =
    'An error is `{ "code", "message", "details" }`; over MCP it stands as `{ "error": … }` in a result with `isError`.';
  return ['## Failure modes and error codes', '', shape, '', ...rows].join('\n');
}

function codesOf({ error_schema }: Tool): string[] {
  return (error_schema as unknown as { properties: { code: { enum: string[] } } }).properties.code.enum;
}

function ownersOf(code: string, tools: readonly Tool[]): string[] {
  return tools.filter((tool) => codesOf(tool).includes(code)).map(({ name }) => `\`${name}\``);
}

function safety({ tools }: Manifest): string {
  const rows = tools.map((tool) => {
    const { constraints, name, timeout_ms } = tool;
    const rate = constraints.rate_limit ? `${constraints.rate_limit.requests_per_minute} a minute` : 'none';
    const paths = constraints.allowed_paths?.map((path) => `\`${path}\``).join(', ') ?? '–';
    const effects = constraints.side_effects.map(cell).join('; ') || 'none';
    return `| \`${name}\` | ${isAllowedReadOnly(tool) ? 'works' : 'refused'} | ${timeout_ms} ms | ${rate} | ${paths} | ${effects} |`;
  });
  const notes = tools.flatMap(({ name, constraints: { notes = [], confirmed_by } }) =>
    [
      ...(confirmed_by
        ? [
            `Only asks: nothing is done before \`${confirmed_by}\` has passed the user's yes on, or the user has agreed at the \`consent_url\` of the answer.`,
          ]
        : []),
      ...notes,
    ].map((note) => `- \`${name}\`: ${line(note)}`),
  );
  const head = [
    '| tool | READ_ONLY=1 | timeout | rate limit | allowed paths | side effects |',
    '|---|---|---|---|---|---|',
  ];
  const intro =
    'Read-only mode is on when the environment variable `READ_ONLY` is exactly `1`; refused tools answer `FORBIDDEN`. A text without a limit of its own may have 4096 characters.';
  return [
    '## Safety and constraints',
    '',
    intro,
    '',
    ...head,
    ...rows,
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

function credentialsIn({ auth, credentials }: Manifest['project']): Auth[] {
  return [...(auth ? [auth] : []), ...Object.values(credentials ?? {})];
}

function credential(project: Manifest['project']): string {
  const auths = credentialsIn(project);
  const names = auths.map((auth) =>
    variablesOf(auth)
      .map((name) => `\`${name}\``)
      .join(' and '),
  );
  if (names.length === 0) return 'No credential is needed.';
  if (names.length > 1) return `Each call sends what it needs of the credentials in ${names.join(', ')}.`;
  if (auths[0]?.required === false) return `It sends the credential in ${names[0]}, where that is set.`;
  return `It needs a credential in ${names[0]}.`;
}

/** One line for each variable that holds a credential. */
function credentialVariables(project: Manifest['project']): string[] {
  return credentialsIn(project).flatMap(({ type, env, client_id_env: client, token_url: url }) => [
    ...(client === undefined ? [] : [`- \`${client}\`: the name of the client that gets access tokens at ${url}.`]),
    `- \`${env}\`: ${HELD[type]}.`,
  ]);
}

const HELD: Readonly<Record<Auth['type'], string>> = {
  bearer: 'the credential of the service',
  header: 'the credential of the service',
  query: 'the credential of the service',
  cookie: 'the credential of the service',
  basic: 'the login of the service, `user:password`',
  oauth2: 'the secret of that client',
};

function operation({ project }: Manifest): string {
  const variables = [
    '- `READ_ONLY=1`: refuse what changes something.',
    '- `LOG_PAYLOADS=1`: log inputs and answers too; credentials are blacked out.',
    project.execution_model === 'remote-http'
      ? '- `TOOL_BASE_URL`: address of the service, where it is another.'
      : '- `TOOL_PROJECT_ROOT`: folder of the project, where it lies elsewhere.',
    ...credentialVariables(project),
    ...(project.environment ?? []).map((name) => `- \`${name}\`: handed to the commands.`),
  ];
  const models = {
    subprocess: 'Each call starts a process; it and what it starts are killed at the timeout.',
    'in-process': 'Calls run on threads that are kept; a call that takes too long ends its thread.',
    'remote-http': 'Each call is one request; redirects are not followed.',
  };
  return [
    '## Operational notes',
    '',
    `Set up: \`cd mcp && npm install\`, then \`node src/server.ts\` (Node.js 22.18 or later) is the MCP server. ${credential(project)} With \`--http 8788\` it serves programs on this machine at http://127.0.0.1:8788/mcp instead.`,
    '',
    'Environment:',
    '',
    ...variables,
    '',
    `${models[project.execution_model]} Each call writes one line of JSON to the standard error output: request_id, tool, duration_ms, status, error.code.`,
  ].join('\n');
}

function block(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<!--', '').trim();
}

function cell(text: string): string {
  return line(text).replaceAll('|', '\\|');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(line(text))?.[0] ?? line(text);
}

function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
