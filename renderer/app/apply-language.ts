import i18next from 'i18next';
import { useEffect } from 'react';
import type { Settings } from '../../shared/contract/bridge.ts';
import { languageOf } from '../lib/language.ts';

/** Puts the texts, and what the page says of itself to a screen reader, into the language of the settings. */
export function useApplyLanguage(setting: Settings['language']): void {
  const language = languageOf(setting, navigator.language);
  useEffect(() => {
    document.documentElement.lang = language;
    void i18next.changeLanguage(language);
  }, [language]);
}
