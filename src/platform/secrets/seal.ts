import { createHmac, timingSafeEqual } from 'node:crypto';

/** Makes texts and ids that nobody can make who does not know its secret. */
export class Seal {
  constructor(private readonly secret: string) {}

  /**
   * A text that can be read by everybody and changed by nobody.
   * @param purpose what it is for: a text sealed for one purpose does not open for another
   */
  seal(purpose: string, text: string): string {
    return `${Buffer.from(text).toString('base64url')}.${this.digest(purpose, text).toString('base64url')}`;
  }

  /** The text that was sealed; undefined where it was not, or not for this purpose. */
  open(purpose: string, sealed: string): string | undefined {
    const [body = '', signature = '', ...rest] = sealed.split('.');
    const text = Buffer.from(body, 'base64url').toString();
    const expected = this.digest(purpose, text);
    const given = Buffer.from(signature, 'base64url');
    const isSealed = given.length === expected.length && timingSafeEqual(given, expected);
    return isSealed && rest.length === 0 && signature === expected.toString('base64url') ? text : undefined;
  }

  /** The same UUID for the same name, which nobody can compute who does not know the secret (version 8, RFC 9562). */
  idFromName(name: string): string {
    const hex = this.digest('id', name).toString('hex');
    const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
    const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
    return [...parts, hex.slice(20, 32)].join('-');
  }

  /** The same 64 hexadecimal digits for the same text, which nobody can compute, or look for, who does not know the secret. */
  fingerprint(purpose: string, text: string): string {
    return this.digest(purpose, text).toString('hex');
  }

  private digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.secret).update(`${purpose}\n${text}`).digest();
  }
}
