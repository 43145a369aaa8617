import type { JsonObject, JsonValue } from '../../../platform/common/json.js';

/** Whether the words of a reply show every one of these values, as words of their own. */
export function showsAll(text: string, args: JsonObject): boolean {
  return Object.values(args).every((value) => spellings(value).some((spelling) => hasWord(text, spelling)));
}

/** How a value may be written; none for what is not one word or number, such as a list. */
function spellings(value: JsonValue): string[] {
  if (typeof value === 'number')
    return [String(value), ...[',', '.', ' ', '’', "'"].map((mark) => grouped(value, mark))];
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function grouped(value: number, mark: string): string {
  return Number.isInteger(value) ? String(value).replace(/\B(?=(?:\d{3})+$)/g, mark) : String(value);
}

/** Whether words stand in a text by themselves, and not as a part of a longer word or number. */
function hasWord(text: string, words: string): boolean {
  const [inText, wanted] = [plain(text), plain(words)];
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1)) {
    const [before, after] = [inText.slice(0, at), inText.slice(at + wanted.length)];
    if (!/[\p{L}\p{N}]$|\p{N}[.,]$|-$/u.test(before) && !/^(?:[\p{L}\p{N}]|[.,]\p{N})/u.test(after)) return true;
  }
  return false;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
