import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { ownName } from '../../parts/own-name';

/** Who acts; asked for where it is missing. */
export function OwnName({ isAsked }: { readonly isAsked: boolean }) {
  const { t } = useTranslation('handover');
  const by = useStore(ownName);
  return (
    <TextInput
      label={t('by')}
      value={by}
      maxLength={200}
      autoComplete="name"
      error={isAsked && by.trim() === '' ? t('byMissing') : undefined}
      onChange={(event) => ownName.set(event.currentTarget.value)}
    />
  );
}
