import { eventField, legacyVariable } from '../references.js';
import { type Expression, literal } from '../rule.js';
import { UnreadableText } from './scanner.js';

/** Variables of the rule are its own names until its program says what is in them. */
export function variableReference(name: string, keys: readonly Expression[]): Expression {
  const [key, property] = keys;
  if (!key) return { kind: 'reference', name: legacyVariable(name) };
  if (name === 'Event' && key.kind === 'literal' && keys.length === 1) {
    return { kind: 'reference', name: eventField(key.text ?? '') };
  }
  const isTable = property?.kind === 'literal' && keys.length === 2;
  if (!isTable && keys.length > 1) throw new UnreadableText(`$${name} is looked up more than twice`);
  return {
    kind: 'lookup',
    table: name.toLowerCase(),
    key,
    property: isTable ? (property.text ?? '').toLowerCase() : '',
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
const PART =
  /\\(?<escaped>[\s\S])|\$(?<event>Event->\{\s*['"]?(?<field>\w+)['"]?\s*\})|\$\{?(?<group>\d+)\}?|\$\{(?<braced>[A-Za-z_]\w*)\}|\$(?<name>[A-Za-z_]\w*)(?<keys>(?:(?:->)?\{\s*(?:'[^']*'|"[^"]*"|\$?\w+)\s*\}){1,2})?(?<more>->|\{)?|(?<plain>[^\\$]+|\$)/g;

/** `{key}`, `{'key'}` and `{$key}` */
function keysOf(text: string): Expression[] {
  return [...text.matchAll(/\{\s*(?<variable>\$)?['"]?(?<word>[^'"{}]*?)['"]?\s*\}/g)].map(({ groups = {} }) =>
    groups.variable === undefined ? literal(groups.word ?? '') : variableReference(groups.word ?? '', []),
  );
}

/** A text in double quotes, given without them: variables in it stand for their values. */
export function interpolated(inside: string): Expression {
  const parts = [...inside.matchAll(PART)].map(({ groups = {} }): Expression => {
    if (groups.escaped !== undefined) return literal(ESCAPES[groups.escaped] ?? groups.escaped);
    if (groups.field !== undefined) return { kind: 'reference', name: eventField(groups.field) };
    if (groups.group !== undefined) return { kind: 'capture', group: Number(groups.group) };
    const name = groups.braced ?? groups.name;
    if (name === undefined) return literal(groups.plain ?? '');
    if (groups.more !== undefined) throw new UnreadableText(`$${name} is looked up inside a text`);
    return variableReference(name, keysOf(groups.keys ?? ''));
  });
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind: 'text', parts };
}
