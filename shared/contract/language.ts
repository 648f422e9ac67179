export const LANGUAGES = ['nl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** One text in each language. */
export type LocalizedText = Readonly<Record<Language, string>>;
