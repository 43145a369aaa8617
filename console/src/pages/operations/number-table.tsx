import type { ReactNode } from 'react';
import styles from './operations-page.module.css';

interface NumberTableProps {
  readonly name: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

/**
 * A table of numbers. Where it is wider than the screen, it scrolls by itself, also by the keyboard, and the page stays.
 */
export function NumberTable({ name, heads, children }: NumberTableProps) {
  return (
    <section className={styles.wide} aria-label={name} tabIndex={0}>
      <table className={styles.numbers}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
