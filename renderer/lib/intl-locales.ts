import type { Language } from '../../shared/contract/language.ts';

/** Whose way of writing numbers and dates each language follows. */
export const INTL_LOCALES: Readonly<Record<Language, string>> = { nl: 'nl-NL', en: 'en-GB' };
