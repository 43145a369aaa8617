import { useTranslation } from 'react-i18next';
import { ShortTime } from '../parts/when';
import { plain } from '../parts/words';
import type { FoldedTurn } from './fold-turn';
import styles from './said-turn.module.css';

/** A turn as its user saw it, and a way to why. */
export function SaidTurn({ turn, onChoose }: { readonly turn: FoldedTurn; readonly onChoose: (turn: number) => void }) {
  const { t } = useTranslation('turns');
  const isButton = turn.button !== undefined;
  return (
    <div className={styles.turn}>
      {turn.isUsers && (
        <p className={`${styles.bubble} ${styles.user}`} data-button={isButton || undefined}>
          <span className="unseen">{t('youSaid')}</span>
          {isButton ? t(`button.${turn.button as 'CONFIRM' | 'REJECT'}`) : plain(turn.userText)}
        </p>
      )}
      {turn.isUsers && turn.startedAt !== '' && (
        <ShortTime at={turn.startedAt} className={`${styles.time} ${styles.usersTime}`} />
      )}
      <Reply turn={turn} />
      <button type="button" className={styles.choose} onClick={() => onChoose(turn.turn)}>
        {t('whyTurn', { turn: turn.turn })}
      </button>
    </div>
  );
}

function Reply({ turn: { reply, by, isUsers, isPassedOn, events } }: { readonly turn: FoldedTurn }) {
  const { t } = useTranslation('turns');
  if (!reply) return null;
  // That somebody else answers, from now on or no more, is said between the words of both.
  if (isPassedOn || (!isUsers && by === undefined)) return <p className={styles.aside}>{plain(reply.value)}</p>;
  const at = events.at(-1)?.at;
  return (
    <>
      <div className={`${styles.bubble} ${styles.engine}`} data-person={by !== undefined || undefined}>
        {by === undefined ? <span className="unseen">{t('engineSaid')}</span> : <p className={styles.person}>{by}</p>}
        {reply.type === 'TEXT' ? plain(reply.value) : <code>{plain(reply.value)}</code>}
      </div>
      {at && <ShortTime at={at} className={styles.time} />}
    </>
  );
}
