import { createHash } from 'node:crypto';

/** SHA-256 of a capability file without its own `sha256:` line, as 64 hexadecimal digits. */
export function contentHash(text: string): string {
  const hashed = text
    .split(/(?<=\n)/)
    .filter((line) => !line.startsWith('sha256:'))
    .join('');
  return createHash('sha256').update(hashed).digest('hex');
}
