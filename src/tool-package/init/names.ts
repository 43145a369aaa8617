import { createHash } from 'node:crypto';
import type { Tool } from '../runtime/adapters/manifest.js';

const MAX_NAME = 64;
const HASH_LENGTH = 8;

/** A tool's name from whatever the project calls it. A longer one is cut, with a hash so that it stays its own. */
export function toolName(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = /^[a-z]/.test(words) ? words : `tool_${words}`;
  if (name.length <= MAX_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, MAX_NAME - HASH_LENGTH - 1)}_${hash}`;
}

/** A property's name, as far as JSON Schema and the models' interfaces take it. */
export function propertyName(text: string): string {
  return (
    text
      .replace(/^-+/, '')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .slice(0, MAX_NAME) || 'value'
  );
}

/** Words as a title: `search_nodes` → `Search nodes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const READING = words(
  'get list show search find view describe check validate status version info parse format count explain read ' +
    'lookup fetch inspect diff log print compare analyze help is has',
);
const DESTROYING = words('delete remove drop reset revert purge clear destroy uninstall prune wipe kill revoke');
const WRITING = words(
  'create add update set put init insert upsert import export apply run send post approve settle build generate install ' +
    'publish push commit migrate seed rename move copy write save edit start stop enable disable',
);

/** What a tool may do, as far as its words tell. */
export type Nature = Pick<Tool, 'category' | 'risk' | 'idempotency'>;

export const READS: Nature = { category: 'read', risk: 'low', idempotency: 'idempotent' };
export const WRITES: Nature = { category: 'write', risk: 'medium', idempotency: 'unknown' };
export const DESTROYS: Nature = { category: 'write', risk: 'high', idempotency: 'unknown' };

/** Guesses by the verbs of a name. What no verb tells is taken for a write: read-only mode then refuses it. */
export function natureOf(name: string): Nature {
  const parts = name.split('_');
  if (parts.some((word) => DESTROYING.has(word))) return DESTROYS;
  if (parts.some((word) => WRITING.has(word))) return WRITES;
  return parts.some((word) => READING.has(word)) ? READS : WRITES;
}

/** Whether a word is a verb that tools are named by. */
export function isVerb(word: string): boolean {
  return [READING, WRITING, DESTROYING].some((verbs) => verbs.has(word.toLowerCase()));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
