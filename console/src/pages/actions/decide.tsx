import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/me';
import { reasonText } from '../../parts/reason';
import { type Word, WordForm } from '../../parts/word-form';
import { type ActionDetail, useApprove, useRefuse, useSettle } from './use-actions';

/** What an operator can do about the action; nothing where it does not wait for one, or not for this reader. */
export function Decide({ action }: { readonly action: ActionDetail }) {
  const may = useMay();
  if (action.isHeld) return may('actions.settle') ? <Settle action={action} /> : null;
  const isWaiting = action.isAwaitingApproval && action.approval?.decision == null;
  return isWaiting && may('actions.approve') ? <Approve action={action} /> : null;
}

function Approve({ action }: { readonly action: ActionDetail }) {
  const { t } = useTranslation('actions');
  const approve = useApprove(action);
  const refuse = useRefuse(action);
  // What came while somebody wrote is not what they have read: they are told of it first, and decide anew.
  const [read, setRead] = useState(action.revision);
  const [isTold, setTold] = useState(false);
  const decide = (word: Word | undefined, sent: Decision, other: Decision) => {
    if (!word) return;
    const isOther = action.revision !== read;
    setRead(action.revision);
    setTold(isOther);
    sent.reset();
    other.reset();
    if (!isOther) sent.mutate(word);
  };
  return (
    <WordForm
      title={t('approve.title')}
      text={t('approve.text')}
      error={approve.error ?? refuse.error}
      details={isTold && <p role="alert">{t('approve.changed', { revision: read })}</p>}
    >
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
      text={t('settle.text', { key: action.idempotencyKey, reason: reasonText(t, action.reason) })}
      error={settle.error}
    >
      {(word) => (
        <>
          <Button
            variant="default"
            loading={settle.isPending && happened === true}
            disabled={settle.isPending}
            onClick={() => send(word(), true)}
          >
            {t('settle.happened')}
          </Button>
          <Button
            variant="default"
            loading={settle.isPending && happened === false}
            disabled={settle.isPending}
            onClick={() => send(word(), false)}
          >
            {t('settle.didNot')}
          </Button>
        </>
      )}
    </WordForm>
  );
}
