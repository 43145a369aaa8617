const WORD = '\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}\\x{200c}\\x{200d}\\x{24b6}-\\x{24e9}';
const SPACE = '\\t-\\r\\x{85}\\p{Z}';

/** Escape → what stands for it, alone and inside a class. */
const CLASSES: Readonly<Record<string, readonly [alone: string, inside: string]>> = {
  '\\d': ['\\p{Nd}', '\\p{Nd}'],
  '\\D': ['\\P{Nd}', '\\P{Nd}'],
  '\\w': [`[${WORD}]`, WORD],
  '\\W': [`[^${WORD}]`, '\\W'],
  '\\s': [`[${SPACE}]`, SPACE],
  '\\S': [`[^${SPACE}]`, '\\S'],
};

/** A pattern in which `\w`, `\d` and `\s` mean letters, digits and blanks of any script. */
export function withUnicodeClasses(pattern: string): string {
  let isInside = false;
  return pattern.replace(/\\[\s\S]|[[\]]/g, (token) => {
    if (token === '[' || token === ']') {
      isInside = token === '[';
      return token;
    }
    return CLASSES[token]?.[isInside ? 1 : 0] ?? token;
  });
}
