import { expect, type Page } from '@playwright/test';
import { listProducts } from '../../shared/contract/products.ts';
import { catalog } from '../../shared/datasets/declarations.ts';
import { OWNER } from './support/api-reader.ts';
import { catalogTable, searchFor } from './support/catalog-steps.ts';
import { downloadCsv } from './support/csv-file.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { downloadAfter } from './support/export-steps.ts';
import { choosePage, expectHeading, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { readTable } from './support/visible-table.ts';
import { columnHeading, sentence, DUTCH as words } from './support/window-texts.ts';

const TERM = 'kaars';
const NAME = 'Kaarsen';

test.beforeEach(async ({ signIn }) => signIn(OWNER));

test('a saved view comes back after a restart of the window, and its export obeys it', async ({ page, api }) => {
  await openPage(page, 'catalog');
  await searchFor(page, TERM);
  await hideColumn(page, columnHeading(catalog, 'vat'));
  const { headings } = await readTable(catalogTable(page));
  await saveView(page, NAME);
  await page.goto('/#/local-api');
  await page.reload();

  const views = page.getByRole('navigation', { name: words.views.title });
  await expect(views.getByRole('link', { name: NAME })).toBeVisible();
  await expectAccessible(page);
  await views.getByRole('link', { name: NAME }).click();
  await expect(page.getByRole('searchbox', { name: words.catalog.search })).toHaveValue(TERM);
  expect((await readTable(catalogTable(page))).headings).toEqual(headings);
  await expect(views.getByRole('link', { name: NAME })).toHaveAttribute('aria-current', 'page');

  const file = await downloadCsv(page, words.exports.action);
  const expected = await api.drain(listProducts, { q: TERM });
  expect(file.rows.filter(([sku]) => sku)).toHaveLength(expected.length);
  expect(file.header.split(';')).toEqual(['Artikelnummer', 'Artikel', 'Prijs incl. btw', 'Prijs excl. btw']);
});

test('a view that is removed by mistake comes back, and one that was changed says so', async ({ page }) => {
  await openPage(page, 'catalog');
  await searchFor(page, TERM);
  await saveView(page, NAME);
  await searchFor(page, 'vaas');
  const button = page.getByRole('button', { name: sentence(words.views.currentChanged, { name: NAME }) });
  await button.click();
  await page.getByRole('menuitem', { name: words.views.back }).click();
  await expect(page.getByRole('searchbox', { name: words.catalog.search })).toHaveValue(TERM);

  await page.getByRole('link', { name: NAME }).hover();
  await page.getByRole('button', { name: sentence(words.views.actionsOf, { name: NAME }) }).click();
  await page.getByRole('menuitem', { name: words.views.remove, exact: true }).click();
  await expect(page.getByRole('link', { name: NAME })).toHaveCount(0);
  await page.getByRole('button', { name: words.states.undo }).click();
  await expect(page.getByRole('link', { name: NAME })).toBeVisible();
});

test('back and forward lead through pages and choices, and the menu to a page as it was left', async ({ page }) => {
  await openPage(page, 'catalog');
  await page.goto('/#/catalog?q=kaars');
  const field = page.getByRole('searchbox', { name: words.catalog.search });
  await expect(field).toHaveValue('kaars');
  await choosePage(page, 'report');
  await page.goBack();
  await expect(field).toHaveValue('kaars');
  await page.goBack();
  await expect(field).toHaveValue('');
  await page.goForward();
  await expect(field).toHaveValue('kaars');
  await choosePage(page, 'report');
  await choosePage(page, 'catalog');
  await expect(field).toHaveValue('kaars');
});

test('the keys of the help sheet lead through the window', async ({ page }) => {
  await openPage(page, 'catalog');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: words.shell.shortcuts })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+5');
  await expectHeading(page, words.shell.report);
  await page.keyboard.press('Alt+2');
  await expectHeading(page, words.shell.catalog);
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type(TERM);
  await expect(page.getByRole('searchbox', { name: words.catalog.search })).toHaveValue(TERM);
  const download = await downloadAfter(page, () => page.keyboard.press('Control+E'));
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

test('the tour begins once for a new user, and skipping it is for ever', async ({ page, product }) => {
  await callBridge(product, 'changePreferences', { isTourDone: false });
  await openPage(page, 'catalog');
  const tour = page.getByRole('dialog', { name: words.habits.tour.export.title });
  await expect(tour).toBeVisible();
  await expectAccessible(page);
  const kept = page.waitForResponse((response) => response.url().endsWith('/bridge/changePreferences'));
  await tour.getByRole('button', { name: words.habits.tour.skip }).click();
  await kept;
  await page.reload();
  await openPage(page, 'catalog');
  await page.waitForLoadState('networkidle');
  await expect(tour).toHaveCount(0);
});

async function saveView(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+S');
  const dialog = page.getByRole('dialog', { name: words.views.save.title });
  await dialog.getByLabel(words.terms.name).fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function hideColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: words.states.columns, exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}
