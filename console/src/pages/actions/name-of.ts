import type { TFunction } from 'i18next';

interface Who {
  readonly kind: string;
  readonly id: string | null;
}

/** Who did something: what they are, with the name that was proved. */
export function nameOf(t: TFunction<'actions'>, who: Who | null): string {
  if (who === null) return '–';
  const kind = t(`who.${who.kind}`, { defaultValue: who.kind });
  return who.id === null ? kind : `${kind} (${who.id})`;
}

/** Who said something, and through which door. */
export function saidBy(t: TFunction<'actions'>, by: Who | null, via: string | null): string {
  const who = nameOf(t, by);
  if (via === null) return t('saidByAlone', { who });
  return t('saidBy', { who, via: t(`door.${via}`, { defaultValue: via }) });
}
