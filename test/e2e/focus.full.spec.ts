import { expect } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { catalogTable, untilCatalogIsRead } from './support/catalog-steps.ts';
import { openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test.beforeEach(async ({ signIn }) => signIn(OWNER));

test('the keys lead the focus to the title of a page, and a dialog gives it back', async ({ page }) => {
  await openPage(page, 'catalog');
  await catalogTable(page).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: words.habits.palette.title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(catalogTable(page)).toBeFocused();
  await page.keyboard.press('Alt+4');
  const heading = page.getByRole('heading', { level: 1, name: words.shell.discounts });
  await expect(heading).toBeFocused();
  const { isOfKeys, outline } = await heading.evaluate((element) => ({
    isOfKeys: element.matches(':focus-visible'),
    outline: getComputedStyle(element).outlineStyle,
  }));
  // A heading is no control: it gets no box, also where a control would.
  expect({ isOfKeys, outline }).toEqual({ isOfKeys: true, outline: 'none' });
  await expect(page).toHaveTitle(`${words.shell.discounts} · Tilldesk`);
});

test('clearing the filters leaves the focus among them', async ({ page }) => {
  await page.goto('/#/catalog?stock=negative');
  const filters = page.getByLabel(words.states.filters, { exact: true });
  await filters.getByRole('button', { name: words.states.clearFilters }).press('Enter');
  await expect(filters.getByRole('button', { name: words.states.clearFilters })).toHaveCount(0);
  await expect(filters.locator(':focus')).toHaveCount(1);
});

test('Escape closes what is open one by one', async ({ page }) => {
  await openPage(page, 'catalog');
  await untilCatalogIsRead(page);
  await catalogTable(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.getByRole('button', { name: words.terms.group, exact: true }).click();
  await expect(page.getByPlaceholder(words.catalog.searchGroup)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder(words.catalog.searchGroup)).toBeHidden();
  await expect(page.getByRole('complementary')).toBeVisible();
});
