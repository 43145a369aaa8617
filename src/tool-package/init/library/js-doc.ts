import { parseExpression } from '@babel/parser';
import type * as t from '@babel/types';

/** What a comment says of a function. */
export interface JsDoc {
  readonly description: string;
  /** By name; `options.limit` for a property of one. */
  readonly parameters: ReadonlyMap<string, JsDocParameter>;
  readonly returns?: t.TSType;
  /** True where the comment says that it is not for others. */
  readonly isInternal: boolean;
}

interface JsDocParameter {
  readonly type?: t.TSType;
  readonly isOptional: boolean;
  readonly description: string;
}

/** Reads the last comment of a list. Types become those of TypeScript. */
export function readJsDoc(comments: readonly t.Comment[] | null | undefined): JsDoc {
  const text = comments?.findLast(({ type, value }) => type === 'CommentBlock' && value.startsWith('*'))?.value ?? '';
  const lines = text.split('\n').map((line) => line.replace(/^\s*\*?\s?/, '').trimEnd());
  const [description = '', ...tags] = lines.join('\n').split(/(?:^|\s)@(?=[a-z]+)/);
  const returns = tags.flatMap((tag) => /^returns?\s+(\{[\s\S]*)/.exec(tag)?.[1] ?? [])[0];
  const type = returns === undefined ? undefined : typeOf(braced(returns)?.inner ?? '');
  return {
    description: plain(description),
    parameters: new Map(tags.flatMap(parameterOf)),
    ...(type ? { returns: type } : {}),
    isInternal: tags.some((tag) => /^(private|internal|ignore)\b/.test(tag)),
  };
}

function parameterOf(tag: string): [string, JsDocParameter][] {
  const [, rest] = /^(?:param|arg|argument)\s+([\s\S]*)/.exec(tag) ?? [];
  if (rest === undefined) return [];
  const written = braced(rest);
  const after = written?.after ?? rest;
  const [, bracket, name, text = ''] =
    /^\s*(\[)?\s*([\w$]+(?:\.[\w$]+)?)(?:\s*=[^\]]*)?\]?\s*-?\s*([\s\S]*)$/.exec(after) ?? [];
  if (name === undefined) return [];
  const type = written && typeOf(written.inner);
  const isOptional = bracket !== undefined || /=\s*$/.test(written?.inner ?? '');
  return [[name, { ...(type ? { type } : {}), isOptional, description: plain(text) }]];
}

/** What the braces at the beginning hold, and what follows them. */
function braced(text: string): { inner: string; after: string } | undefined {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('{')) return undefined;
  let depth = 0;
  for (let index = 0; index < trimmed.length; index += 1) {
    if (trimmed[index] === '{') depth += 1;
    if (trimmed[index] === '}') depth -= 1;
    if (depth === 0) return { inner: trimmed.slice(1, index), after: trimmed.slice(index + 1) };
  }
  return undefined;
}

/** The notations of JSDoc that TypeScript does not have, as it would write them. */
function typeOf(text: string): t.TSType | undefined {
  const type = text
    .trim()
    .replace(/^[?!]|[=!]$/g, '')
    .replace(/^\.\.\.(.*)$/, '($1)[]')
    .replace(/\.</g, '<')
    .replace(/\b(String|Number|Boolean)\b/g, (name) => name.toLowerCase())
    .replace(/\b[Oo]bject\b(?!<)/g, 'Record<string, unknown>')
    .replace(/\bfunction\b/g, 'Function')
    .replace(/\barray\b/g, 'unknown[]')
    .replace(/\*/g, 'unknown');
  try {
    const expression = parseExpression(`x as ${type}`, { plugins: ['typescript'] });
    return expression.type === 'TSAsExpression' ? expression.typeAnnotation : undefined;
  } catch {
    return undefined;
  }
}

function plain(text: string): string {
  return text
    .replace(/\{@link\s+([^}|\s]+)[^}]*\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}
