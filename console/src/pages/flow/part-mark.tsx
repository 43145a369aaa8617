import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../languages';
import { Tag } from '../../parts/tag';
import type { Finding, Part } from './flow-model';
import styles from './part-mark.module.css';

const SIGNS: Readonly<Record<Part['kind'], string>> = {
  intent: '◆',
  state: '○',
  classifier: '≈',
  rule: '→',
  reply: '❝',
  action: '⚡',
  tool: '⚙',
};

/** What kind of part it is: a sign, said in words to whom signs say nothing. */
export function KindSign({ part }: { readonly part: Part }) {
  const { t } = useTranslation('flow');
  return (
    <span className={styles.sign}>
      <span aria-hidden="true">{SIGNS[part.kind]}</span>
      <span className="unseen">{t(`kind.${kindOf(part)}`)}: </span>
    </span>
  );
}

/** A reply that asks is a question. */
export function kindOf(part: Part): Part['kind'] | 'question' {
  return part.kind === 'reply' && part.name.includes('?') ? 'question' : part.kind;
}

/** How the reader knows the part: a state of any name says so. */
export function usePartName(): (part: Part) => string {
  const { t } = useTranslation('flow');
  return (part) => {
    if (part.kind === 'intent' && part.intent === 'ANY') return t('anyIntent');
    if (part.kind === 'state' && part.state === 'ANY') return t('anyState');
    if (part.name === '') return t('unnamed', { key: part.id });
    return part.name;
  };
}

/** How bad a finding is. */
export function Severity({ of }: { readonly of: Finding }) {
  const { t } = useTranslation('flow');
  return of.severity === 'error' ? (
    <Tag tone="bad">{t('severity.error')}</Tag>
  ) : (
    <Tag tone="warn">{t('severity.warning')}</Tag>
  );
}

/** What is wrong, counted. */
export function FindingMarks({ of }: { readonly of: readonly Finding[] }) {
  const { t } = useTranslation('flow');
  const errors = of.filter(({ severity }) => severity === 'error').length;
  const warnings = of.length - errors;
  return (
    <>
      {errors > 0 && <Tag tone="bad">{t('errors', { count: errors })}</Tag>}{' '}
      {warnings > 0 && <Tag tone="warn">{t('warnings', { count: warnings })}</Tag>}
    </>
  );
}

/** How many conversations are there, as a number and as a bar beside that of the busiest. */
export function Traffic({ chats, most }: { readonly chats: number; readonly most: number }) {
  const { t } = useTranslation('flow');
  const share = most === 0 ? 0 : chats / most;
  return (
    <span className={styles.traffic}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
      {chats === 0 ? t('noChats') : t('chats', { count: chats, number: chats.toLocaleString(currentLanguage()) })}
    </span>
  );
}
