import { expect, type Page } from '@playwright/test';
import { electronTest as test } from './support/electron-window.ts';
import { choosePage, choosePreset, expectHeading } from './support/page-steps.ts';
import { readLines, readTable } from './support/visible-table.ts';
import { sentence, visibleTexts, type Words } from './support/window-texts.ts';

test.describe('the main job in the Electron window', () => {
  test('is done from sign-in to the report', async ({ electron }) => {
    await takeJourney(electron.page);
  });
});

/** From the sign-in page on, in the language that the window has. */
async function takeJourney(page: Page): Promise<void> {
  const words = await visibleTexts(page);
  await signInToDemo(page, words);
  await findProduct(page, words, 'kaars');
  await openFirstProduct(page, words);
  await seeDiscountedOrders(page, words);
  await readReport(page, words);
}

async function signInToDemo(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.signIn.demo }).click();
  await expectHeading(page, words.shell.overview);
}

async function findProduct(page: Page, words: Words, term: string): Promise<void> {
  await choosePage(page, 'catalog', words);
  await page.getByRole('searchbox', { name: words.catalog.search }).fill(term);
  const titles = async () => (await readTable(catalogTable(page, words))).rows.map(([, [, title]]) => title);
  await expect.poll(titles).not.toEqual([]);
  await expect.poll(async () => (await titles()).every((title) => title?.toLowerCase().includes(term))).toBe(true);
}

async function openFirstProduct(page: Page, words: Words): Promise<void> {
  const table = catalogTable(page, words);
  const [sku = '', title = ''] = (await readTable(table)).rows[0]?.[1] ?? [];
  await table.getByRole('row').nth(1).click();
  const drawer = page.getByRole('complementary', { name: title });
  await expect(drawer.getByRole('heading', { name: words.catalog.prices })).toBeVisible();
  await expect(drawer.getByText(sku)).toBeVisible();
}

async function seeDiscountedOrders(page: Page, words: Words): Promise<void> {
  await choosePage(page, 'discounts', words);
  await choosePreset(page, 'last-month', words);
  const table = page.getByRole('grid', { name: words.discounts.table });
  await expect(table.locator('tbody tr[data-index]').first()).toBeVisible();
  const { totals } = await readTable(table);
  expect(totals[0]).toContain(words.terms.total);
}

async function readReport(page: Page, words: Words): Promise<void> {
  await choosePage(page, 'report', words);
  await choosePreset(page, 'last-month', words);
  const count = await page.getByRole('table', { name: words.report.checks.title }).locator('tbody').count();
  const verdict = sentence(words.report.checks.allHold_other, { count });
  await expect(page.getByRole('button', { name: verdict })).toBeVisible();
  const revenue = await readLines(page.getByRole('table', { name: words.report.revenue.title }));
  expect(revenue.map(([label]) => label)).toContain(words.report.revenue.turnover);
}

function catalogTable(page: Page, words: Words) {
  return page.getByRole('grid', { name: words.shell.catalog });
}
