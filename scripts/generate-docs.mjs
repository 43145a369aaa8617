// Writes the parts of the documents that repeat what stands elsewhere; run it with `npm run docs`, after a build.
// With --check it writes nothing, and fails when a document is not what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument, visit } from 'yaml';
import { apiTypes } from '../console/types.mjs';
import { LOADING, RULES } from '../dist/src/authoring/lint/index.js';
import { PERMISSIONS, ROUTES } from '../dist/src/interfaces/callers/index.js';
import { ERRORS } from '../dist/src/platform/common/errors.js';
import { ROLES } from '../dist/src/platform/config/index.js';
import { CONFIG_KEYS } from '../dist/src/platform/config/keys.js';
import { drawArchitecture } from './draw-architecture.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

const documents = {
  'docs/errors.md': errors(),
  'docs/architecture.svg': drawArchitecture(),
  'docs/access.md': withPermissions(read('docs/access.md')),
  'docs/client.md': withExamples(read('docs/client.md')),
  'docs/configuration.md': configuration(),
  'docs/handlers.md': withExamples(read('docs/handlers.md')),
  'docs/workflows.md': withExamples(read('docs/workflows.md')),
  'docs/tools.md': withExamples(read('docs/tools.md')),
  'docs/validate.md': withRules(read('docs/validate.md')),
  'README.md': withExamples(read('README.md')),
  'src/interfaces/client/schema.ts': await apiTypes(),
};

const stale = Object.entries(documents).filter(([file, text]) => current(file) !== text);
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is stale; run "npm run docs".`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) writeFileSync(join(ROOT, file), text);
  console.log(stale.length > 0 ? `Wrote ${stale.map(([file]) => file).join(', ')}.` : 'Nothing to write.');
}

function current(file) {
  try {
    return read(file);
  } catch {
    return undefined;
  }
}

function errors() {
  const rows = Object.entries(ERRORS).map(([code, { status, recoverable, remedy, data }]) =>
    row(`<a id="${code}"></a>\`${code}\``, status, recoverable ? 'yes' : 'no', remedy, fields(data)),
  );
  return `# Errors

Generated from \`src/platform/common/errors.ts\` by \`npm run docs\`.

A request that fails is answered with the HTTP status below and this body:

\`\`\`json
{
  "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
  "intent": "ERROR",
  "state": "ERROR",
  "payload": { "type": "ERROR", "value": "{\\"errorCode\\":\\"…\\",\\"message\\":\\"…\\",\\"recoverable\\":true}" },
  "context": null,
  "success": false,
  "errorCode": "CONVERSATION_BUSY",
  "recoverable": true,
  "message": "what happened",
  "remedy": "what you can do",
  "data": { "retryAfterSeconds": 1 }
}
\`\`\`

- \`recoverable\` means that the same request may succeed later without a change.
- \`conversationId\` is null where the request named no valid conversation. \`data\` is there where there are details.
- \`Retry-After\` is sent with \`CONVERSATION_BUSY\`, \`SERVICE_OVERLOADED\`, \`TOO_MANY_REQUESTS\`, \`DATABASE_UNAVAILABLE\` and \`CONVERSATION_PERSIST_FAILED\`.
  It says when to ask again, which may take longer where the refused turn has [left its lease](faults.md#what-a-lost-answer-leaves).
- To callers whose \`Accept\` names \`application/problem+json\` with no less weight than \`application/json\`, it is said as problem
  details ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)): \`type\` (\`/api/docs/errors#CODE\`, this page), \`title\`, \`status\`, \`detail\` (the message),
  \`instance\` (\`urn:uuid:\` and the id of the request), and \`errorCode\`, \`recoverable\`, \`remedy\`, \`conversationId\`, \`data\` as above. \`/mcp\` answers in
  the errors of JSON-RPC, and the consent page with a page.
- A command or a start that fails prints the same code and message.
- The codes that begin with \`LLM_\` stand in audit and in \`ce_llm_call_log\`: a turn goes on without the model.

| Code | Status | Recoverable | What to do | Fields of \`data\` |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function fields(data) {
  return Object.entries(data)
    .map(([field, meaning]) => `\`${field}\`: ${meaning}`)
    .join('; ');
}

