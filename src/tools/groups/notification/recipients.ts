/** One bare address of usual characters: no names, no comments, no quotes, nothing that a header could read as more. */
const ADDRESS = '[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@[A-Za-z0-9-]{1,63}([.][A-Za-z0-9-]{1,63})*';

/**
 * The pattern of the addresses that e-mail may go to, for a JSON Schema: what is not allowed is refused before the user
 * is asked.
 * @param allowed addresses, `@domain`, or `*` for any
 */
export function recipientPattern(allowed: readonly string[]): string {
  if (allowed.includes('*')) return `^${ADDRESS}$`;
  const [local = ''] = ADDRESS.split('@');
  const choices = allowed.map((entry) => (entry.startsWith('@') ? local + literal(entry) : literal(entry)));
  // Without a choice, nothing matches.
  return choices.length === 0 ? '^$' : `^(?i:${choices.join('|')})$`;
}

function literal(text: string): string {
  return text.replace(/[^A-Za-z0-9@-]/g, (character) => `\\x{${character.codePointAt(0)?.toString(16)}}`);
}
