import { Input, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../parts/loading';
import { Tag } from '../../parts/tag';
import styles from './rows.module.css';
import type { Checked, Column, FlowValue } from './use-rows';

// Large, and only for columns of JSON.
const JsonEditor = lazy(() => import('./json-editor').then(({ JsonEditor: component }) => ({ default: component })));

interface RowFieldProps {
  readonly column: Column;
  readonly value: FlowValue;
  readonly isEdited: boolean;
  readonly problems: Checked['problems'];
  readonly onChange: (value: FlowValue) => void;
}

/** One value of a row, typed as its column wants it. */
export function RowField({ column, value, isEdited, problems, onChange }: RowFieldProps) {
  const { t } = useTranslation('rows');
  const id = useId();
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const text = value === null ? '' : String(value);
  const setText = (next: string) => onChange(next === '' && column.isNullable ? null : typed(column, next));
  const hint = `${id}-hint`;
  const shared = {
    id,
    value: text,
    'aria-describedby': hint,
    'aria-invalid': errors.length > 0,
    error: errors.length > 0,
  };
  return (
    <div>
      <Input.Label htmlFor={column.type === 'json' ? undefined : id} id={`${id}-label`}>
        <code>{column.name}</code> {isEdited && <Tag tone="warn">{t('edited')}</Tag>}
      </Input.Label>
      {column.type === 'json' && (
        <Suspense fallback={<Loading lines={4} />}>
          <JsonEditor label={column.name} describedBy={hint} value={text} onChange={setText} />
        </Suspense>
      )}
      {(column.type === 'boolean' || column.choices.length > 0) && (
        <NativeSelect
          {...shared}
          onChange={(event) => setText(event.currentTarget.value)}
          data={choicesOf(column, t('form.empty'))}
        />
      )}
      {column.type !== 'json' && column.type !== 'boolean' && column.choices.length === 0 && (
        <FreeField column={column} shared={shared} onChange={setText} />
      )}
      <div id={hint} className={styles.hint}>
        {errors.map(({ message }) => (
          <p key={message} className={styles.bad}>
            ✕ {message}
          </p>
        ))}
        {warnings.map(({ message }) => (
          <p key={message} className={styles.warn}>
            ! {message}
          </p>
        ))}
      </div>
    </div>
  );
}

interface FreeFieldProps {
  readonly column: Column;
  readonly shared: { readonly id: string; readonly value: string; readonly error: boolean };
  readonly onChange: (text: string) => void;
}

/** Codes and numbers stand on one line; anything else may have several. */
function FreeField({ column, shared, onChange }: FreeFieldProps) {
  const isShort = column.type !== 'text' || ONE_LINE.test(column.name);
  if (isShort) {
    const mode = column.type === 'text' ? 'text' : 'numeric';
    return <TextInput {...shared} inputMode={mode} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return (
    <Textarea {...shared} autosize minRows={1} maxRows={16} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

const ONE_LINE =
  /(_code|_type|_key|_group|_mode|_format|_policy|_name|_names|_match|^action|^phase|^determinant|^risk|^consent|^dialect)$/;

/** What is typed as a number that is none stays as it is, so that it can be said what is wrong with it. */
function typed(column: Column, text: string): FlowValue {
  if (column.type === 'boolean') return text === 'true';
  const isNumber = column.type === 'integer' || column.type === 'number';
  if (!isNumber) return text;
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function choicesOf({ type, choices, isNullable }: Column, empty: string) {
  const words = type === 'boolean' ? ['true', 'false'] : choices;
  return [...(isNullable ? [{ value: '', label: empty }] : []), ...words.map((value) => ({ value, label: value }))];
}
