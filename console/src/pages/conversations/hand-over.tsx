import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import box from '../../parts/form.module.css';
import { ownName } from '../../parts/own-name';
import { ProblemText } from '../../parts/problem';
import { useFormFocus } from '../../parts/use-form-focus';
import styles from './handover.module.css';
import { OwnName } from './own-name-field';
import { once, useHandover } from './use-handover';

interface HandOverProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

/** Hands the conversation over to a person, with a note for whoever that is. */
export function HandOver({ conversationId, onClose }: HandOverProps) {
  const { t } = useTranslation('handover');
  const { begin } = useHandover(conversationId, { onBegun: onClose });
  const by = useStore(ownName).trim();
  const [queue, setQueue] = useState('');
  const [note, setNote] = useState('');
  const { form, isAsked, ask } = useFormFocus(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (by === '') return ask();
    begin.mutate(once({ by, queue: queue.trim(), note: note.trim() }));
  };
  return (
    <form ref={form} className={box.form} onSubmit={submit} aria-labelledby="hand-over">
      <h2 id="hand-over">{t('title')}</h2>
      <p className={box.text}>{t('text')}</p>
      <div className={styles.fields}>
        <OwnName isAsked={isAsked} />
        <TextInput
          label={t('queue')}
          description={t('queueNote')}
          value={queue}
          maxLength={200}
          onChange={(event) => setQueue(event.currentTarget.value)}
        />
        <Textarea
          label={t('note')}
          description={t('noteForPerson')}
          value={note}
          maxLength={2_000}
          autosize
          maxRows={4}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      {begin.error && (
        <div role="alert">
          <ProblemText error={begin.error} />
        </div>
      )}
      <div className={box.buttons}>
        <Button type="submit" loading={begin.isPending}>
          {t('start')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
