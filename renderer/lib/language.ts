import type { i18n } from 'i18next';
import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '../../shared/contract/language.ts';
import type { DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import { createNumberFormat, type NumberFormat } from '../../shared/number-format.ts';
import type * as nl from '../locales/nl/index.ts';
import { createDateFormat, type DateFormat } from './format.ts';

/** The texts of a language. They have the same keys as Dutch, which is written first. */
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** The texts of a language are fetched when it is first used. */
const FETCH_TEXTS: Readonly<Record<Language, () => Promise<Translated<typeof nl>>>> = {
  nl: () => import('../locales/nl/index.ts'),
  en: () => import('../locales/en/index.ts'),
};

const NAMESPACE = 'translation';

/** Must finish before anything is drawn. */
export async function startLanguage(language: Language): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { [NAMESPACE]: await FETCH_TEXTS[language]() } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return i18next;
}

/** Fetches the texts of a language before it is switched to. */
export async function fetchLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, NAMESPACE)) return;
  i18next.addResourceBundle(language, NAMESPACE, await FETCH_TEXTS[language]());
}

/** The current language. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return instance.language === 'nl' ? 'nl' : 'en';
}

/** Formats for numbers and dates in the current language. */
export function useFormat(): NumberFormat & DateFormat {
  return getFormat(useLanguage());
}

/** Cached: creating a format is slow, and every cell of a table needs one. */
const formats = new Map<Language, NumberFormat & DateFormat>();

function getFormat(language: Language): NumberFormat & DateFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = { ...createNumberFormat(language), ...createDateFormat(language) };
  formats.set(language, made);
  return made;
}

/** The headings of a dataset by column id, the same on the screen as in its files. */
export function useHeadings<Id extends string>({ columns }: DatasetDeclaration<Id>): Readonly<Record<Id, string>> {
  const language = useLanguage();
  return useMemo(
    () => Object.fromEntries(columns.map(({ id, heading }) => [id, heading[language]])) as Record<Id, string>,
    [columns, language],
  );
}
