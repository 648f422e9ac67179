export const LANGUAGES = ['nl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Resolves the language setting. `system` is Dutch if `systemLocale` is Dutch, such as `nl-BE`, else English. */
export function chooseLanguage(setting: Language | 'system', systemLocale: string): Language {
  if (setting !== 'system') return setting;
  return systemLocale.toLowerCase().startsWith('nl') ? 'nl' : 'en';
}

/** A text in each language. */
export type LocalizedText = Readonly<Record<Language, string>>;
