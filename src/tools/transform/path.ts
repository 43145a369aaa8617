/** One step of a path into a result: a key, `[]` for every item of a list, or `[2]` for one. */
export type PathStep = { readonly key: string } | { readonly index: number } | 'each';

export type Path = readonly PathStep[];

const BARE_KEY = /[^.[\]"]+/y;
const QUOTED_KEY = /\["((?:[^"\\]|\\.)*)"\]/y;
const INDEX = /\[(\d{1,9})\]/y;
const EACH = /\[\*?\]/y;

/**
 * Reads a path such as `web.results[].title`, `items[0]`, `[].id` or `["a.b"].c`; a leading `$` or `$.` is the same as
 * none.
 * @throws SyntaxError that says what is wrong at which character
 */
export function parsePath(text: string): Path {
  const steps: PathStep[] = [];
  let at = /^\$(?=\.|\[|$)\.?/.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    if (steps.length > 0 && text[at] === '.') at += 1;
    const read = readStep(text, at, steps.length === 0 || text[at - 1] === '.');
    if (!read) throw new SyntaxError(`"${text}" is not a path: unexpected ${seen(text, at)} at character ${at + 1}`);
    steps.push(read.step);
    at = read.end;
  }
  if (steps.length === 0) throw new SyntaxError(`"${text}" is not a path: it names nothing`);
  return steps;
}

function readStep(text: string, at: number, mayBeKey: boolean): { step: PathStep; end: number } | undefined {
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const bare = mayBeKey ? match(BARE_KEY) : null;
  if (bare) return { step: { key: bare[0] }, end: at + bare[0].length };
  const each = match(EACH);
  if (each) return { step: 'each', end: at + each[0].length };
  const index = match(INDEX);
  if (index) return { step: { index: Number(index[1]) }, end: at + index[0].length };
  const quoted = match(QUOTED_KEY);
  if (!quoted) return undefined;
  return { step: { key: (quoted[1] ?? '').replace(/\\(.)/g, '$1') }, end: at + quoted[0].length };
}

function seen(text: string, at: number): string {
  return at < text.length ? `"${text[at]}"` : 'end';
}
