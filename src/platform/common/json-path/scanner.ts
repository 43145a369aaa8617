const MAX_NESTING = 20;
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads the text of a path or condition from left to right and reports what it cannot read with its position. */
export class Scanner {
  /** Offset of the next character. */
  position = 0;
  /** How many `..` the text holds so far. */
  descents = 0;
  #nesting = 0;

  constructor(readonly text: string) {}

  /** Whether `token` comes next; it is not consumed. */
  sees(token: string): boolean {
    return this.text.startsWith(token, this.position);
  }

  /** Consumes `token` if it comes next. */
  take(token: string): boolean {
    if (!this.sees(token)) return false;
    this.position += token.length;
    return true;
  }

  /** Consumes what a sticky pattern of ours matches here. */
  takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0];
    this.position += found?.length ?? 0;
    return found;
  }

  skipBlanks(): void {
    this.takeMatch(/\s+/y);
  }

  /** Consumes `token`, blanks before it allowed. */
  expect(token: string): void {
    this.skipBlanks();
    if (!this.take(token)) this.unexpected(`"${token}"`);
  }

  /** Consumes a string in single or double quotes; a backslash takes the next character as it is. */
  takeQuoted(): string | undefined {
    const quoted = this.takeMatch(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y);
    if (quoted === undefined && /['"]/.test(this.text.charAt(this.position))) this.fail('the quote is not closed');
    return quoted
      ?.slice(1, -1)
      .replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/gi, (_written, hex?: string, character = '') =>
        hex === undefined ? (CONTROL[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
      );
  }

  /** Consumes one member or more, with commas between them and blanks around. */
  takeList<T>(takeMember: () => T | undefined, expected: string): T[] {
    const members: T[] = [];
    do {
      this.skipBlanks();
      const member = takeMember();
      members.push(member === undefined ? this.unexpected(expected) : member);
      this.skipBlanks();
    } while (this.take(','));
    return members;
  }

  /** Runs a reader one level deeper. */
  nested<T>(read: () => T): T {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) this.fail(`nests more than ${MAX_NESTING} levels deep`);
    const result = read();
    this.#nesting -= 1;
    return result;
  }

  /** @throws SyntaxError saying what was expected instead of what stands here */
  unexpected(expected: string): never {
    const next = this.text.charAt(this.position);
    return this.fail(`expected ${expected}, but ${next === '' ? 'the text ends' : `there is "${next}"`}`);
  }

  /** @throws SyntaxError with the position, counted from 1 */
  fail(problem: string, position = this.position): never {
    throw new SyntaxError(`${problem} (at character ${position + 1})`);
  }
}
