import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../platform/common/json.js';
import type { PackagedTool as Tool } from '../../../tools/package-format/index.js';
import { plainLetters } from '../build/slug.js';

const MAX_NAME = 64;
const HASH_LENGTH = 8;

/** A tool's name from whatever the project calls it. A longer one is cut, with a hash so that it stays its own. */
export function toolName(text: string): string {
  const words = plainLetters(text)
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
    plainLetters(text)
      .replace(/^-+/, '')
      .replace(/[^A-Za-z0-9_]+/g, '_')
      .slice(0, MAX_NAME) || 'value'
  );
}

/** A property's name that none has yet: told apart by the kind of what it is, such as `option`, and where that is taken too, by a number. */
export function freeName(taken: JsonObject, name: string, kind: string): string {
  if (!(name in taken)) return name;
  const other = `${kind}_${name}`.slice(0, MAX_NAME);
  let free = other;
  for (let number = 2; free in taken; number += 1) {
    const ending = `_${number}`;
    free = `${other.slice(0, MAX_NAME - ending.length)}${ending}`;
  }
  return free;
}

/** Words as a title: `search_nodes` → `Search nodes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const READING = words(
  'get list ls show search find query view describe check validate verify lint status version info parse format count ' +
    'explain read lookup fetch inspect diff log logs print compare help is has ps cat head tail grep which whoami ping ' +
    'outdated tree history preview calculate compute convert encode decode escape unescape detect estimate',
);
const ANALYSING = words(
  'analyze analyse analytics report reports stats statistics metrics summary summarize usage insights',
);
/** What is gone afterwards, has ended, or stands where something else stood. */
const DESTROYING = words(
  'delete del remove rm rmi rmdir drop purge clear destroy uninstall prune wipe erase truncate unlink evict flush discard ' +
    'unpublish expunge forget shred scrub nuke zap cleanup gc unregister deregister untag ' +
    'kill terminate drain cancel abort shutdown reboot halt poweroff revoke ban suspend deactivate deprovision decommission ' +
    'reset revert rollback restore overwrite undo amend rebase squash recreate reformat mkfs',
);
/** The same, and money that moves; each is also the name of a thing, as in "list refunds" or "is empty". */
const DESTROYING_ALONE = words('pay payout charge refund transfer withdraw clean empty trash expire block retire');
const ADMINISTERING = words('login logout grant adduser impersonate chmod chown passwd promote demote delegate');
const WRITING = words(
  'create add update set put init insert upsert import export apply run send post approve settle build generate install ' +
    'publish push commit migrate seed rename move mv copy cp write save edit start stop restart enable disable unset ' +
    'store upload sync merge replace patch fix register deploy release assign attach detach submit schedule ' +
    'pay payout charge refund transfer withdraw execute invoke trigger launch',
);
/** Names of what executes the text it is given. */
const EXECUTING = words('exec eval evaluate spawn shell sh repl console ssh dlx foreach');
/** Names that begin so do: `execSync`, `run-script`. */
const EXECUTING_FIRST =
  /^(exec|eval|spawn)([^a-z]|$)|^run[-_]?([sS]cript|[cC]ommand|[sS]hell|[cC]ode|In(This|New)?Context)/;

/** What a tool may do, as far as its words tell. */
export type Nature = Pick<Tool, 'category' | 'risk' | 'idempotency'>;

export const READS: Nature = { category: 'read', risk: 'low', idempotency: 'idempotent' };
export const WRITES: Nature = { category: 'write', risk: 'medium', idempotency: 'unknown' };
export const DESTROYS: Nature = { category: 'write', risk: 'high', idempotency: 'unknown' };
const ANALYSES: Nature = { ...READS, category: 'analytics' };
const ADMINISTERS: Nature = { ...DESTROYS, category: 'admin' };

/** Guesses by the verbs of a name. What no verb tells is taken for a write: read-only mode then refuses it. */
export function natureOf(name: string): Nature {
  const parts = name.split('_');
  const has = (verbs: ReadonlySet<string>) => parts.some((word) => verbs.has(word));
  if (has(DESTROYING) || (has(DESTROYING_ALONE) && !has(READING))) return DESTROYS;
  if (has(ADMINISTERING)) return ADMINISTERS;
  if (has(WRITING)) return WRITES;
  if (has(ANALYSING)) return ANALYSES;
  return has(READING) ? READS : WRITES;
}

/** A description that begins with what destroys, as "Removes …", raises the risk that the name tells. */
export function raisedBy(description: string, nature: Nature): Nature {
  const first = /^[\w-]+/.exec(description)?.[0].toLowerCase() ?? '';
  return DESTROYING.has(first) || DESTROYING.has(first.replace(/e?s$/, '')) || DESTROYING.has(first.replace(/s$/, ''))
    ? { ...nature, category: nature.category === 'admin' ? 'admin' : 'write', risk: 'high' }
    : nature;
}

/** Whether a command or a function of that name would run whatever a model gives it. */
export function runsAnything(name: string): boolean {
  return EXECUTING.has(name.toLowerCase()) || EXECUTING_FIRST.test(name);
}

/** Whether a word is a verb that tools are named by. */
export function isVerb(word: string): boolean {
  return [READING, ANALYSING, WRITING, DESTROYING].some((verbs) => verbs.has(word.toLowerCase()));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
