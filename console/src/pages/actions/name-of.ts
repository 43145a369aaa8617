/** Who did something, as the API has it: a kind, with the name that was proved. */
export function nameOf(who: { readonly kind: string; readonly id: string | null } | null): string {
  if (who === null) return '–';
  return who.id === null ? who.kind : `${who.kind} ${who.id}`;
}
