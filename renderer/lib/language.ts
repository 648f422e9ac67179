import i18next, { type i18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Settings } from '../../shared/contract/bridge.ts';
import type { Language } from '../../shared/contract/language.ts';
import { en } from '../locales/en/index.ts';
import { nl } from '../locales/nl/index.ts';
import { createDateFormat, type DateFormat } from './date-format.ts';
import { createNumberFormat, type NumberFormat } from './number-format.ts';

/** Dutch for a Dutch system, English for every other, unless the user chose. */
export function languageOf(setting: Settings['language'], systemLanguage: string): Language {
  if (setting !== 'system') return setting;
  return systemLanguage.toLowerCase().startsWith('nl') ? 'nl' : 'en';
}

export async function startLanguage(language: Language): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { nl: { translation: nl }, en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return i18next;
}

/** The language in use. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return instance.language === 'nl' ? 'nl' : 'en';
}

/** Numbers and dates as the language in use writes them. */
export function useFormat(): NumberFormat & DateFormat {
  const language = useLanguage();
  return useMemo(() => ({ ...createNumberFormat(language), ...createDateFormat(language) }), [language]);
}
