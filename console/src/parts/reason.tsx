import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Why an action was closed or is held, or why a yes to it did not count, in a sentence; empty where there is no reason. */
export function reasonText(t: TFunction<'actions'>, code: string | null): string {
  return code === null ? '' : t(`reason.${code}`, { defaultValue: code });
}

/** The sentence, with the code that the record has as its title. */
export function Reason({ code }: { readonly code: string | null }) {
  const { t } = useTranslation('actions');
  return code === null ? null : <span title={code}>{reasonText(t, code)}</span>;
}
