import type { ReactNode } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** Something that is opened where it is wanted: works with the keyboard, and by the page's own search. */
export function Fold({ title, open = false, children }: FoldProps) {
  return (
    <details className={styles.fold} open={open}>
      <summary>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
