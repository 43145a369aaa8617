import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The answer to what the reader came for, in a line. */
  readonly answer?: ReactNode;
  /** What can be done with the page as a whole. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its heading, the answer, what can be done, and the rest. */
export function Page({ title, answer, tools, children }: PageProps) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Title order={1} className={styles.title}>
            {title}
          </Title>
          {answer !== undefined && <p className={styles.answer}>{answer}</p>}
        </div>
        {tools !== undefined && <div className={styles.tools}>{tools}</div>}
      </div>
      {children}
    </div>
  );
}

/** The title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ConvEngine`;
  }, [title]);
}
