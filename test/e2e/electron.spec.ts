import { expect, type Page } from '@playwright/test';
import { catalogPage } from './pages/catalog-page.ts';
import { discountsPage } from './pages/discounts-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { reportPage } from './pages/report-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { electronTest as test } from './support/electron-window.ts';
import { readLines, readTable } from './support/visible-table.ts';
import { visibleTexts, type Words } from './support/window-texts.ts';

test.describe('the main job in the Electron window', () => {
  test('works from sign-in to the report', async ({ electron }) => {
    await takeJourney(electron.page);
  });
});

/** Starts at the sign-in page, in the language of the window. */
async function takeJourney(page: Page): Promise<void> {
  const words = await visibleTexts(page);
  await signInToDemo(page, words);
  await findProduct(page, words, 'kaars');
  await openFirstProduct(page, words);
  await seeDiscountedOrders(page, words);
  await readReport(page, words);
}

async function signInToDemo(page: Page, words: Words): Promise<void> {
  await signInPage(page, words).demoButton.click();
  await windowFrame(page).expectHeading(words.shell.overview);
}

async function findProduct(page: Page, words: Words, term: string): Promise<void> {
  await windowFrame(page, words).choose('catalog');
  const { table, search } = catalogPage(page, words);
  await search(term);
  const titles = async () => (await readTable(table)).rows.map(([, [, title]]) => title);
  await expect.poll(titles).not.toEqual([]);
  await expect.poll(async () => (await titles()).every((title) => title?.toLowerCase().includes(term))).toBe(true);
}

async function openFirstProduct(page: Page, words: Words): Promise<void> {
  const { table, firstRow, drawerOf } = catalogPage(page, words);
  const [sku = '', title = ''] = (await readTable(table)).rows[0]?.[1] ?? [];
  await firstRow.click();
  const drawer = drawerOf(title);
  await expect(drawer.getByRole('heading', { name: words.catalog.prices })).toBeVisible();
  await expect(drawer.getByText(sku)).toBeVisible();
}

async function seeDiscountedOrders(page: Page, words: Words): Promise<void> {
  await windowFrame(page, words).choose('discounts');
  await periodPicker(page, words).choose('last-month');
  const { table, rows } = discountsPage(page, words);
  await expect(rows.first()).toBeVisible();
  const { totals } = await readTable(table);
  expect(totals[0]).toContain(words.terms.total);
}

async function readReport(page: Page, words: Words): Promise<void> {
  await windowFrame(page, words).choose('report');
  await periodPicker(page, words).choose('last-month');
  const { revenue, verdict } = reportPage(page, words);
  await expect(verdict).toBeVisible();
  const lines = await readLines(revenue);
  expect(lines.map(([label]) => label)).toContain(words.report.revenue.turnover);
}
