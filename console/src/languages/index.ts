import i18next, { type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { ServiceError } from '../api/client';
import { texts } from './en';

const KEPT = 'convengine.console.language';

/** The languages of the console, by what they call themselves. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** The language in use, for numbers and times too. */
export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** What can be done about an error: in the language in use, else as the service says it, in English. */
export function remedyFor({ code, remedy }: Pick<ServiceError, 'code' | 'remedy'>): string {
  const own: string | undefined = i18next.getResource(currentLanguage(), 'remedies', code);
  return own ?? remedy;
}

/** Starts with the language that was chosen last, else with the browser's. */
export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: texts } as Resource,
    interpolation: { escapeValue: false },
  });
  await chooseLanguage(wantedLanguage());
}

/** Loads the language's texts where they are not there yet. */
async function chooseLanguage(language: Language): Promise<void> {
  if (language === 'de' && !i18next.hasResourceBundle('de', 'shell')) {
    const { texts: german } = await import('./de');
    for (const [part, all] of Object.entries(german)) i18next.addResourceBundle('de', part, all);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** For the next visit, too. */
export async function keepLanguage(language: Language): Promise<void> {
  window.localStorage.setItem(KEPT, language);
  await chooseLanguage(language);
}

function wantedLanguage(): Language {
  const kept = window.localStorage.getItem(KEPT);
  const wanted = [kept, ...navigator.languages].map((one) => one?.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? 'en';
}

function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && code in LANGUAGES;
}
