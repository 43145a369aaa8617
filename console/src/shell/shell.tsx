import { Button } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable } from '../api/connection';
import { keyWanted } from '../api/keys';
import { useStore } from '../api/store';
import { PAGES } from './pages';
import { SettingsMenu } from './settings-menu';
import styles from './shell.module.css';

// Most readers are never asked for a key.
const KeyDialog = lazy(() => import('./key-dialog').then((part) => ({ default: part.KeyDialog })));

/** What stands around every page: where one is, where one can go, and whether the service answers. */
export function Shell() {
  const { t } = useTranslation('shell');
  const reachable = useStore(isReachable);
  const isKeyWanted = useStore(keyWanted) !== undefined;
  const path = useRouterState({ select: (state) => state.location.pathname });
  const nav = useRef<HTMLElement>(null);
  // On narrow screens not all names fit: the one where one is should be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another name
  useEffect(() => {
    nav.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <div className={styles.frame}>
      <Button component="a" href="#content" className={styles.skip} size="sm">
        {t('skip')}
      </Button>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="#2f5d8a" />
            <path d="M9 16.5l5 5L23.5 11" fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
          </svg>
          ConvEngine
        </Link>
        <nav ref={nav} className={styles.nav} aria-label={t('pages')}>
          {PAGES.map(({ to, name }) => (
            <Link key={to} to={to} className={styles.link} data-here={isHere(path, to) || undefined}>
              {t(`page.${name}`)}
            </Link>
          ))}
        </nav>
        <SettingsMenu />
      </header>
      {reachable === false && (
        <p role="status" className={styles.away}>
          <strong>{t('away.title')}</strong> {t('away.text')}
        </p>
      )}
      <Content />
      {isKeyWanted && (
        <Suspense>
          <KeyDialog />
        </Suspense>
      )}
    </div>
  );
}

/** The start leads on to a conversation with an address of its own. */
function isHere(path: string, to: string): boolean {
  return to === '/' ? path === '/' || path.startsWith('/try/') : path.startsWith(to);
}

function Content() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const seen = useRef(path);
  // Who reads with a keyboard or a screen reader is taken along to the new page.
  useEffect(() => {
    if (seen.current !== path) main.current?.focus({ preventScroll: true });
    seen.current = path;
  }, [path]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  );
}
