import { Button, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me';
import { Empty } from '../../parts/empty';
import { Loading } from '../../parts/loading';
import { ProblemText } from '../../parts/problem';
import { plain } from '../../parts/words';
import type { FoldedTurn } from '../../turns/fold-turn';
import { SaidTurn } from '../../turns/said-turn';
import said from '../../turns/said-turn.module.css';
import type { Earlier } from '../../turns/use-record';
import styles from './chat.module.css';
import { keepUnsent, unsentWords } from './kept';
import { OpenQuestions } from './open-questions';
import { type Conversation, type Said, useHasFlow, useTalk } from './use-talk';

interface ChatProps {
  readonly conversationId: string;
  /** Whether nothing was said in it yet. */
  readonly isFresh: boolean;
  readonly onBegun: () => void;
  readonly turns: readonly FoldedTurn[];
  readonly isLoaded: boolean;
  readonly earlier: Earlier | undefined;
  readonly conversation: Conversation | null;
  readonly onChoose: (turn: number) => void;
}

/** The conversation as its user sees it, the open questions with their buttons, and a place to write. */
export function Chat({
  conversationId,
  isFresh,
  onBegun,
  turns,
  isLoaded,
  earlier,
  conversation,
  onChoose,
}: ChatProps) {
  const { t } = useTranslation(['try', 'turns']);
  const [words, setWords, unsent] = useUnsent(conversationId);
  const talk = useTalk({ conversationId, isFresh, onBegun, onSent: unsent.forget, onRefused: unsent.giveBack });
  const end = useRef<HTMLDivElement>(null);
  const log = useStayWhere(turns[0]?.turn);
  const send = (said: Said) => talk.mutate({ said, key: crypto.randomUUID() });
  const seenTurn = turns.findLast((turn) => turn.durationMs !== null)?.turn ?? conversation?.turn;
  // Of words, what stood there when they were written: a yes is none to what has come since.
  const writtenAfter = useRef(seenTurn);
  const say = (message: string, after = seenTurn) => send({ message, seenTurn: after });
  const isSending = talk.isPending;
  const isSeen = turns.some((turn) => turn.turn === talk.data?.turn);
  const isOnItsWay = isSending || talk.isSuccess;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to, whatever it is
  useEffect(() => {
    if (turns.length > 0 || isSending) end.current?.scrollIntoView({ block: 'end' });
  }, [turns.at(-1)?.turn, isSending, conversation?.turn]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const message = words.trim();
    if (message === '' || isSending) return;
    setWords('', message);
    say(message, writtenAfter.current);
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const failed = talk.error ? talk.variables : undefined;
  const isGivenBack = failed && 'message' in failed.said && failed.said.message === words.trim();
  const sending = isOnItsWay && !isSeen ? talk.variables : undefined;
  return (
    <>
      <div ref={log} className={styles.said} role="log" aria-label={t('said')} tabIndex={0}>
        {!isLoaded && turns.length === 0 && !sending && <Loading lines={3} />}
        {isLoaded && turns.length === 0 && !sending && <Beginning onSay={say} />}
        {earlier && <ShowEarlier earlier={earlier} />}
        {turns.map((turn) => (
          <SaidTurn key={turn.turn} turn={turn} onChoose={onChoose} />
        ))}
        {sending && !turns.some((turn) => turn.durationMs === null) && (
          <p className={`${said.bubble} ${said.user}`} data-sending>
            {'message' in sending.said ? plain(sending.said.message) : t(`turns:button.${sending.said.decision}`)}
          </p>
        )}
        {isSending && <p className={styles.waiting}>{t('answering')}</p>}
        {failed && (
          <div className={styles.failed} role="alert">
            <ProblemText error={talk.error} />
            {!isGivenBack && (
              <Button size="xs" variant="default" onClick={() => talk.mutate(failed)}>
                {t('sendAgain')}
              </Button>
            )}
          </div>
        )}
        <div ref={end} />
      </div>
      <OpenQuestions
        conversation={conversation}
        isAnswering={isSending}
        onAnswer={(question, decision) => send({ decision, actionId: question.actionId, revision: question.revision })}
      />
      <form onSubmit={submit} className={styles.write}>
        <Textarea
          className={styles.words}
          aria-label={t('write')}
          placeholder={t('write')}
          autosize
          maxRows={6}
          value={words}
          onChange={(event) => {
            writtenAfter.current = seenTurn;
            setWords(event.currentTarget.value);
          }}
          onKeyDown={sendOnEnter}
        />
        <Button type="submit" disabled={words.trim() === ''} loading={isSending}>
          {t('send')}
        </Button>
      </form>
    </>
  );
}

/** What is written, kept until it was sent: a session may end before. */
function useUnsent(conversationId: string) {
  const reader = useMe().data?.subject ?? '';
  const [words, setWords] = useState(() => unsentWords(conversationId, reader));
  const write = (next: string, kept = next) => {
    setWords(next);
    keepUnsent(conversationId, reader, kept);
  };
  // Not where something else was written meanwhile.
  const isKept = (said: Said) => 'message' in said && unsentWords(conversationId, reader).trim() === said.message;
  const forget = (said: Said) => {
    if (isKept(said)) keepUnsent(conversationId, reader, '');
  };
  const giveBack = (said: Said) => {
    if ('message' in said && isKept(said)) setWords(said.message);
  };
  return [words, write, { forget, giveBack }] as const;
}

/** What is read stays where it is, when something appears above it. */
function useStayWhere(first: number | undefined) {
  const log = useRef<HTMLDivElement>(null);
  const before = useRef({ first, height: 0 });
  useLayoutEffect(() => {
    const list = log.current;
    if (list === null) return;
    const isEarlier = first !== undefined && before.current.first !== undefined && first < before.current.first;
    if (isEarlier) list.scrollTop += list.scrollHeight - before.current.height;
    before.current = { first, height: list.scrollHeight };
  });
  return log;
}

function ShowEarlier({ earlier }: { readonly earlier: Earlier }) {
  const { t } = useTranslation('try');
  return (
    <div className={styles.earlier}>
      <Button size="xs" variant="default" loading={earlier.isReading} onClick={earlier.read}>
        {t('earlier')}
      </Button>
      {earlier.error !== undefined && (
        <div role="alert">
          <ProblemText error={earlier.error} />
        </div>
      )}
    </div>
  );
}

const SUGGESTIONS = ['cancel', 'transfer', 'fee'] as const;

function Beginning({ onSay }: { readonly onSay: (message: string) => void }) {
  const { t } = useTranslation('try');
  if (useHasFlow() === false) {
    return (
      <Empty title={t('noFlow.title')}>
        <p>{t('noFlow.text')}</p>
        <p>{t('noFlow.remedy')}</p>
        <Link to="/rows">{t('noFlow.rows')}</Link>
      </Empty>
    );
  }
  return (
    <Empty title={t('beginning.title')}>
      <p>{t('beginning.text')}</p>
      <ul className={styles.suggestions}>
        {SUGGESTIONS.map((name) => (
          <li key={name}>
            <Button
              variant="default"
              classNames={{ root: styles.suggestion, label: styles.suggested }}
              onClick={() => onSay(t(`beginning.${name}`))}
            >
              {t(`beginning.${name}`)}
            </Button>
          </li>
        ))}
      </ul>
      <p>{t('beginning.demo')}</p>
    </Empty>
  );
}
