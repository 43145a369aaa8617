import type { JsonObject, JsonValue } from '../../platform/common/json.js';

/** A planner reads the texts of all tools, again and again. */
const MAX_CHARS = 600;

/** What an operation does: its summary, and what its description adds to that, as plain text. */
export function describeOperation({ summary, description, deprecated }: JsonObject, where: string): string {
  const head = plain(summary);
  const more = plain(description);
  const isSaid = head !== '' && more.toLowerCase().startsWith(head.toLowerCase().replace(/\.$/, ''));
  const parts = isSaid ? [more] : [head, more].filter((part) => part !== '').map(asSentence);
  const text = shortened(parts.join(' ')) || where;
  return deprecated === true ? `Deprecated. ${text}` : text;
}

/** An argument's text with what the server takes where it is left out: nothing is sent in its place. */
export function describeArgument(description: JsonValue | undefined, schema: JsonObject): string | undefined {
  const said = plain(description);
  const { default: value } = schema;
  const isTold = value === undefined || value === null || /default/i.test(said);
  const text = isTold ? said : `${said === '' ? '' : `${asSentence(said)} `}Default: ${textOf(value)}.`;
  return shortened(text) || undefined;
}

/** Without links, headings and emphasis of Markdown; its paragraphs are one. */
function plain(text: JsonValue | undefined): string {
  if (typeof text !== 'string') return '';
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#+|>|[*-])\s+(?:\[![A-Z]+\])?/gm, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function asSentence(text: string): string {
  return /[.!?:]["')]*$/.test(text) ? text : `${text}.`;
}

/** Ends with a sentence where one ends in the second half, else with a word. */
function shortened(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const cut = text.slice(0, MAX_CHARS);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '));
  return end > MAX_CHARS / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
