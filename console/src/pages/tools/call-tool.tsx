import { Button, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Code } from '../../parts/code';
import { hasTooLong, isTooLong, objectOf } from '../../parts/json';
import { ProblemText } from '../../parts/problem';
import { argumentsOf, type Field, fieldsOf } from './arguments';
import styles from './call-tool.module.css';
import { type Tool, useCall } from './use-tools';

/** Calls one tool that only reads, and shows what it answers: fields where the schema is flat, else the arguments as JSON. */
export function CallTool({ tool }: { readonly tool: Tool }) {
  const { t } = useTranslation('tools');
  const fields = fieldsOf(tool.input_schema);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [json, setJson] = useState('{}');
  const call = useCall(tool.tool_code);
  const running = useRef<AbortController>(null);
  // Who leaves does not wait for the answer any more, and the tool need not work for it.
  useEffect(() => () => running.current?.abort(), []);
  const isJsonTooLong = hasTooLong(json);
  const parsed = fields ? argumentsOf(fields, typed) : isJsonTooLong ? undefined : objectOf(json);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (parsed === undefined) return;
    running.current = new AbortController();
    call.mutate({ args: parsed, signal: running.current.signal });
  };
  return (
    <form className={styles.form} onSubmit={send} aria-label={t('call.title', { tool: tool.tool_code })}>
      {fields?.length === 0 && <p className={styles.soft}>{t('call.noArguments')}</p>}
      {fields?.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed.get(field.name) ?? ''}
          onChange={(value) => setTyped((before) => new Map(before).set(field.name, value))}
        />
      ))}
      {!fields && (
        <Textarea
          label={t('call.json')}
          classNames={{ input: styles.json ?? '' }}
          value={json}
          spellCheck={false}
          autosize
          minRows={3}
          maxRows={16}
          error={parsed === undefined ? t(isJsonTooLong ? 'call.tooLong' : 'call.notJson') : undefined}
          onChange={(event) => setJson(event.currentTarget.value)}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" loading={call.isPending}>
          {t('call.button')}
        </Button>
        {call.isPending && (
          <Button variant="default" onClick={() => running.current?.abort()}>
            {t('call.stop')}
          </Button>
        )}
      </div>
      <Answer call={call} />
    </form>
  );
}

function Answer({ call }: { readonly call: ReturnType<typeof useCall> }) {
  const { t } = useTranslation('tools');
  const isStopped = call.error instanceof DOMException && call.error.name === 'AbortError';
  return (
    <div aria-live="polite">
      {call.data && (
        <>
          <p className={styles.soft}>{t('call.answered', { ms: Math.round(call.data.tookMs) })}</p>
          <Code value={call.data.result} />
        </>
      )}
      {isStopped && <p className={styles.soft}>{t('call.stopped')}</p>}
      {call.error && !isStopped && (
        <div className={styles.error}>
          <ProblemText error={call.error} />
        </div>
      )}
    </div>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { t } = useTranslation('tools');
  const { name, type, description, isRequired, choices, isHidden, standard } = field;
  const shared = { label: name, description, required: isRequired, value, placeholder: standard };
  if (type === 'choice' || type === 'boolean') {
    const values = type === 'boolean' ? ['true', 'false'] : choices;
    const none = standard === '' ? t('call.none') : t('call.standard', { value: standard });
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: none }, ...values]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const Input = isHidden ? PasswordInput : TextInput;
  return (
    <Input
      {...shared}
      error={type === 'number' && isTooLong(value) ? t('call.tooLong') : undefined}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
