import type { ReactNode } from 'react';
import styles from './tag.module.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

const SIGNS: Readonly<Record<Tone, string>> = { plain: '', good: '✓', warn: '!', bad: '✕' };

/** A word or two in the colour of what they mean; a sign says the same to whom colours do not. */
export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      {SIGNS[tone] !== '' && <span aria-hidden="true">{SIGNS[tone]} </span>}
      {children}
    </span>
  );
}
