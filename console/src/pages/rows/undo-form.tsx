import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Word, WordForm } from '../../parts/word-form';

interface UndoFormProps {
  readonly versionId: number;
  /** What undoing it does. */
  readonly text: string;
  readonly undo: { readonly error: unknown; readonly isPending: boolean; mutate(word: Word): void };
  /** What stands below an error. */
  readonly details?: ReactNode;
  readonly onClose: () => void;
}

/** Asks who takes a version back, and why. */
export function UndoForm({ versionId, text, undo, details, onClose }: UndoFormProps) {
  const { t } = useTranslation('rows');
  return (
    <WordForm
      title={t('history.undoTitle', { version: versionId })}
      text={text}
      error={undo.error}
      isOpened
      {...(details !== undefined && { details })}
    >
      {(word) => (
        <>
          <Button
            loading={undo.isPending}
            onClick={() => {
              const said = word();
              if (said) undo.mutate(said);
            }}
          >
            {t('history.undoButton')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('history.cancel')}
          </Button>
        </>
      )}
    </WordForm>
  );
}
