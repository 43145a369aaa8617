/** Why a text cannot be read; caught where the text is then taken as opaque. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

const BLANK = /(?:\s+|#[^\n]*)*/y;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' };

/** Goes through the text of a rule; blanks and comments in between are passed over. */
export class Scanner {
  private at = 0;
  private tokenEnd = 0;

  constructor(readonly text: string) {
    this.skipBlanks();
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  get position(): number {
    return this.at;
  }

  /** Where the last token ended: before the blanks and comments that follow it. */
  get previousEnd(): number {
    return this.tokenEnd;
  }

  /** Back to an earlier position. */
  rewind(position: number): void {
    this.at = position;
    this.skipBlanks();
  }

  /** Takes what a sticky pattern finds here; `undefined` where it finds nothing. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    this.skipBlanks();
    return found;
  }

  /** Takes a sign; false where another stands here. */
  takeSign(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    this.skipBlanks();
    return true;
  }

  /** @throws UnreadableText where something else stands here */
  expect(sign: string): void {
    if (!this.takeSign(sign)) throw new UnreadableText(`${sign} was expected at ${this.at}`);
  }

  /** The text between delimiters, from the one that stands here; a backslash keeps the character behind it. */
  takeDelimited(skipBlanks = true): string {
    const opening = this.text[this.at] ?? '';
    const closing = CLOSING[opening] ?? opening;
    let depth = 1;
    let end = this.at + 1;
    for (; end < this.text.length; end++) {
      const character = this.text[end];
      if (character === '\\') end++;
      else if (character === closing && --depth === 0) break;
      else if (character === opening) depth++;
    }
    if (end >= this.text.length) throw new UnreadableText(`${closing} is missing`);
    const inside = this.text.slice(this.at + 1, end);
    this.at = skipBlanks ? end + 1 : end;
    if (skipBlanks) this.skipBlanks();
    return inside;
  }

  /** What stands up to the end of the statement, which is not taken. */
  takeUpToEnd(): string {
    const start = this.at;
    for (; this.at < this.text.length && !';}'.includes(this.text[this.at] ?? ''); this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '"' || character === "'") this.skipString(character);
    }
    return this.text.slice(start, this.at).trim();
  }

  /**
   * What stands between the bracket in front and the one that closes it, texts in quotes passed over; the bracket in front
   * has been taken, and the one behind is not.
   */
  takeInside(): string {
    const start = this.at;
    for (let depth = 0; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '\\') this.at++;
      else if (character === '"' || character === "'") this.skipString(character);
      else if ('{(['.includes(character)) depth++;
      else if ('})]'.includes(character) && --depth < 0) break;
    }
    return this.text.slice(start, this.at).trim();
  }

  /** Passes over one statement or block that is not understood, and gives its text. */
  skipStatement(): string {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] ?? '';
      if (character === '"' || character === "'") this.skipString(character);
      else if ('{(['.includes(character)) depth++;
      else if ('})]'.includes(character) && --depth < 0) break;
      if (depth === 0 && (character === ';' || character === '}')) {
        this.at++;
        break;
      }
    }
    const skipped = this.text.slice(start, this.at);
    this.skipBlanks();
    return skipped;
  }

  private skipString(quote: string): void {
    for (this.at++; this.at < this.text.length && this.text[this.at] !== quote; this.at++) {
      if (this.text[this.at] === '\\') this.at++;
    }
  }

  private skipBlanks(): void {
    this.tokenEnd = this.at;
    BLANK.lastIndex = this.at;
    this.at += BLANK.exec(this.text)?.[0].length ?? 0;
  }
}
