import type { Handler } from './handlers.js';

/** What each kind of handler must have, so that a slip is told when the service starts. */
const SHAPES: Readonly<
  Record<Handler['kind'], Readonly<Record<string, 'string' | 'function' | 'methods' | 'request'>>>
> = {
  action: { name: 'string', methods: 'methods' },
  tool: { toolCode: 'string', execute: 'function' },
  'http-api-request': { toolCode: 'string', requestSpec: 'request' },
  'http-api-processor': { toolCode: 'string', wsHandler: 'function' },
  'response-mapper': { name: 'string', map: 'function' },
  'tool-group': { toolGroup: 'string', execute: 'function' },
  workflow: { name: 'string', run: 'function' },
  'rule-task': { name: 'string', methods: 'methods' },
  'response-transformer': { intent: 'string', state: 'string', transform: 'function' },
  'container-data': { load: 'function' },
  'step-hook': {},
  'mcp-resource': { uri: 'string', name: 'string', read: 'function' },
  'mcp-prompt': { name: 'string', render: 'function' },
};

export const HANDLER_KINDS = Object.keys(SHAPES) as Handler['kind'][];

/** A value as a handler, or what it lacks. */
export function asHandler(value: unknown): { readonly handler: Handler } | { readonly problem: string } {
  if (typeof value !== 'object' || value === null) return { problem: 'a handler is an object with a kind' };
  const candidate = value as Record<string, unknown>;
  const kind = HANDLER_KINDS.find((known) => known === candidate.kind);
  if (!kind) return { problem: `kind "${String(candidate.kind)}" is unknown; use ${HANDLER_KINDS.join(', ')}` };
  for (const [key, type] of Object.entries(SHAPES[kind])) {
    if (!fits(candidate[key], type)) return { problem: `a handler of kind "${kind}" needs ${describe(key, type)}` };
  }
  return { handler: value as Handler };
}

function fits(value: unknown, type: string): boolean {
  if (type === 'string') return typeof value === 'string' && value.trim() !== '';
  if (type === 'function') return typeof value === 'function';
  if (type === 'request' && typeof value === 'function') return true;
  if (type === 'request') return typeof value === 'object' && value !== null && 'url' in value;
  const methods = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return methods.length > 0 && methods.every((method) => typeof method === 'function');
}

function describe(key: string, type: string): string {
  if (type === 'string') return `a text "${key}"`;
  if (type === 'request') return `"${key}" as an object with a url or a function that returns one`;
  return type === 'function' ? `a function "${key}"` : `"${key}" as an object of functions`;
}
