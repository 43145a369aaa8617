import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage, keepLanguage, LANGUAGES, type Language } from '../languages';
import styles from './settings-menu.module.css';

const THEMES = ['light', 'dark', 'auto'] as const;

/** How the console looks and speaks, and what it keeps. The browser opens and closes it. */
export function SettingsMenu() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <ActionIcon variant="subtle" size="lg" aria-label={t('settings')} color="gray" popoverTarget="settings">
        <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M4 7h9m4 0h3M4 17h3m4 0h9" strokeWidth="1.8" strokeLinecap="round" />
          <circle cx="15" cy="7" r="2.2" strokeWidth="1.8" />
          <circle cx="9" cy="17" r="2.2" strokeWidth="1.8" />
        </svg>
      </ActionIcon>
      <div id="settings" popover="auto" className={styles.menu}>
        <fieldset>
          <legend>{t('theme.title')}</legend>
          {THEMES.map((theme) => (
            <label key={theme}>
              <input type="radio" name="theme" checked={colorScheme === theme} onChange={() => setColorScheme(theme)} />
              {t(`theme.${theme}`)}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('language')}</legend>
          {(Object.keys(LANGUAGES) as Language[]).map((code) => (
            <label key={code} lang={code}>
              <input
                type="radio"
                name="language"
                checked={currentLanguage() === code}
                onChange={() => void keepLanguage(code)}
              />
              {LANGUAGES[code]}
            </label>
          ))}
        </fieldset>
        <a href="/api/docs" target="_blank" rel="noreferrer" className={styles.link}>
          {t('apiDocs')}
        </a>
      </div>
    </>
  );
}
