import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../api/store';
import { CHANGES_TITLE, Verdict } from './changes';
import { drafts } from './drafts';
import styles from './rows.module.css';
import type { useCheck } from './use-rows';

/** While a row is typed in and the list of changes is further down: how many there are, what is wrong, and the way to it. */
export function ChangesBar({ check }: { readonly check: ReturnType<typeof useCheck> }) {
  const { t } = useTranslation('rows');
  const { length } = useStore(drafts);
  const isSeen = useIsSeen(CHANGES_TITLE);
  if (isSeen) return null;
  const show = () => {
    const title = document.getElementById(CHANGES_TITLE);
    title?.scrollIntoView({ block: 'start' });
    title?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.barPlace}>
      <div className={styles.bar}>
        <strong>{t('changes.title', { count: length })}</strong>
        <Verdict check={check} />
        <Button onClick={show}>{t('changes.show')}</Button>
      </div>
    </div>
  );
}

/** Whether an element of the page is in sight. */
function useIsSeen(id: string): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const element = document.getElementById(id);
    if (element === null) return undefined;
    const observer = new IntersectionObserver((all) => setSeen(all.at(-1)?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isSeen;
}
