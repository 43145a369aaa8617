/** Something in a text that speaks to the model behind the user's back, or hides that it does. */
export interface Pattern {
  readonly level: 'HIGH' | 'MEDIUM';
  readonly category: string;
  /** What was found, for people. */
  readonly pattern: string;
}

type Row = readonly [level: Pattern['level'], category: string, pattern: string, expression: RegExp];

const ADDRESS = 'https?://|\\d{1,3}(?:\\.\\d{1,3}){3}';

/** `.env` is a file, `x.environment.com` is not; a shadow is one of a DOM, unless a file or password is near. */
const ROWS: readonly Row[] = [
  file('~/.ssh', '~/\\.ssh(?![\\w-])'),
  file('~/.aws', '~/\\.aws(?![\\w-])'),
  file('~/.cursor', '~/\\.cursor(?![\\w-])'),
  file('id_rsa', '(?<!\\w)id_rsa(?!\\w)'),
  file('id_ed25519', '(?<!\\w)id_ed25519(?!\\w)'),
  file('.env', '(?<![\\w{])\\.env(?![\\w-])'),
  file('/etc/passwd', '/etc/passwd(?!\\w)'),
  file('/etc/shadow', '/etc/shadow(?!\\w)'),
  file('passwd', '(?<![\\w/])passwd(?!\\w)'),
  file('shadow file', '\\bshadow (?:file|password)s?\\b'),
  embedded('<important>', '<\\s{0,9}/?\\s{0,9}important\\s{0,9}>'),
  embedded('very very important', 'very,?\\s+very\\s+important'),
  embedded('do not mention', '\\b(?:do not|don.t|never) mention\\b'),
  embedded('do not tell', '\\b(?:do not|don.t|never) tell\\b'),
  embedded('before using this tool, read', 'before\\s+using\\s+this\\s+tool,?\\s+(?:\\w+\\s+){0,3}read\\b'),
  embedded('before calling this tool', 'before\\s+calling\\s+this\\s+tool\\b'),
  embedded('side note', '\\bside\\s?note\\b'),
  embedded(
    'ignore instructions',
    '\\bignore\\s+(?:all\\s+|any\\s+)?(?:previous|prior|earlier|other)\\s+instructions\\b',
  ),
  [
    'HIGH',
    'exfiltration',
    'send to an address',
    matching(`\\b(?:upload|send|post)(?:ed|s)?\\b[^.\\n]{0,40} to [^.\\n]{0,40}(?:${ADDRESS})`),
  ],
  ['HIGH', 'exfiltration', 'curl .* http(s)://', matching('\\bcurl\\b.{0,200}https?://')],
  ['HIGH', 'exfiltration', 'base64 (exfil context)', matching(near('base64', 'exfiltrat\\w*'))],
  [
    'MEDIUM',
    'exfiltration',
    'base64 (sent somewhere)',
    matching(near('base64', '\\b(?:send|sent|upload|uploaded|post|posted)\\b')),
  ],
  ['MEDIUM', 'whitespace-padding', '40 or more blanks in a row', /[^\S\r\n]{40}|(?:\n[^\S\n]*){12}/u],
];

/** Characters that nobody sees, and those that turn the direction of writing. */
const CONTROL = /[\u202A-\u202E\u2066-\u2069\u200B-\u200D\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/u;
/** Joins two emoji to one; no secret. */
const EMOJI_JOINER = /(\p{Extended_Pictographic}\p{M}*|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})/gu;
const LONG = 2000;

/** What a person should look at in a text. */
export function patterns(text: string): Pattern[] {
  const found = ROWS.filter(([, , , expression]) => expression.test(text)).map(
    ([level, category, pattern]): Pattern => ({ level, category, pattern }),
  );
  const control = CONTROL.exec(text.replaceAll(EMOJI_JOINER, '$1'))?.[0];
  if (control) found.push({ level: 'MEDIUM', category: 'unicode-control', pattern: codePoint(control) });
  if ([...text].length > LONG)
    found.push({ level: 'MEDIUM', category: 'oversized-description', pattern: '> 2000 chars' });
  return found;
}

function file(pattern: string, expression: string): Row {
  return ['HIGH', 'filesystem-path', pattern, matching(expression)];
}

function embedded(pattern: string, expression: string): Row {
  return ['HIGH', 'instruction-embed', pattern, matching(expression)];
}

function near(one: string, other: string): string {
  return `${one}[^\\n]{0,40}(?:${other})|(?:${other})[^\\n]{0,40}${one}`;
}

function matching(expression: string): RegExp {
  return new RegExp(expression, 'iu');
}

/** `U+202E` */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
