import { type ReactNode } from 'react';
import styles from './figure.module.css';

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  /** What it means, or is made of. */
  readonly note?: ReactNode;
}

/** A number that answers a question, within `Figures`. */
export function Figure({ name, value, note }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}
