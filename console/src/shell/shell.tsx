import { Button } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isReachable, isWorking } from '../api/connection';
import { useMe } from '../api/me';
import { useStore } from '../api/store';
import { Account } from './account';
import { Gate } from './gate';
import { isAt } from './pages';
import { SettingsMenu } from './settings-menu';
import styles from './shell.module.css';
import { useShownPages } from './shown-pages';

/** What stands around every page: where one is, where one can go, who one is, and whether the service answers. */
export function Shell() {
  const { t } = useTranslation('shell');
  const { data: me } = useMe();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const pages = useShownPages(me);
  const nav = useRef<HTMLElement>(null);
  // On narrow screens not all names fit: the one where one is should be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another name, and the names come with the reader
  useEffect(() => {
    nav.current?.querySelector('[data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path, me]);
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
          {pages.map(({ to, name }) => (
            <Link key={to} to={to} className={styles.link} data-here={isAt(path, to) || undefined}>
              {t(`page.${name}`)}
            </Link>
          ))}
        </nav>
        {me && <Account me={me} />}
        <SettingsMenu />
      </header>
      <Trouble hasOperations={pages.some(({ name }) => name === 'operations')} />
      <Content />
    </div>
  );
}

/** That what is read may be old, and why. */
function Trouble({ hasOperations }: { readonly hasOperations: boolean }) {
  const { t } = useTranslation('shell');
  const isAway = useStore(isReachable) === false;
  const cannotWork = !useStore(isWorking);
  if (!isAway && !cannotWork) return null;
  const kind = isAway ? 'away' : 'notWorking';
  return (
    <p role="status" className={styles.away}>
      <strong>{t(`${kind}.title`)}</strong> {t(`${kind}.text`)}{' '}
      {!isAway && hasOperations && <Link to="/operations">{t('notWorking.why')}</Link>}
    </p>
  );
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
      <Gate />
    </main>
  );
}
