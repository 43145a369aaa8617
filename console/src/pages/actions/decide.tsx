import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { ownName } from '../../parts/own-name';
import { ProblemText } from '../../parts/problem';
import styles from './decide.module.css';
import { type ActionDetail, useApprove, useRefuse, useSettle, type Word } from './use-actions';

/** What an operator can do about the action; nothing where it does not wait for one. */
export function Decide({ action }: { readonly action: ActionDetail }) {
  if (action.isHeld) return <Settle action={action} />;
  return action.isAwaitingApproval && action.approval?.decision == null ? <Approve action={action} /> : null;
}

function Approve({ action }: { readonly action: ActionDetail }) {
  const { t } = useTranslation('actions');
  const approve = useApprove(action);
  const refuse = useRefuse(action);
  return (
    <WordForm title={t('approve.title')} text={t('approve.text')} error={approve.error ?? refuse.error}>
      {(word) => (
        <>
          <Button
            loading={approve.isPending}
            disabled={refuse.isPending}
            onClick={() => decide(word(), approve, refuse)}
          >
            {t('approve.button')}
          </Button>
          <Button
            variant="default"
            loading={refuse.isPending}
            disabled={approve.isPending}
            onClick={() => decide(word(), refuse, approve)}
          >
            {t('approve.refuse')}
          </Button>
        </>
      )}
    </WordForm>
  );
}

interface Decision {
  readonly mutate: (word: Word) => void;
  readonly reset: () => void;
}

/** Sends one decision; what went wrong with the other is shown no longer. */
function decide(word: Word | undefined, sent: Decision, other: Decision) {
  if (!word) return;
  other.reset();
  sent.mutate(word);
}

function Settle({ action }: { readonly action: ActionDetail }) {
  const { t } = useTranslation('actions');
  const settle = useSettle(action.actionId);
  const [happened, setHappened] = useState<boolean>();
  const send = (word: Word | undefined, didHappen: boolean) => {
    if (!word) return;
    setHappened(didHappen);
    settle.mutate({ ...word, happened: didHappen });
  };
  return (
    <WordForm
      title={t('settle.title')}
      text={t('settle.text', { key: action.idempotencyKey, reason: action.reason ?? '–' })}
      error={settle.error}
    >
      {(word) => (
        <>
          <Button loading={settle.isPending && happened === true} onClick={() => send(word(), true)}>
            {t('settle.happened')}
          </Button>
          <Button
            variant="default"
            loading={settle.isPending && happened === false}
            onClick={() => send(word(), false)}
          >
            {t('settle.didNot')}
          </Button>
        </>
      )}
    </WordForm>
  );
}

interface WordFormProps {
  readonly title: string;
  readonly text: string;
  readonly error: unknown;
  /** Buttons; the word is undefined while the name is missing, which is then asked for. */
  readonly children: (word: () => Word | undefined) => ReactNode;
}

function WordForm({ title, text, error, children }: WordFormProps) {
  const { t } = useTranslation('actions');
  const by = useStore(ownName);
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const word = () => {
    if (by.trim() !== '') return { by: by.trim(), note: note.trim() };
    setAsked(true);
    return undefined;
  };
  return (
    <form className={styles.form} onSubmit={(event: FormEvent) => event.preventDefault()} aria-label={title}>
      <h2>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.fields}>
        <TextInput
          label={t('by')}
          value={by}
          maxLength={200}
          autoComplete="name"
          error={isAsked && by.trim() === '' ? t('byMissing') : undefined}
          onChange={(event) => ownName.set(event.currentTarget.value)}
        />
        <Textarea
          label={t('note')}
          value={note}
          maxLength={2_000}
          autosize
          maxRows={4}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      {error !== null && error !== undefined && (
        <div role="alert" className={styles.error}>
          <ProblemText error={error} />
        </div>
      )}
      <div className={styles.buttons}>{children(word)}</div>
    </form>
  );
}
