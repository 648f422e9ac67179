import { expect, type Page } from '@playwright/test';
import { DUTCH, type Words } from './words.ts';

export type PageName = 'overview' | 'catalog' | 'discounts' | 'report' | 'exports' | 'journal';

/** Opens a page by its address. */
export async function openPage(page: Page, name: PageName, words: Words = DUTCH): Promise<void> {
  await page.goto(`/#/${name}`);
  await expectPage(page, name, words);
}

/** Opens a page from the menu. */
export async function choosePage(page: Page, name: PageName, words: Words = DUTCH): Promise<void> {
  const menu = page.getByRole('navigation', { name: words.shell.navigation });
  await menu.getByRole('link', { name: words.shell[name], exact: true }).click();
  await expectPage(page, name, words);
}

/** The page before stays until the next one has been fetched, so what is done at once would be done to it. */
async function expectPage(page: Page, name: PageName, words: Words): Promise<void> {
  await expect(page.getByRole('heading', { name: words.shell[name], level: 1 })).toBeVisible();
}
