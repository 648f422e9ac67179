import type { Page } from '@playwright/test';
import { en } from '../../../renderer/locales/en/index.ts';
import { nl } from '../../../renderer/locales/nl/index.ts';
import type { Language } from '../../../shared/contract/bridge.ts';

/** Every text of the window in one language. */
export type Words = typeof en;

const WORDS: Readonly<Record<Language, Words>> = { nl, en };

/** The language of most tests: that of `playwright.config.ts`. */
export const DUTCH: Words = nl;

/** The words that the window shows now, whatever its host made the language. */
export async function shownWords(page: Page): Promise<Words> {
  await page.locator('html[lang]').waitFor();
  const language = await page.locator('html').getAttribute('lang');
  return language === 'nl' ? WORDS.nl : WORDS.en;
}

/** Fills the gaps of a text: `{{count}} orders` with `{count: '12'}`. */
export function sentence(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
