import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client';
import { useNow } from '../../parts/now';
import { Values } from '../../parts/values';
import { plain } from '../../parts/words';
import styles from './open-questions.module.css';
import type { Conversation } from './use-talk';

type OpenAction = Schema<'OpenAction'>;

interface OpenQuestionsProps {
  readonly conversation: Conversation | null;
  readonly isAnswering: boolean;
  readonly onAnswer: (question: OpenAction, decision: 'CONFIRM' | 'REJECT') => void;
}

/** What waits for a yes, with what is left of its clocks. What runs out, or is closed, while one looks stays, and says so. */
export function OpenQuestions({ conversation, isAnswering, onAnswer }: OpenQuestionsProps) {
  const before = useRef<Conversation | null>(null);
  const isSameTurn = before.current !== null && before.current.turn === conversation?.turn;
  if (conversation !== null && !isSameTurn) before.current = conversation;
  const shown = before.current;
  const isStill = useIsStill(shown?.pendingActions.map(keyOf).join() ?? '');
  if (shown === null || conversation === null) return null;
  const open = new Set(conversation.pendingActions.map(({ actionId }) => actionId));
  return (
    <>
      {shown.pendingActions.map((question) => (
        <Question
          key={keyOf(question)}
          question={question}
          conversation={shown}
          isGone={!open.has(question.actionId)}
          isDisabled={isAnswering || !isStill}
          onAnswer={(decision) => onAnswer(question, decision)}
        />
      ))}
    </>
  );
}

function keyOf({ actionId, revision }: OpenAction): string {
  return `${actionId}.${revision}`;
}

/** Nobody reads, and decides, in less. */
const STILL_MS = 600;

/**
 * Whether the same questions have stood there for a moment: what is pressed before was meant for what stood there until
 * then, and would be a yes to what has come in its place.
 */
function useIsStill(shown: string): boolean {
  const [still, setStill] = useState<string>();
  useEffect(() => {
    const timer = window.setTimeout(() => setStill(shown), STILL_MS);
    return () => window.clearTimeout(timer);
  }, [shown]);
  return still === shown;
}

interface QuestionProps {
  readonly question: OpenAction;
  readonly conversation: Conversation;
  readonly isGone: boolean;
  readonly isDisabled: boolean;
  readonly onAnswer: (decision: 'CONFIRM' | 'REJECT') => void;
}

function Question({ question, conversation, isGone, isDisabled, onAnswer }: QuestionProps) {
  const { t } = useTranslation('try');
  const left = useSecondsLeft(question, conversation);
  const isOver = isGone || left === 0;
  return (
    <section className={styles.question} aria-label={t('open')} data-over={isOver || undefined}>
      <p className={styles.asks}>{plain(question.question)}</p>
      {Object.keys(question.arguments).length > 0 && <Values of={question.arguments} />}
      <div className={styles.foot}>
        {isOver ? (
          <p role="status" className={styles.over}>
            {t(left === 0 ? 'timeUp' : 'closed')}
          </p>
        ) : (
          <>
            <div className={styles.answers}>
              {question.answers.map(({ label, decision }) => (
                <Button
                  key={decision}
                  variant={decision === 'CONFIRM' ? 'filled' : 'default'}
                  disabled={isDisabled}
                  onClick={() => onAnswer(decision)}
                >
                  {label}
                </Button>
              ))}
            </div>
            <p className={styles.clocks}>
              {left !== null && <span data-soon={left < 60 || undefined}>{t('timeLeft', { time: clock(left) })}</span>}
              {question.turnsLeft !== null && <span>{t('turnsLeft', { count: question.turnsLeft })}</span>}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** By this machine's own count from when it was told, so that it does not matter how its clock is set. */
function useSecondsLeft({ secondsLeft }: OpenAction, { conversationId, readAt }: Conversation): number | null {
  useNow();
  const queries = useQueryClient();
  const gone = (performance.now() - readAt) / 1_000;
  const left = secondsLeft === null ? null : Math.max(0, Math.ceil(secondsLeft - gone));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['conversation', conversationId] });
  }, [queries, conversationId, isOver]);
  return left;
}

/** `7:05`, `1:07:05`. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, ...rest] = parts;
  const [minutes = 0, ...end] = rest;
  const padded = end.map((part) => String(part).padStart(2, '0'));
  return hours === 0 ? [minutes, ...padded].join(':') : [hours, String(minutes).padStart(2, '0'), ...padded].join(':');
}
