import { useTranslation } from 'react-i18next';
import type { FoldedTurn } from './fold-turn';
import styles from './said-turn.module.css';

/** A turn as its user saw it, and a way to why. */
export function SaidTurn({ turn, onChoose }: { readonly turn: FoldedTurn; readonly onChoose: (turn: number) => void }) {
  const { t } = useTranslation('turns');
  const isButton = turn.button !== undefined;
  return (
    <div className={styles.turn}>
      <p className={`${styles.bubble} ${styles.user}`} data-button={isButton || undefined}>
        <span className="unseen">{t('youSaid')}</span>
        {isButton ? t(`button.${turn.button as 'CONFIRM' | 'REJECT'}`) : turn.userText}
      </p>
      {turn.reply && (
        <div className={`${styles.bubble} ${styles.engine}`}>
          <span className="unseen">{t('engineSaid')}</span>
          {turn.reply.type === 'TEXT' ? turn.reply.value : <code>{turn.reply.value}</code>}
        </div>
      )}
      <button type="button" className={styles.choose} onClick={() => onChoose(turn.turn)}>
        {t('whyTurn', { turn: turn.turn })}
      </button>
    </div>
  );
}
