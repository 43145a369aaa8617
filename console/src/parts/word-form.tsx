import { Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../api/store';
import box from './form.module.css';
import { ownName } from './own-name';
import { ProblemText } from './problem';
import { useFormFocus } from './use-form-focus';
import styles from './word-form.module.css';

/** Who decides, and what they add. */
export interface Word {
  readonly by: string;
  readonly note: string;
}

interface WordFormProps {
  readonly title: string;
  readonly text: string;
  readonly error: unknown;
  /** False where no reason is kept. */
  readonly hasNote?: boolean;
  /** Whether a decision without a reason is none. */
  readonly needsNote?: boolean;
  /** Whether it takes the place of a button that was pressed. */
  readonly isOpened?: boolean;
  /** What stands below the error, where something more can be said of it. */
  readonly details?: ReactNode;
  /** Buttons; the word is undefined while something is missing, which is then asked for. */
  readonly children: (word: () => Word | undefined) => ReactNode;
}

/** Asks who decides, and why; what can be decided are its buttons. */
export function WordForm({
  title,
  text,
  error,
  hasNote = true,
  needsNote = false,
  isOpened = false,
  details,
  children,
}: WordFormProps) {
  const { t } = useTranslation('shell');
  const by = useStore(ownName);
  const [note, setNote] = useState('');
  const { form, isAsked, ask } = useFormFocus(isOpened);
  const isNoteMissing = needsNote && note.trim() === '';
  const word = () => {
    if (by.trim() !== '' && !isNoteMissing) return { by: by.trim(), note: note.trim() };
    ask();
    return undefined;
  };
  return (
    <form ref={form} className={box.form} onSubmit={(event: FormEvent) => event.preventDefault()} aria-label={title}>
      <h2>{title}</h2>
      <p className={box.text}>{text}</p>
      <div className={styles.fields}>
        <TextInput
          label={t('word.by')}
          value={by}
          maxLength={200}
          autoComplete="name"
          error={isAsked && by.trim() === '' ? t('word.byMissing') : undefined}
          onChange={(event) => ownName.set(event.currentTarget.value)}
        />
        {hasNote && (
          <Textarea
            label={t(needsNote ? 'word.why' : 'word.note')}
            value={note}
            maxLength={2_000}
            autosize
            maxRows={4}
            error={isAsked && isNoteMissing ? t('word.whyMissing') : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </div>
      {error !== null && error !== undefined && (
        <div role="alert" className={styles.error}>
          <ProblemText error={error} />
        </div>
      )}
      {details}
      <div className={box.buttons}>{children(word)}</div>
    </form>
  );
}
