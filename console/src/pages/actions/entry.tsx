import type { ReactNode } from 'react';
import { When } from '../../parts/when';
import styles from './action-page.module.css';

interface EntryProps {
  readonly title: string;
  readonly at?: string | null | undefined;
  /** Whether it is there; what is not is drawn faintly. */
  readonly isThere: boolean;
  readonly children: ReactNode;
}

/** A part of the record of an action. */
export function Entry({ title, at, isThere, children }: EntryProps) {
  return (
    <li className={styles.entry} data-there={isThere || undefined}>
      <h2>
        {title}
        {at && (
          <span className={styles.at}>
            <When at={at} isFull />
          </span>
        )}
      </h2>
      {children}
    </li>
  );
}
