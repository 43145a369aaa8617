import { type ReactNode, useState } from 'react';
import styles from './fold.module.css';

interface FoldProps {
  readonly title: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** Something that is opened, and only then made, where it is wanted. */
export function Fold({ title, open = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(open);
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <div className={styles.content}>{children}</div>}
    </details>
  );
}
