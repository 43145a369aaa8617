import { Button } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read, type Schema } from '../api/client';
import { useMay } from '../api/me';
import { Code } from '../parts/code';
import { Fold } from '../parts/fold';
import { Loading } from '../parts/loading';
import { ProblemText } from '../parts/problem';
import { Tag } from '../parts/tag';
import type { FoldedTurn } from './fold-turn';
import styles from './model-calls.module.css';

type LoggedCall = Schema<'ModelCallList'>['items'][number];

interface ModelCallsProps {
  readonly conversationId: string;
  readonly turn: FoldedTurn;
}

/** What a turn asked models, as their log has it; where that cannot be read, as the turn's own record has it. */
export function ModelCalls({ conversationId, turn }: ModelCallsProps) {
  const { t } = useTranslation('turns');
  const logged = useLoggedCalls(conversationId, turn);
  const calls = logged.data ?? [];
  return (
    <section aria-label={t('models')} className={styles.calls}>
      <h3>{t('models')}</h3>
      {logged.isLoading && <Loading lines={2} />}
      {calls.map((call) => (
        <Call key={call.id} call={call} />
      ))}
      {!logged.isLoading && calls.length === 0 && (
        <>
          <WhyNoLog error={logged.error} again={() => void logged.refetch()} />
          {turn.models.map(({ purpose, error, system, user, answer }, place) => (
            <div key={place}>
              <p>
                {t(`purpose.${purpose}`, { defaultValue: purpose })}{' '}
                {error !== '' && <Tag tone="bad">{t('modelFailed')}</Tag>}
              </p>
              <Texts system={system} user={user} error={error} answer={answer} />
            </div>
          ))}
        </>
      )}
    </section>
  );
}

/** The log has no turns: a conversation has one at a time, and so what was asked from its first event to its last is its. */
function useLoggedCalls(conversationId: string, { startedAt, events }: FoldedTurn) {
  const mayRead = useMay()('ledger.read');
  const until = new Date(Date.parse(events.at(-1)?.at ?? startedAt) + 1).toISOString();
  return useQuery({
    queryKey: ['model-calls', conversationId, startedAt, until],
    queryFn: mayRead
      ? async () => {
          const query = { conversationId, since: startedAt, until, limit: 200 };
          const page = await read(api.GET('/api/v1/llm-calls', { params: { query } }));
          return page.items.toReversed();
        }
      : skipToken,
  });
}

function Call({ call }: { readonly call: LoggedCall }) {
  const { t } = useTranslation('turns');
  const { promptTokens, completionTokens } = call;
  const hasTokens = promptTokens !== null || completionTokens !== null;
  return (
    <div>
      <p>
        {t(`purpose.${call.purpose}`, { defaultValue: call.purpose })}{' '}
        {!call.success && <Tag tone="bad">{t('modelFailed')}</Tag>}
      </p>
      <p className={styles.facts}>
        <span>{call.model}</span>
        <span>{t('ms', { ms: call.durationMs })}</span>
        <span>
          {hasTokens ? t('tokens', { prompt: promptTokens ?? '–', answer: completionTokens ?? '–' }) : t('noTokens')}
        </span>
      </p>
      <Texts system={call.prompt} user={call.userContext} error={call.error ?? ''} answer={call.answer ?? ''} />
    </div>
  );
}

interface TextsProps {
  readonly system: string;
  readonly user: string;
  readonly answer: string;
  readonly error: string;
}

function Texts({ system, user, answer, error }: TextsProps) {
  const { t } = useTranslation('turns');
  return (
    <Fold title={t('promptAndAnswer')}>
      <h4>{t('system')}</h4>
      <Code value={system} />
      <h4>{t('user')}</h4>
      <Code value={user} />
      {answer !== '' && (
        <>
          <h4>{t('answer')}</h4>
          <Code value={answer} />
        </>
      )}
      {error !== '' && (
        <>
          <h4>{t('modelError')}</h4>
          <Code value={error} />
        </>
      )}
    </Fold>
  );
}

/** Why time and tokens are not there, and what would change it. */
function WhyNoLog({ error, again }: { readonly error: Error | null; readonly again: () => void }) {
  const { t } = useTranslation(['turns', 'shell']);
  const mayRead = useMay()('ledger.read');
  return (
    <div className={styles.why} role={error ? 'alert' : undefined}>
      {error === null && <p>{t(mayRead ? 'noLog' : 'logIsForOthers')}</p>}
      {error !== null && <ProblemText error={error} />}
      {error !== null && (
        <Button size="xs" variant="default" onClick={again}>
          {t('shell:again')}
        </Button>
      )}
    </div>
  );
}
