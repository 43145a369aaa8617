/**
 * One name for each field, however it is written: `$Event->{Severity}`, `$.event.Severity` and `event.severity` are
 * `event.severity`; `$v3` and `$.trap.variables[2].value` are `trap.variables[2]`; `$ifAdmin`, `$.trap.ifAdmin` and a
 * bare `ifAdmin` are `trap.ifadmin`.
 */
export function eventField(name: string): string {
  return `event.${name.toLowerCase()}`;
}

/** The address that a trap came from. */
const SOURCE_ADDRESS = 'source.ip';

/** A variable of a legacy rule that the rule does not set itself. */
export function legacyVariable(name: string): string {
  const varbind = /^v(\d+)$/.exec(name)?.[1];
  if (varbind !== undefined) return varbindName(Number(varbind) - 1);
  return name.toLowerCase() === 'ip' ? SOURCE_ADDRESS : `trap.${name.toLowerCase()}`;
}

function varbindName(index: number): string {
  return `trap.variables[${index}]`;
}

const PATH = /^\$?\.?([A-Za-z_][\w-]*)((?:\.[\w-]+|\[\d+\]|\['[^']*'\])*)$/;
const ROOTS = new Set([
  'event',
  'trap',
  'syslog',
  'source',
  'lookups',
  'localmem',
  'globalmem',
  'foreach',
  'error',
  'tmp',
]);

/** Whether a text of a template is a path and not a value: `$.event.Node`. */
export function isPath(text: string): boolean {
  return text.startsWith('$.') && PATH.test(text);
}

/** The canonical name of a path of a template; a bare word is a field of the trap. */
export function templatePath(path: string): string {
  const [, root = '', rest = ''] = PATH.exec(path.trim()) ?? [];
  const name = `${root}${rest}`.toLowerCase();
  const varbind = /^trap\.variables\[(\d+)\](\.value)?$/.exec(name)?.[1];
  if (varbind !== undefined) return varbindName(Number(varbind));
  if (/^v\d+$/.test(name) || !ROOTS.has(root.toLowerCase())) return legacyVariable(name || path.trim().toLowerCase());
  return name === 'trap.ip' ? SOURCE_ADDRESS : name;
}

const IDENTITY =
  /^trap\.(?:(?:generic|specific)(?:_?trap)?|enterprise|(?:snmp)?_?trap_?(?:oid|name|type|id)|(?:trap|notification|notify)_?(?:oid|name)|oid|objectname)$/;

/** Whether a field says which object a trap is of: what a rule of several objects chooses by. */
export function isIdentity(name: string): boolean {
  return IDENTITY.test(name);
}

/** Fields that only carry a value from one processor to the next. */
export function isTemporary(name: string): boolean {
  return /^(tmp|localmem|globalmem|foreach)\./.test(name);
}

/** Names that say nothing about what is in them: places in a list, and temporary fields. */
export function isAnonymous(name: string): boolean {
  return isTemporary(name) || name.startsWith('trap.variables[');
}

/** The last part of a name, as people call the field. */
export function shortName(name: string): string {
  return name.split('.').at(-1) ?? name;
}
