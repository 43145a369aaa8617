import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Figure, Figures } from './figure';
import { counted } from './numbers';
import styles from './operations-page.module.css';
import { type Statistics } from './use-operations';

/** What waits for a person, each number with the way to its list. */
export function WaitingSection({ statistics }: { readonly statistics: Statistics }) {
  const { t } = useTranslation('operations');
  const { awaitingApproval, held, handedOver, open, expiringSoon } = statistics;
  const conversations = (
    <Link to="/conversations" search={{ view: 'waiting' }}>
      {counted(handedOver)}
    </Link>
  );
  return (
    <section className={styles.part} aria-labelledby="waiting">
      <h2 id="waiting">{t('forPeople')}</h2>
      <Figures>
        <Figure
          name={t('awaitingApproval')}
          value={<Actions view="waiting" count={awaitingApproval} />}
          note={t('awaitingApprovalNote')}
        />
        <Figure name={t('held')} value={<Actions view="waiting" count={held} />} note={t('heldNote')} />
        <Figure name={t('handedOver')} value={conversations} note={t('handedOverNote')} />
        <Figure name={t('open')} value={<Actions view="open" count={open} />} note={t('openNote')} />
        <Figure name={t('expiringSoon')} value={counted(expiringSoon)} note={t('expiringSoonNote')} />
      </Figures>
    </section>
  );
}

/** A number that leads to the actions it counts. */
function Actions({ view, count }: { readonly view: 'waiting' | 'open'; readonly count: number }) {
  return (
    <Link to="/actions" search={{ view }}>
      {counted(count)}
    </Link>
  );
}
