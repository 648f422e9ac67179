import type { Page } from '@playwright/test';
import * as en from '../../../renderer/locales/en/index.ts';
import * as nl from '../../../renderer/locales/nl/index.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { countText } from './visible-table.ts';

/** Every text of the window in one language. */
export type Words = typeof en;

/** The language of most tests, set in `playwright.config.ts`. */
export const DUTCH: Words = nl;

export const ENGLISH: Words = en;

/** The texts in the language of the visible sign-in page, which its host derives from the system. */
export async function visibleTexts(page: Page): Promise<Words> {
  const language = await page.locator('button[lang][aria-pressed=true]').getAttribute('lang');
  return language === 'nl' ? DUTCH : ENGLISH;
}

/** The number of rows as a list shows it: `12 orders`. */
export function countSentence(
  forms: { readonly count_one: string; readonly count_other: string },
  count: number,
): string {
  return sentence(count === 1 ? forms.count_one : forms.count_other, { count: countText(count) });
}

/** Fills the placeholders of a text: `{{count, number}} orders` with `{count: '12'}`. */
export function sentence(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(values[name]));
}

/** The Dutch heading of a column, the same on the screen and in the file. */
export function columnHeading<Id extends string>({ columns }: DatasetDeclaration<Id>, id: Id): string {
  const column = columns.find((candidate) => candidate.id === id);
  if (!column) throw new Error(`There is no column ${id}.`);
  return column.heading.nl;
}
