import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fold } from '../../parts/fold';
import { hasTooLong, objectOf } from '../../parts/json';
import styles from './why.module.css';
import { readWhySearch, type Values, type WhySearch } from './why-search';

interface WhyFormProps {
  readonly search: WhySearch;
  readonly isAsking: boolean;
  readonly onAsk: (search: WhySearch) => void;
}

const OBJECTS = ['params', 'context', 'results'] as const;
const PLACES = ['conversation', 'intent', 'state'] as const;
type Draft = Record<'say' | (typeof OBJECTS)[number] | (typeof PLACES)[number], string>;

/** What is asked: messages, what is sent with them, and where they begin. */
export function WhyForm({ search, isAsking, onAsk }: WhyFormProps) {
  const { t } = useTranslation('why');
  const [draft, setDraft] = useState<Draft>(() => draftOf(search));
  const [isSent, setSent] = useState(false);
  const field = (name: keyof Draft) => ({
    label: t(`field.${name}`),
    value: draft[name],
    error: isSent
      ? problemIn(name, draft[name]) && t(`problem.${problemIn(name, draft[name]) ?? 'object'}`)
      : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const isGood = (Object.keys(draft) as (keyof Draft)[]).every((name) => !problemIn(name, draft[name]));
    if (isGood) onAsk(searchOf(draft));
  };
  const isElsewhere = PLACES.some((name) => draft[name] !== '') || draft.context !== '' || draft.results !== '';
  return (
    <form className={styles.form} onSubmit={ask} aria-label={t('title')}>
      <Textarea {...field('say')} description={t('hint.say')} autosize minRows={1} maxRows={8} />
      <Textarea
        {...field('params')}
        description={t('hint.params')}
        autosize
        maxRows={6}
        placeholder='{"tier": "GOLD"}'
      />
      <Fold title={t('elsewhere')} open={isElsewhere}>
        <div className={styles.more}>
          <div className={styles.fields}>
            <TextInput {...field('conversation')} description={t('hint.conversation')} />
            <TextInput {...field('intent')} />
            <TextInput {...field('state')} />
          </div>
          <Textarea {...field('context')} description={t('hint.context')} autosize maxRows={6} />
          <Textarea {...field('results')} description={t('hint.results')} autosize maxRows={6} />
        </div>
      </Fold>
      <div>
        <Button type="submit" loading={isAsking}>
          {t('ask')}
        </Button>
      </div>
    </form>
  );
}

function problemIn(name: keyof Draft, value: string): 'say' | 'object' | 'tooLong' | undefined {
  if (name === 'say') return value.trim() === '' ? 'say' : undefined;
  if (!(OBJECTS as readonly string[]).includes(name) || value.trim() === '') return undefined;
  if (objectOf(value) === undefined) return 'object';
  return hasTooLong(value) ? 'tooLong' : undefined;
}

function draftOf({ say = [], conversation = '', intent = '', state = '', ...objects }: WhySearch): Draft {
  const shown = (values: Values | undefined) => (values ? JSON.stringify(values) : '');
  const { params, context, results } = objects;
  const texts = { params: shown(params), context: shown(context), results: shown(results) };
  return { say: say.join('\n'), conversation, intent, state, ...texts };
}

function searchOf({ say, params, context, results, ...places }: Draft): WhySearch {
  const messages = say.split('\n').map((line) => line.trim());
  const objects = { params: objectOf(params), context: objectOf(context), results: objectOf(results) };
  return readWhySearch({ ...places, ...objects, say: messages });
}
