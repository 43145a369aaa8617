import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client';
import { useMay } from '../../api/me';
import { useStore } from '../../api/store';
import { Fold } from '../../parts/fold';
import box from '../../parts/form.module.css';
import { ownName } from '../../parts/own-name';
import { ProblemText } from '../../parts/problem';
import { Tag } from '../../parts/tag';
import { When } from '../../parts/when';
import { plain } from '../../parts/words';
import styles from './handover.module.css';
import { OwnName } from './own-name-field';
import { once, useFollowing, useHandover } from './use-handover';
import { useReply } from './use-reply';

type Handover = NonNullable<Schema<'Conversation'>['handover']>;

interface PersonProps {
  readonly conversationId: string;
  readonly handover: Handover;
  /** What was left for whoever answers. */
  readonly note: string;
}

/** A conversation that a person answers: why, a place to reply, and the way back. */
export function Person({ conversationId, handover, note }: PersonProps) {
  const { t } = useTranslation('handover');
  const mayAnswer = useMay()('conversation.answer');
  useFollowing(conversationId, true);
  return (
    <section className={box.form} aria-labelledby="person">
      <h2 id="person">{t('answers')}</h2>
      <p className={box.text}>
        {handover.queue !== '' && <Tag>{t('inQueue', { queue: handover.queue })}</Tag>}{' '}
        {t('handedOverBy', { by: handover.by })} · <When at={handover.since} />
      </p>
      {note !== '' && <p className={styles.note}>{plain(note)}</p>}
      {mayAnswer && <Answer conversationId={conversationId} />}
    </section>
  );
}

interface UnsentProps {
  readonly words: string;
  readonly onForget: () => void;
}

/** A reply that was not sent before the conversation was handed back. */
export function Unsent({ words, onForget }: UnsentProps) {
  const { t } = useTranslation('handover');
  return (
    <section className={box.form} aria-labelledby="unsent">
      <h2 id="unsent">{t('unsent')}</h2>
      <p className={box.text} role="status">
        {t('unsentText')}
      </p>
      <p className={styles.note}>{words}</p>
      <div className={box.buttons}>
        <Button variant="default" onClick={onForget}>
          {t('forget')}
        </Button>
      </div>
    </section>
  );
}

function Answer({ conversationId }: Pick<PersonProps, 'conversationId'>) {
  const { t } = useTranslation('handover');
  const { words, write, noteSent } = useReply(conversationId);
  const { reply, end } = useHandover(conversationId, { onReplied: noteSent });
  const by = useStore(ownName).trim();
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const say = () => {
    const text = words.trim();
    setAsked(true);
    if (by === '' || text === '' || reply.isPending) return;
    // The same words are tried again under the same key: they are said once.
    const before = reply.error ? reply.variables : undefined;
    const isAgain = before?.body.text === text && before.body.by === by;
    reply.mutate(isAgain ? before : once({ by, text }));
  };
  const handBack = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (by !== '') end.mutate(once({ by, note: note.trim() }));
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    say();
  };
  const error = reply.error ?? end.error;
  return (
    <>
      <form
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault();
          say();
        }}
      >
        <OwnName isAsked={isAsked} />
        <Textarea
          label={t('reply')}
          description={t('replyHint')}
          autosize
          maxRows={6}
          value={words}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={sendOnEnter}
        />
        <Button type="submit" loading={reply.isPending}>
          {t('send')}
        </Button>
      </form>
      {error && (
        <div role="alert">
          <ProblemText error={error} />
        </div>
      )}
      <Fold title={t('back')}>
        <form className={styles.back} onSubmit={handBack}>
          <p className={box.text}>{t('backText')}</p>
          <Textarea
            label={t('note')}
            description={t('noteForFlow')}
            value={note}
            maxLength={2_000}
            autosize
            maxRows={4}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={box.buttons}>
            <Button type="submit" variant="default" loading={end.isPending}>
              {t('end')}
            </Button>
          </div>
        </form>
      </Fold>
    </>
  );
}
