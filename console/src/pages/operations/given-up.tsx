import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../api/client';
import { useMay } from '../../api/me';
import { ProblemText } from '../../parts/problem';
import { When } from '../../parts/when';
import styles from './operations-page.module.css';

/** As many as are listed, and sent again at a time. */
const SHOWN = 100;

/** The events that the webhook will not get by itself, and the way to have them sent again. */
export function GivenUp({ count }: { readonly count: number }) {
  const { t } = useTranslation('operations');
  const maySend = useMay()('webhook.send');
  const queries = useQueryClient();
  const events = useQuery({
    queryKey: ['webhook', 'given-up', count],
    queryFn: () => read(api.GET('/api/v1/webhook/given-up', { params: { query: { limit: SHOWN } } })),
  });
  const sending = useMutation({
    mutationFn: () => {
      const wanted = (events.data ?? []).map(({ conversationId, eventId }) => ({ conversationId, eventId }));
      return read(api.POST('/api/v1/webhook/send-again', { body: { events: wanted } }));
    },
    onSettled: () =>
      Promise.all(['webhook', 'statistics'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const shown = events.data ?? [];
  const problem = events.error ?? sending.error;
  return (
    <section className={styles.part} aria-labelledby="given-up">
      <h2 id="given-up">{t('givenUp.title')}</h2>
      <ul className={styles.events}>
        {shown.map(({ conversationId, eventId, event, actionId, at, attempts, error }) => (
          <li key={`${conversationId} ${eventId}`}>
            {actionId === null ? (
              <Link to="/conversations/$conversationId" params={{ conversationId }}>
                {event}
              </Link>
            ) : (
              <Link to="/actions/$actionId" params={{ actionId }}>
                {event}
              </Link>
            )}{' '}
            <span className={styles.soft}>
              <When at={at} /> · {t('givenUp.attempts', { count: attempts })} · {error}
            </span>
          </li>
        ))}
      </ul>
      {problem && (
        <div role="alert">
          <ProblemText error={problem} />
        </div>
      )}
      {shown.length > 0 && maySend && (
        <div>
          <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('givenUp.send', { count: shown.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
