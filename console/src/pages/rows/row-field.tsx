import { Input, type InputWrapperProps, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../parts/loading';
import { Tag } from '../../parts/tag';
import { columnHelp } from './column-help';
import type { FlowValue } from './drafts';
import styles from './rows.module.css';
import type { Checked, Column } from './use-rows';

// Large, and only for columns of JSON.
const JsonEditor = lazy(() => import('./json-editor').then(({ JsonEditor: component }) => ({ default: component })));

interface RowFieldProps {
  /** The name of its table. */
  readonly table: string;
  readonly column: Column;
  readonly value: FlowValue;
  readonly isEdited: boolean;
  readonly problems: Checked['problems'];
  readonly onChange: (value: FlowValue) => void;
}

/** One value of a row, typed as its column wants it, with what the column means. */
export function RowField({ table, column, value, isEdited, problems, onChange }: RowFieldProps) {
  const { t } = useTranslation('rows');
  const id = useId();
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const text = textOf(value);
  const setText = (next: string) => onChange(typed(column, next));
  // What is given to the fields in this way is read out with them.
  const about: About = {
    id,
    label: (
      <>
        <code>{column.name}</code> {isEdited && <Tag tone="warn">{t('edited')}</Tag>}
      </>
    ),
    description: (
      <>
        {columnHelp(table, column.name)}
        <Messages sign="!" className={styles.warn} of={warnings} />
      </>
    ),
    error: errors.length > 0 && <Messages sign="✕" className={styles.bad} of={errors} />,
    descriptionProps: { size: 'md' },
    errorProps: { size: 'md' },
  };
  if (column.type === 'json') {
    return (
      <Input.Wrapper {...about} labelElement="div">
        <Suspense fallback={<Loading lines={4} />}>
          <JsonEditor
            label={column.name}
            describedBy={`${id}-error ${id}-description`}
            value={text}
            onChange={setText}
          />
        </Suspense>
      </Input.Wrapper>
    );
  }
  if (column.type === 'boolean' || column.choices.length > 0) {
    return (
      <NativeSelect
        {...about}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data={choicesOf(column, t('form.empty'))}
      />
    );
  }
  return <FreeField column={column} about={about} value={value} onChange={setText} />;
}

/** What stands around a field. */
type About = Pick<InputWrapperProps, 'id' | 'label' | 'description' | 'error' | 'descriptionProps' | 'errorProps'>;

interface MessagesProps {
  readonly sign: string;
  readonly className: string | undefined;
  readonly of: Checked['problems'];
}

function Messages({ sign, className, of }: MessagesProps) {
  return of.map(({ message }) => (
    <span key={message} className={`${styles.message} ${className}`}>
      {sign} {message}
    </span>
  ));
}

interface FreeFieldProps {
  readonly column: Column;
  readonly about: About;
  readonly value: FlowValue;
  readonly onChange: (text: string) => void;
}

/** Codes and numbers stand on one line; anything else may have several. */
function FreeField({ column, about, value, onChange }: FreeFieldProps) {
  const isShort = column.type !== 'text' || ONE_LINE.test(column.name);
  // A number stays as it was typed: "0." goes on.
  const [written, setWritten] = useState('');
  const shared = {
    ...about,
    value: typed(column, written) === value ? written : textOf(value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setWritten(currentTarget.value);
      onChange(currentTarget.value);
    },
  };
  if (isShort) {
    return <TextInput {...shared} inputMode={KEYBOARDS[column.type]} />;
  }
  return <Textarea {...shared} autosize minRows={1} maxRows={16} />;
}

/** What a phone shows the keys of. */
const KEYBOARDS: Partial<Record<Column['type'], 'numeric' | 'decimal'>> = { integer: 'numeric', number: 'decimal' };

const ONE_LINE =
  /(_code|_type|_key|_group|_mode|_format|_policy|_name|_names|_match|^action|^phase|^determinant|^risk|^consent|^dialect)$/;

/** What is typed as a number that is none stays as it is, so that it can be said what is wrong with it. */
function typed(column: Column, text: string): FlowValue {
  if (text === '' && column.isNullable) return null;
  if (column.type === 'boolean') return text === 'true';
  const isNumber = column.type === 'integer' || column.type === 'number';
  if (!isNumber) return text;
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function textOf(value: FlowValue): string {
  return value === null ? '' : String(value);
}

function choicesOf({ type, choices, isNullable }: Column, empty: string) {
  const words = type === 'boolean' ? ['true', 'false'] : choices;
  return [...(isNullable ? [{ value: '', label: empty }] : []), ...words.map((value) => ({ value, label: value }))];
}
