import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** What is said where there is nothing to show: why, and what would change it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Title order={2}>{title}</Title>
      {children}
    </div>
  );
}
