import { Button, SegmentedControl, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable } from '../../api/connection';
import { useStore } from '../../api/store';
import { isNoConversation, NoSuchConversation } from '../../parts/no-such-conversation';
import { useTitle } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { Inspector } from '../../turns/inspector';
import { ownValues } from '../../turns/own-values';
import { useRecord } from '../../turns/use-record';
import { Chat } from './chat';
import { freshId, isFreshId, noteBegun } from './kept';
import styles from './try-page.module.css';
import { type Conversation, useConversation } from './use-talk';

/** Talk with the flows that run here, and see beside it why they answer as they do. */
export function TryPage() {
  const { conversationId } = useParams({ strict: false });
  if (conversationId === undefined) {
    return <Navigate to="/try/$conversationId" params={{ conversationId: freshId() }} replace />;
  }
  return <OneConversation key={conversationId} conversationId={conversationId} />;
}

function OneConversation({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation('try');
  const [isFresh, setFresh] = useState(() => isFreshId(conversationId));
  const conversation = useConversation(conversationId, !isFresh);
  const record = useRecord(conversationId, conversation.data !== undefined);
  const last = record.turns.findLast((turn) => turn.durationMs !== null);
  const [shown, setShown] = useState('chat');
  const [chosen, setChosen] = useState<number>();
  const [timesChosen, setTimesChosen] = useState(0);
  useReadAgain(conversationId, last && `${last.turn}.${last.events.length}`);
  useTitle(t('title'));
  const problem = conversation.error ?? record.error;
  // Also where it was there a moment ago, and was erased.
  if (isNoConversation(problem)) return <NoSuchConversation />;
  if (problem && !conversation.data && record.turns.length === 0) {
    return <Failed error={problem} again={() => void conversation.refetch()} />;
  }
  const begin = () => {
    noteBegun(conversationId);
    setFresh(false);
  };
  const choose = (turn: number) => {
    setChosen(turn);
    setTimesChosen(timesChosen + 1);
    setShown('inspector');
    requestAnimationFrame(() => document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <div className={styles.page} data-shown={shown}>
      <div className={styles.head}>
        <Title order={1}>{t('title')}</Title>
        <Live isFresh={isFresh} isLive={record.isLive && record.isLoaded} />
        <Button component={Link} to="/" variant="default" size="xs" className={styles.fresh}>
          {t('new')}
        </Button>
      </div>
      <SegmentedControl
        className={styles.switch}
        value={shown}
        onChange={setShown}
        aria-label={t('show')}
        data={[
          { value: 'chat', label: t('chat') },
          { value: 'inspector', label: t('inspector') },
        ]}
      />
      <section className={styles.chat} aria-label={t('chat')}>
        {conversation.data?.handover && <PersonAnswers handover={conversation.data.handover} />}
        <Chat
          conversationId={conversationId}
          isFresh={isFresh}
          onBegun={begin}
          turns={record.turns}
          isLoaded={record.isLoaded || isFresh}
          earlier={record.earlier}
          conversation={conversation.data ?? null}
          onChoose={choose}
        />
      </section>
      <section className={styles.inspector} aria-label={t('inspector')}>
        <h2 className={styles.inspectorTitle}>{t('why')}</h2>
        <Inspector
          key={timesChosen}
          conversationId={conversationId}
          turns={record.turns}
          hasEarlier={record.earlier !== undefined}
          values={ownValues(conversation.data?.context)}
          chosen={chosen === undefined || record.turns.some(({ turn }) => turn > chosen) ? chosen : undefined}
        />
      </section>
    </div>
  );
}

/**
 * What somebody else has said counts too, and what is done beside a turn, such as to refuse an approval: where the
 * conversation stands is read again. @param last what has been heard of the last turn that is over
 */
function useReadAgain(conversationId: string, last: string | undefined): void {
  const queries = useQueryClient();
  const seen = useRef(last);
  useEffect(() => {
    if (seen.current === last) return;
    seen.current = last;
    void queries.invalidateQueries({ queryKey: ['conversation', conversationId] });
  }, [queries, conversationId, last]);
}

/** Said plainly: the assistant is silent, and whoever writes here writes to a person. */
function PersonAnswers({ handover }: { readonly handover: NonNullable<Conversation['handover']> }) {
  const { t } = useTranslation('handover');
  return (
    <div role="status" className={styles.person}>
      <strong>{t('person')}</strong>
      {handover.queue !== '' && <Tag>{t('inQueue', { queue: handover.queue })}</Tag>} <When at={handover.since} />
      <p>{t('personText')}</p>
    </div>
  );
}

interface LiveProps {
  /** Nothing was said yet: there is nothing to follow. */
  readonly isFresh: boolean;
  readonly isLive: boolean;
}

function Live({ isFresh, isLive }: LiveProps) {
  const { t } = useTranslation('try');
  // A stream on which nothing comes may be that of a service that hangs.
  const isAway = useStore(isReachable) === false;
  const isHeard = isLive && !isAway;
  return (
    <span role="status">
      {isFresh && !isAway ? (
        <Tag>{t('ready')}</Tag>
      ) : (
        <Tag tone={isHeard ? 'good' : 'warn'}>{t(isHeard ? 'live' : 'notLive')}</Tag>
      )}
    </span>
  );
}
