import type { Page } from '@playwright/test';
import * as en from '../../../renderer/locales/en/index.ts';
import * as nl from '../../../renderer/locales/nl/index.ts';

/** Every text of the window in one language. */
export type Words = typeof en;

/** The language of most tests: that of `playwright.config.ts`. */
export const DUTCH: Words = nl;
export const ENGLISH: Words = en;

/** The words of the sign-in page that is shown, whichever language its host made of the system's. */
export async function shownWords(page: Page): Promise<Words> {
  const language = await page.locator('button[lang][aria-pressed=true]').getAttribute('lang');
  return language === 'nl' ? DUTCH : ENGLISH;
}

/** Fills the gaps of a text: `{{count}} orders` with `{count: '12'}`. */
export function sentence(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
