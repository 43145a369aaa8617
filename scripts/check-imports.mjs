// Holds the direction of imports between the folders of src: each may use those its row lists, through their index
// alone (src/common has no index: its files are used directly). Run by `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Folder, or one inside another → folders it may import from. Everything may use common; what stands in src itself may use everything. */
const MAY_USE = {
  common: [],
  config: [],
  persistence: ['config'],
  audit: ['config', 'persistence'],
  llm: ['config', 'persistence'],
  handlers: ['persistence', 'secrets'],
  language: ['config'],
  'dialogue-act': ['language', 'slots'],
  slots: ['language'],
  'intent-classifier': [],
  'capabilities/capability-file': [],
  'capabilities/openapi': [],
  'capabilities/playbook': ['capabilities/transform'],
  'capabilities/registry': [
    'capabilities/capability-file',
    'capabilities/playbook',
    'capabilities/transform',
    'flow',
    'handlers',
    'secrets',
  ],
  'capabilities/transform': [],
  flow: [
    'capabilities/playbook',
    'capabilities/transform',
    'handlers',
    'intent-classifier',
    'persistence',
    'sql-guard',
  ],
  'sql-guard': ['config'],
  'pending-action': ['handlers', 'persistence'],
  conversation: ['audit', 'pending-action', 'persistence'],
  secrets: [],
  egress: ['config'],
  tools: [
    'audit',
    'capabilities/playbook',
    'capabilities/transform',
    'config',
    'egress',
    'flow',
    'handlers',
    'persistence',
    'secrets',
    'sql-guard',
    'tool-package',
    'webhooks',
  ],
  planner: ['flow'],
  knowledge: ['config', 'flow', 'handlers', 'language', 'persistence', 'sql-guard'],
  'shipped-tools': ['config', 'handlers', 'llm', 'persistence', 'tools'],
  turn: [
    'audit',
    'capabilities/registry',
    'config',
    'conversation',
    'dialogue-act',
    'egress',
    'flow',
    'handlers',
    'intent-classifier',
    'language',
    'llm',
    'pending-action',
    'persistence',
    'planner',
    'slots',
    'sql-guard',
    'tools',
  ],
  capabilities: ['capabilities/capability-file', 'capabilities/registry', 'flow', 'tool-package'],
  webhooks: ['config', 'persistence'],
  http: ['audit', 'config', 'flow', 'persistence', 'shipped-tools', 'tools', 'turn'],
  mcp: ['config', 'flow', 'handlers', 'http', 'persistence', 'secrets', 'shipped-tools', 'tools', 'turn'],
  'tool-package': ['config'],
  'tool-api': ['config', 'flow', 'handlers', 'http', 'mcp', 'tools', 'turn'],
  cli: [
    'capabilities',
    'capabilities/openapi',
    'capabilities/registry',
    'config',
    'egress',
    'flow',
    'handlers',
    'http',
    'knowledge',
    'mcp',
    'persistence',
    'sql-guard',
    'tool-package',
    'tools',
    'turn',
  ],
};

const src = resolve(import.meta.dirname, '../src');
const files = readdirSync(src, { recursive: true }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'),
);
const problems = files.flatMap((file) => problemsOf(file));

for (const problem of problems) console.error(problem);
if (files.length < 100) console.error(`only ${files.length} files were read: this check looks at the wrong place`);
if (problems.length > 0 || files.length < 100) process.exit(1);
console.log(`imports of ${files.length} files follow the direction of the folders`);

function problemsOf(file) {
  const [folder, ...rest] = placeOf(file);
  if (rest.length === 0) return [];
  const allowed = MAY_USE[folder];
  if (!allowed) return [`src/${file}: the folder "${folder}" has no row in scripts/check-imports.mjs`];
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, target]) => {
    const [used, ...inside] = placeOf(relative(src, resolve(src, dirname(file), target)));
    if (used === folder || used === 'common' || inside.length === 0) return [];
    if (used === '..') return [];
    if (!allowed.includes(used)) return [`src/${file}: ${folder} must not use ${used}`];
    return inside.join('/') === 'index.js'
      ? []
      : [`src/${file}: enter ${used} through its index.js, not ${inside.join('/')}`];
  });
}

/** The folder that a row is about, and what follows: one inside another where it has a row of its own. */
function placeOf(file) {
  const [first, second, ...rest] = file.split(sep);
  if (MAY_USE[`${first}/${second}`]) return [`${first}/${second}`, ...rest];
  return second === undefined ? [first] : [first, second, ...rest];
}
