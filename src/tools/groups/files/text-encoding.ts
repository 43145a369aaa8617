import { ToolError } from '../../tool-error.js';

/** How bytes of a file are told as text. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding that the first bytes of a file announce, else UTF-8. */
export function announcedEncoding(start: Buffer): Encoding {
  return start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
}

/**
 * A page of a file as text, without the character that its end cuts in two.
 * @param isLast whether the file ends with these bytes
 * @throws ToolError where the bytes are not text of that encoding
 */
export function decodePage(page: Buffer, encoding: Encoding, isLast: boolean): { text: string; bytes: number } {
  const bytes = isLast ? page.length : wholeCharacters(page, encoding);
  const whole = page.subarray(0, bytes);
  if (encoding === 'base64') return { text: whole.toString('base64'), bytes };
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(whole), bytes };
  } catch (error) {
    throw new ToolError(`This is not ${encoding} text; name its encoding (${ENCODINGS.join(', ')}).`, { cause: error });
  }
}

/** Text as the bytes to be written. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'windows-1252') throw new ToolError('Text is written as utf-8, utf-16le or base64.');
  return Buffer.from(text, encoding);
}

function wholeCharacters(page: Buffer, encoding: Encoding): number {
  if (encoding === 'utf-16le') {
    const even = page.length - (page.length % 2);
    const endsInHighSurrogate = even >= 2 && ((page[even - 1] ?? 0) & 0xfc) === 0xd8;
    return endsInHighSurrogate ? even - 2 : even;
  }
  if (encoding !== 'utf-8') return page.length;
  let start = page.length - 1;
  while (start > 0 && page.length - start < 4 && ((page[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  const lead = page[start] ?? 0;
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return page.length - start < needed ? start : page.length;
}
