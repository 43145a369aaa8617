import { codePoint, type Pattern } from './patterns.js';

/** Parts of texts that mcp-gateway 2.10 looks for, in its order. */
const LITERALS: readonly (readonly [string, readonly string[]])[] = [
  ['filesystem-path', ['~/.ssh', '~/.aws', '~/.cursor', 'id_rsa', 'id_ed25519', '.env', '/etc/passwd', '/etc/shadow']],
  ['instruction-embed', ['<important>', '</important>', 'very very important', 'do not mention', 'do not tell']],
  ['instruction-embed', ['before using this tool, read', 'before calling this tool', 'sidenote', 'side note']],
  ['exfiltration', ['upload to', 'send to http']],
];

const START = '(?<![\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}])';
const END = '(?![\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}])';
const SENT = 'send|sent|upload(?:ed)?|post(?:ed)?|exfiltrat\\p{L}*';

const EXPRESSIONS: readonly (readonly [string, string, RegExp])[] = [
  ['filesystem-path', 'passwd/shadow', new RegExp(`${START}(?:passwd|shadow)${END}`, 'iu')],
  ['exfiltration', 'curl .* http(s)://', new RegExp(`${START}curl${END}.{0,200}https?://`, 'iu')],
  [
    'exfiltration',
    'base64 (exfil context)',
    new RegExp(`${START}(?:encod(?:e|ed|ing)|${SENT})${END}.{0,20}base64|base64.{0,20}${START}(?:${SENT})${END}`, 'iu'),
  ],
];

const CONTROL = /[\u202A-\u202E\u2066-\u2069\u200B-\u200D\uFEFF]/u;
const LONG = 2000;

/** What mcp-gateway 2.10 finds in a text. */
export function compatPatterns(text: string): Pattern[] {
  const lower = text.toLowerCase();
  const found: Pattern[] = [];
  for (const [category, literals] of LITERALS) {
    for (const pattern of literals) if (lower.includes(pattern)) found.push({ level: 'HIGH', category, pattern });
  }
  for (const [category, pattern, expression] of EXPRESSIONS) {
    if (expression.test(text)) found.push({ level: 'HIGH', category, pattern });
  }
  if (/ {40}/.test(text))
    found.push({ level: 'MEDIUM', category: 'whitespace-padding', pattern: '> 40 consecutive spaces' });
  const control = CONTROL.exec(text)?.[0];
  if (control) found.push({ level: 'MEDIUM', category: 'unicode-control', pattern: codePoint(control) });
  if ([...text].length > LONG)
    found.push({ level: 'MEDIUM', category: 'oversized-description', pattern: '> 2000 chars' });
  return found;
}
