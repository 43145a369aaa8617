import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { forgetKeys, hasKeys } from '../api/keys';
import { useStore } from '../api/store';
import { currentLanguage, keepLanguage, LANGUAGES, type Language } from '../languages';

const THEMES = ['light', 'dark', 'auto'] as const;

/** How the console looks and speaks, and what it keeps. */
export function SettingsMenu() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const withKeys = useStore(hasKeys);
  return (
    <Menu position="bottom-end" width={220} returnFocus>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('settings')} color="gray">
          <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="M4 7h9m4 0h3M4 17h3m4 0h9" strokeWidth="1.8" strokeLinecap="round" />
            <circle cx="15" cy="7" r="2.2" strokeWidth="1.8" />
            <circle cx="9" cy="17" r="2.2" strokeWidth="1.8" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('theme.title')}</Menu.Label>
        {THEMES.map((theme) => (
          <Menu.Item key={theme} onClick={() => setColorScheme(theme)} rightSection={tick(colorScheme === theme)}>
            {t(`theme.${theme}`)}
          </Menu.Item>
        ))}
        <Menu.Label>{t('language')}</Menu.Label>
        {(Object.keys(LANGUAGES) as Language[]).map((code) => (
          <Menu.Item
            key={code}
            lang={code}
            onClick={() => void keepLanguage(code)}
            rightSection={tick(currentLanguage() === code)}
          >
            {LANGUAGES[code]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {withKeys && <Menu.Item onClick={forgetKeys}>{t('key.forget')}</Menu.Item>}
        <Menu.Item component="a" href="/api/docs" target="_blank">
          {t('apiDocs')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function tick(isChosen: boolean) {
  return isChosen ? <span aria-hidden="true">✓</span> : undefined;
}
