import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemText } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { WordForm } from '../../parts/word-form';
import { plain } from '../../parts/words';
import styles from './refuse-several.module.css';
import { type Action, type Refused, useRefuseSeveral } from './use-actions';

interface RefuseSeveralProps {
  readonly chosen: readonly Action[];
  readonly onForget: () => void;
}

/**
 * Refuses all that is chosen, with one note, and tells of each what became of it. To refuse is safe; to approve, or to say
 * that something has happened, is for one who looks at each.
 */
export function RefuseSeveral({ chosen, onForget }: RefuseSeveralProps) {
  const { t } = useTranslation('actions');
  const [told, setTold] = useState<readonly Refused[]>([]);
  const refuse = useRefuseSeveral((one) => setTold((before) => [...before, one]));
  const isAsked = chosen.length > 0 && !refuse.isPending;
  if (chosen.length === 0 && told.length === 0) return null;
  return (
    <div className={styles.panel}>
      {(isAsked || refuse.isPending) && (
        <WordForm
          title={t('several.title', { count: chosen.length })}
          text={t('several.text')}
          error={refuse.error}
          needsNote
        >
          {(word) => (
            <>
              <Button
                loading={refuse.isPending}
                onClick={() => {
                  const said = word();
                  if (!said) return;
                  setTold([]);
                  refuse.mutate({ actions: chosen, ...said }, { onSuccess: onForget });
                }}
              >
                {t('several.button', { count: chosen.length })}
              </Button>
              <Button variant="default" disabled={refuse.isPending} onClick={onForget}>
                {t('several.forget')}
              </Button>
            </>
          )}
        </WordForm>
      )}
      <div role="status">
        <ul className={styles.told}>
          {told.map(({ action, error }) => (
            <li key={action.actionId}>
              <Tag tone={error === undefined ? 'plain' : 'bad'}>
                {t(error === undefined ? 'several.refused' : 'several.failed')}
              </Tag>{' '}
              <Link to="/actions/$actionId" params={{ actionId: action.actionId }}>
                {plain(action.question) || action.actionKey}
              </Link>
              {error !== undefined && <ProblemText error={error} />}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
