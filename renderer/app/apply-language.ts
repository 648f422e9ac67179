import i18next from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import type { Settings } from '../../shared/contract/bridge.ts';
import { fetchLanguage, languageOf } from '../lib/language.ts';
import { useTellFailure } from '../lib/tell-failure.ts';

/**
 * Puts the texts, and what the page says of itself to a screen reader, into the language of the settings. Until its
 * texts are there, the language before stays.
 */
export function useApplyLanguage(setting: Settings['language']): void {
  const language = languageOf(setting, navigator.language);
  const tellFailure = useTellFailure();
  const onFailure = useEffectEvent(tellFailure);
  useEffect(() => {
    let isWanted = true;
    fetchLanguage(language)
      .then(async () => {
        if (!isWanted) return;
        document.documentElement.lang = language;
        await i18next.changeLanguage(language);
      })
      .catch((error: unknown) => onFailure(error));
    return () => {
      isWanted = false;
    };
  }, [language]);
}
