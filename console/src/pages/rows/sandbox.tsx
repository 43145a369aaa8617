import { Button, CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read, type Schema } from '../../api/client';
import { ProblemText } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { Values } from '../../parts/values';
import said from '../../turns/said-turn.module.css';
import styles from './sandbox.module.css';
import { useLast } from './use-last';

type DryRunRequest = Schema<'DryRunRequest'>;
type DryTurn = Schema<'DryRun'>['turns'][number];
type Message = DryRunRequest['messages'][number];

/** What is tried in the place of what runs. */
export type Tried = Pick<DryRunRequest, 'edits' | 'file'>;

/** As many as the service answers in one dry run. */
const MOST_MESSAGES = 20;

interface SandboxProps {
  readonly tried: Tried;
  readonly onClose: () => void;
}

/** A chat with what is not switched to yet. Nothing is stored or done; what changes meanwhile answers all of it anew. */
export function Sandbox({ tried, onClose }: SandboxProps) {
  const { t } = useTranslation(['rows', 'turns', 'shell']);
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const run = useQuery({
    queryKey: ['sandbox', tried, messages],
    enabled: messages.length > 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => read(api.POST('/api/v1/flow/dry-run', { body: { ...tried, messages: [...messages] } })),
  });
  const answered = useLast(run.data, messages.length === 0);
  const turns = answered?.turns ?? [];
  const unanswered = messages.slice(turns.length);
  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is scrolled to, whatever it is
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns.length, messages.length]);
  const say = (message: Message) => setMessages([...messages, message]);
  const isFull = messages.length >= MOST_MESSAGES;
  return (
    <section className={styles.sandbox} aria-labelledby="sandbox-title">
      <div className={styles.head}>
        <h3 id="sandbox-title">{t('sandbox.title')}</h3>
        <CloseButton aria-label={t('sandbox.close')} onClick={onClose} />
      </div>
      <p className={styles.soft}>{t('sandbox.text')}</p>
      <div ref={log} role="log" aria-label={t('sandbox.said')} className={styles.said} tabIndex={0}>
        {turns.map((turn, place) => (
          <TriedTurn
            key={place}
            turn={turn}
            isLast={place === turns.length - 1 && unanswered.length === 0 && !isFull}
            onPress={say}
          />
        ))}
        {unanswered.map((message, place) => (
          <Own key={place} message={message} />
        ))}
        {run.isFetching && <p className={styles.soft}>{t('sandbox.answering')}</p>}
      </div>
      {answered?.hasOldExamples && <Tag tone="warn">{t('sandbox.oldExamples')}</Tag>}
      {answered?.modelLeftOut && <p className={styles.soft}>{t('sandbox.modelLeftOut')}</p>}
      {run.error && (
        <div role="alert" className={styles.bad}>
          <ProblemText error={run.error} />
          <Button variant="default" size="xs" onClick={() => void run.refetch()}>
            {t('shell:again')}
          </Button>
        </div>
      )}
      {isFull && <p className={styles.soft}>{t('sandbox.full', { most: MOST_MESSAGES })}</p>}
      <Write isFull={isFull} isAsking={run.isFetching} onSay={say} onAnew={() => setMessages([])} />
    </section>
  );
}

interface WriteProps {
  readonly isFull: boolean;
  readonly isAsking: boolean;
  readonly onSay: (message: string) => void;
  readonly onAnew: () => void;
}

function Write({ isFull, isAsking, onSay, onAnew }: WriteProps) {
  const { t } = useTranslation('rows');
  const [words, setWords] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = words.trim();
    if (message === '' || isFull || isAsking) return;
    setWords('');
    onSay(message);
  };
  return (
    <form className={styles.write} onSubmit={submit}>
      <TextInput
        className={styles.words}
        aria-label={t('sandbox.write')}
        placeholder={t('sandbox.write')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Button type="submit" loading={isAsking} disabled={words.trim() === '' || isFull}>
        {t('sandbox.say')}
      </Button>
      <Button variant="default" onClick={onAnew}>
        {t('sandbox.anew')}
      </Button>
    </form>
  );
}

function Own({ message }: { readonly message: Message }) {
  const { t } = useTranslation('turns');
  const isButton = typeof message !== 'string';
  return (
    <p className={`${said.bubble} ${said.user}`} data-button={isButton || undefined}>
      <span className="unseen">{t('youSaid')}</span>
      {isButton ? t(`button.${message.decision}`) : message}
    </p>
  );
}

interface TriedTurnProps {
  readonly turn: DryTurn;
  /** Whether its questions can be answered still. */
  readonly isLast: boolean;
  readonly onPress: (message: Message) => void;
}

function TriedTurn({ turn, isLast, onPress }: TriedTurnProps) {
  const { t } = useTranslation(['rows', 'turns', 'why']);
  const { message, decision, reply, error, to, questions, withheld } = turn;
  return (
    <div className={said.turn}>
      <Own message={decision === null ? message : { decision, question: 0 }} />
      {reply && (
        <div className={`${said.bubble} ${said.engine}`}>
          <span className="unseen">{t('turns:engineSaid')}</span>
          {reply.value}
        </div>
      )}
      {error && <Tag tone="bad">{t('why:fails', { ...error })}</Tag>}
      {withheld.map((one, place) => (
        <p key={place} className={styles.soft}>
          {t('sandbox.withheld', { what: `${t(`why:kind.${one.kind}`)} ${one.name}` })}{' '}
          {t(`why:outcome.${one.outcome}`)}
        </p>
      ))}
      <p className={styles.soft}>
        <code>
          {to.intent} › {to.state}
        </code>
      </p>
      {isLast &&
        questions.map((question, place) => (
          <div key={question.actionId} className={styles.question}>
            <Values of={question.arguments} />
            <div className={styles.buttons}>
              {question.answers.map(({ label, decision: pressed }) => (
                <Button
                  key={pressed}
                  size="xs"
                  variant={pressed === 'CONFIRM' ? 'filled' : 'default'}
                  onClick={() => onPress({ decision: pressed, question: place })}
                >
                  {label}
                </Button>
              ))}
            </div>
          </div>
        ))}
    </div>
  );
}
