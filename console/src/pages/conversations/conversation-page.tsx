import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read, type Schema } from '../../api/client';
import { useMay } from '../../api/me';
import { Empty } from '../../parts/empty';
import { Loading } from '../../parts/loading';
import { isNoConversation, NoSuchConversation } from '../../parts/no-such-conversation';
import { Page } from '../../parts/page';
import { Failed } from '../../parts/problem';
import { useList } from '../../parts/use-list';
import { excerpt } from '../../parts/words';
import { type FoldedTurn, foldTurn } from '../../turns/fold-turn';
import { Inspector } from '../../turns/inspector';
import { ownValues } from '../../turns/own-values';
import { SaidTurn } from '../../turns/said-turn';
import { turnEvents } from '../../turns/turn-events';
import { Verify } from '../../turns/verify';
import styles from './conversation-page.module.css';
import { HandOver } from './hand-over';
import { Person, Unsent } from './person';
import { TimesToCome } from './times-to-come';
import { useReply } from './use-reply';

/** How often it is read again where a conversation stands. */
const OFTEN_MS = 10_000;

type TurnItem = Schema<'TurnList'>['items'][number];

/** One conversation, as its user saw it, beside what decided each turn. */
export function ConversationPage() {
  const { conversationId } = useParams({ from: '/conversations/$conversationId' });
  return <OneConversation key={conversationId} conversationId={conversationId} />;
}

function OneConversation({ conversationId }: { readonly conversationId: string }) {
  const { t } = useTranslation('conversations');
  const may = useMay();
  const list = useTurns(conversationId);
  const conversation = useQuery({
    enabled: may('conversation.read'),
    queryKey: ['conversation', conversationId],
    refetchInterval: OFTEN_MS,
    queryFn: async () => {
      const params = { path: { id: conversationId } };
      return { ...(await read(api.GET('/api/v1/conversations/{id}', { params }))), readAt: performance.now() };
    },
  });
  useNewTurns(list, conversation.data?.turn);
  const [chosen, setChosen] = useState<number>();
  const [timesChosen, setTimesChosen] = useState(0);
  const reply = useReply(conversationId);
  const [isHandingOver, setHandingOver] = useState(false);
  const handover = conversation.data?.handover;
  // Somebody else was faster.
  if (handover && isHandingOver) setHandingOver(false);
  const turns = useMemo(() => foldItems(list.items), [list.items]);
  const isErased = conversation.data !== undefined && isNoConversation(conversation.error);
  if (isErased || (turns.length === 0 && isNoConversation(list.error))) return <NoSuchConversation />;
  if (list.error && turns.length === 0) return <Failed error={list.error} again={() => void list.refetch()} />;
  if (list.isLooking) return <Loading lines={10} />;
  const newest = turns.at(-1);
  if (!newest) return <Empty title={t('empty')} />;
  const choose = (turn: number) => {
    setChosen(turn);
    setTimesChosen(timesChosen + 1);
    requestAnimationFrame(() => document.getElementById(`turn-${turn}`)?.scrollIntoView({ block: 'start' }));
  };
  return (
    <Page
      title={excerpt(turns[0]?.userText ?? '') || t('one')}
      answer={t('where', { intent: newest.intent, state: newest.state, count: newest.turn })}
      tools={
        <Tools
          conversationId={conversationId}
          onHandOver={handover === null && !isHandingOver ? () => setHandingOver(true) : undefined}
        />
      }
    >
      {handover === null && isHandingOver && (
        <HandOver conversationId={conversationId} onClose={() => setHandingOver(false)} />
      )}
      {handover && <Person conversationId={conversationId} handover={handover} note={noteOf(turns)} />}
      {handover === null && reply.words.trim() !== '' && (
        <Unsent words={reply.words} onForget={() => reply.write('')} />
      )}
      {conversation.data && <TimesToCome conversationId={conversationId} schedules={conversation.data.schedules} />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
      <div className={styles.sides}>
        <section aria-labelledby="as-seen">
          <h2 id="as-seen">{t('asSeen')}</h2>
          <div className={styles.said}>
            {turns.map((turn) => (
              <SaidTurn key={turn.turn} turn={turn} onChoose={choose} />
            ))}
          </div>
        </section>
        <section aria-labelledby="turn-by-turn">
          <h2 id="turn-by-turn">{t('why')}</h2>
          <Inspector
            key={timesChosen}
            conversationId={conversationId}
            turns={turns}
            hasEarlier={list.hasNextPage}
            values={ownValues(conversation.data?.context)}
            chosen={chosen}
          />
        </section>
      </div>
    </Page>
  );
}

interface ToolsProps {
  readonly conversationId: string;
  /** Left out where the conversation is with a person already, or is being handed over. */
  readonly onHandOver: (() => void) | undefined;
}

/** What can be done with the conversation, as far as whoever looks may do it. */
function Tools({ conversationId, onHandOver }: ToolsProps) {
  const { t } = useTranslation(['conversations', 'handover', 'why']);
  const may = useMay();
  return (
    <>
      {onHandOver && may('conversation.answer') && (
        <Button size="xs" variant="default" onClick={onHandOver}>
          {t('handover:handOver')}
        </Button>
      )}
      <Verify conversationId={conversationId} />
      {may('conversation.talk') && (
        <Button
          component={Link}
          to="/try/$conversationId"
          params={{ conversationId } as never}
          size="xs"
          variant="default"
        >
          {t('goOn')}
        </Button>
      )}
      {may('flow.try') && (
        <Button
          component={Link}
          to="/flow/why"
          search={{ conversation: conversationId } as never}
          size="xs"
          variant="default"
        >
          {t('why:title')}
        </Button>
      )}
    </>
  );
}

/** What was left for whoever answers, when the conversation was handed over last. */
function noteOf(turns: readonly FoldedTurn[]): string {
  const events = turns.flatMap((turn) => turn.events);
  return String(events.findLast(({ stage }) => stage === 'HAND_OVER')?.payload.note ?? '');
}

function useTurns(conversationId: string) {
  return useList(['conversations', 'turns', conversationId], (query) =>
    read(api.GET('/api/v1/conversations/{id}/turns', { params: { path: { id: conversationId }, query } })),
  );
}

/** What is said while one looks appears by itself. @param turn the newest of the conversation; undefined where nobody knows */
function useNewTurns({ items, refetch }: ReturnType<typeof useTurns>, turn: number | undefined): void {
  const shown = items[0]?.turn;
  const hasMore = shown !== undefined && turn !== undefined && turn > shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn that is not shown yet
  useEffect(() => {
    if (hasMore) void refetch();
  }, [hasMore, turn, refetch]);
}

/** Newest first as the API has them; oldest first here. What was done beside a turn is told with it. */
function foldItems(items: readonly TurnItem[]): FoldedTurn[] {
  const byTurn = new Map<number, TurnItem[]>();
  for (const item of items.toReversed()) byTurn.set(item.turn, [...(byTurn.get(item.turn) ?? []), item]);
  return [...byTurn].map(([turn, parts]) => foldItem(turn, parts));
}

function foldItem(turn: number, parts: readonly TurnItem[]): FoldedTurn {
  const folded = foldTurn(turn, parts.flatMap(turnEvents));
  const failure = parts.findLast(({ errorCode }) => errorCode !== null)?.errorCode;
  if (failure == null) return folded;
  return { ...folded, outcome: { text: 'failedTurn', tone: 'bad', values: { code: failure } } };
}
