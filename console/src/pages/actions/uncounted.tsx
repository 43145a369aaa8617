import { useTranslation } from 'react-i18next';
import { Reason } from '../../parts/reason';
import { plain } from '../../parts/words';
import styles from './action-page.module.css';
import { Entry } from './entry';
import { saidBy } from './name-of';
import type { ActionDetail } from './use-actions';

/** Each yes that ran nothing: who said it, in which words, and why it did not count. */
export function Uncounted({ action: { uncounted } }: { readonly action: ActionDetail }) {
  const { t } = useTranslation('actions');
  return uncounted.map(({ at, turn, revision, words, by, via, reason }, place) => (
    <Entry key={place} title={t('part.uncounted')} at={at} isThere>
      {words ? <blockquote className={styles.words}>{plain(words)}</blockquote> : <p>{t('buttonYes')}</p>}
      <p>
        <Reason code={reason} />
      </p>
      <p className={styles.soft}>
        {saidBy(t, by, via)} {revision === null ? t('saidInTurn', { turn }) : t('saidTo', { turn, revision })}
      </p>
    </Entry>
  ));
}