function configuration() {
  const source = read('config/default.yaml');
  const settings = readSettings(source);
  const sections = Map.groupBy([...CONFIG_KEYS.values()], ({ path }) => path[0]);
  const tables = [...sections].map(([section, keys]) => {
    const rows = keys.map(({ name }) => {
      const { value, meaning } = settings.get(name) ?? {};
      if (!meaning) throw new Error(`config/default.yaml gives ${name} no meaning.`);
      return row(`\`${name.slice('convengine.'.length)}\``, shown(value), meaning);
    });
    return `## ${section}\n\n| Key | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Configuration

Generated from \`config/default.yaml\` by \`npm run docs\`. Every key below begins with \`convengine.\`.

Write only what differs from the default. Later places win:

1. the defaults
2. \`config/convengine.yaml\` in the working directory
3. the files named by \`CONVENGINE_CONFIG\` (a comma list), then those of \`--config\`
4. the environment: \`convengine.flow.action-lifecycle.ttl-turns\` is \`CONVENGINE_FLOW_ACTION_LIFECYCLE_TTL_TURNS\`;
   an empty variable counts as not set
5. flags of the command line

Short names of the environment: \`DATABASE_URL\`, \`PORT\`, \`LLM_API_KEY\` (or \`OPENAI_API_KEY\`) and \`LOG_LEVEL\`; the full
name of the same key wins over them. \`\${NAME}\` and \`\${NAME:default}\` in a YAML value read the environment. Maps are
merged entry by entry, lists are replaced. An unknown key, a wrong type or a value out of range stops the start with a
message that names the key and its place. \`npx convengine config\` prints every effective value and where it came from.

\`\`\`yaml
# config/convengine.yaml
convengine:
  database:
    url: postgres://convengine:\${DB_PASSWORD}@db:5432/convengine
  flow:
    action-lifecycle:
      ttl-minutes: 10
\`\`\`

${tables.join('\n')}`;
}

/** Value and trailing comment of every key, by its dotted name. */
function readSettings(source) {
  const document = parseDocument(source);
  const settings = new Map();
  visit(document, {
    Pair(_index, pair, parents) {
      const names = [...parents.filter((parent) => parent.key), pair].map(({ key }) => key.value);
      const line = source.slice(pair.key.range[0]).split('\n', 1)[0];
      const value = pair.value?.toJS?.(document) ?? pair.value?.value;
      settings.set(names.join('.'), { value, meaning: line.split(' # ')[1] });
    },
  });
  return settings;
}

function shown(value) {
  const isMap = typeof value === 'object' && !Array.isArray(value);
  if (!isMap || Object.keys(value).length === 0) return `\`${JSON.stringify(value)}\``;
  return Object.entries(value)
    .map(([key, entry]) => `\`${key}: ${entry}\``)
    .join('<br>');
}

function row(...cells) {
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Fills `<!-- example FILE#REGION -->` … `<!-- end -->` with the region of that file as a code block. */
function withExamples(text) {
  return text.replaceAll(/(<!-- example (\S+)#(\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_all, begin, file, name, end) => {
    const language = file.endsWith('.sql') ? 'sql' : 'ts';
    return `${begin}\n\`\`\`${language}\n${region(file, name)}\n\`\`\`\n\n${end}`;
  });
}

/** Fills `<!-- rules -->` … `<!-- end -->` with the rules of `validate`. */
function withRules(text) {
  const sections = [...RULES, LOADING].map(({ id, title, why, example }) => {
    const code = (yaml) => `\`\`\`yaml\n${yaml}\n\`\`\``;
    return `### ${id} ${title}\n\n${why}\n\nNot:\n\n${code(example.wrong)}\n\nBut:\n\n${code(example.right)}`;
  });
  return text.replace(/(<!-- rules -->\n)[\s\S]*?(<!-- end -->)/, (_all, begin, end) => {
    return `${begin}\n${sections.join('\n\n')}\n\n${end}`;
  });
}

/** Fills `<!-- permissions -->` and `<!-- routes -->` with who may what, and which address needs what. */
function withPermissions(text) {
  const head = row('permission', 'what', ...ROLES);
  const line = row(...Array(ROLES.length + 2).fill('---'));
  const permissions = Object.entries(PERMISSIONS).map(([name, { what, roles }]) =>
    row(`\`${name}\``, what, ...ROLES.map((role) => ({ any: 'yes', own: 'own' })[roles[role]] ?? '')),
  );
  const needs = Map.groupBy(Object.entries(ROUTES), ([, access]) => access.needs);
  const routes = [...needs].map(([name, group]) =>
    row(`\`${name}\``, group.map(([route, { isShared }]) => `\`${route}\`${isShared ? ' shared' : ''}`).join('<br>')),
  );
  return text
    .replace(/(<!-- permissions -->\n)[\s\S]*?(<!-- end -->)/, (_all, begin, end) => {
      return `${begin}\n${[head, line, ...permissions].join('\n')}\n\n${end}`;
    })
    .replace(/(<!-- routes -->\n)[\s\S]*?(<!-- end -->)/, (_all, begin, end) => {
      return `${begin}\n${[row('permission', 'addresses'), row('---', '---'), ...routes].join('\n')}\n\n${end}`;
    });
}

function region(file, name) {
  const [, code] = new RegExp(`(?://|--) #region ${name}\n([\\s\\S]*?)(?://|--) #endregion`).exec(read(file)) ?? [];
  if (code === undefined) throw new Error(`${file} has no region "${name}".`);
  return code
    .trim()
    .replace(/'\.\.\/\.\.\/src\/(app|interfaces\/client)\/index\.js'/g, (_all, entrance) =>
      entrance === 'app' ? "'convengine'" : "'convengine/client'",
    );
}
