import { expect, type Page } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { downloadAfter, historyTable, openExportMenu } from './support/export-steps.ts';
import { askToRevoke, closeKey, makeKey, openLocalApi, revokeKey } from './support/local-api-steps.ts';
import { choosePreset, openPage, periodButton } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH, visibleTexts, type Words } from './support/window-texts.ts';

/** Both themes and both languages, each with one of the other. */
for (const [colorScheme, locale] of [
  ['light', 'nl-NL'],
  ['dark', 'en-GB'],
] as const) {
  test.describe(`axe finds nothing in the ${colorScheme} window of a ${locale} system`, () => {
    test.use({ locale, colorScheme });

    // Pages as they open are looked at in every-page.spec.ts.
    test('on the catalog with its drawer, and the discounts with their sums', async ({ page, signIn }) => {
      await page.goto('/');
      const words = await visibleTexts(page);
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await signIn(OWNER);
      await page.reload();
      await seeCatalog(page, words);
      await expectAccessible(page);
      await seeDiscounts(page, words);
      await expectAccessible(page);
    });
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in the ${colorScheme} window`, () => {
    test.use({ colorScheme });

    test('on an open menu and an open choice of periods', async ({ page, signIn }) => {
      await signIn(OWNER);
      await openPage(page, 'discounts');
      await page.getByRole('button', { name: DUTCH.shell.settings }).click();
      await expect(page.getByRole('menuitemradio')).not.toHaveCount(0);
      await expectAccessible(page, '[role=menu]');
      await page.keyboard.press('Escape');
      const exports = await openExportMenu(page);
      await expectAccessible(page, '[role=menu]');
      await exports.getByRole('menuitem', { name: DUTCH.exports.allOrders }).click();
      await expectAccessible(page, `[role=menu][aria-label="${DUTCH.exports.allOrders}"]`);
      await page.keyboard.press('Escape');
      await periodButton(page).click();
      await expect(page.getByRole('list', { name: DUTCH.periods.presetList })).toBeVisible();
      await expectAccessible(page, '[role=dialog]');
    });

    test('on the exports with one that is under way, one in the drawer, and a new one', async ({ page, signIn }) => {
      await signIn(OWNER);
      await openPage(page, 'exports');
      await page.getByRole('button', { name: DUTCH.exports.new.action }).click();
      const form = page.getByRole('dialog', { name: DUTCH.exports.new.action });
      await expect(form).toBeVisible();
      await expectAccessible(page);
      await downloadAfter(page, () => form.getByRole('button', { name: DUTCH.exports.action }).click());
      await historyTable(page).getByRole('row').nth(1).click();
      await page.getByRole('button', { name: DUTCH.exports.compare.action }).click();
      await expect(page.getByText(/^Ongewijzigd\./)).toBeVisible();
      await expectAccessible(page);
    });

    test('on the API keys, with the dialogs that make, show and revoke one', async ({ page, signIn }) => {
      await signIn(OWNER);
      await openLocalApi(page);
      await makeKey(page, 'Webshop', '31-12-2031');
      await expectAccessible(page);
      await closeKey(page);
      await expectAccessible(page);
      const question = await askToRevoke(page, 'Webshop');
      await expectAccessible(page);
      await question.getByRole('button', { name: DUTCH.states.cancel }).click();
      await page.getByRole('button', { name: DUTCH.localApi.keys.new }).click();
      await page.getByRole('radio', { name: DUTCH.localApi.newKey.untilDay }).check();
      await page.getByRole('dialog').getByRole('button', { name: DUTCH.localApi.newKey.create }).click();
      await expect(page.getByText(DUTCH.localApi.newKey.nameRequired)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await revokeKey(page, 'Webshop');
    });
  });
}

async function seeCatalog(page: Page, words: Words): Promise<void> {
  await openPage(page, 'catalog', words);
  await page.getByRole('grid', { name: words.shell.catalog }).getByRole('row').nth(3).click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByRole('table').or(drawer.getByText(words.catalog.neverPriced))).toBeVisible();
}

async function seeDiscounts(page: Page, words: Words): Promise<void> {
  await openPage(page, 'discounts', words);
  await choosePreset(page, 'last-month', words);
  await page.getByRole('button', { name: words.discounts.only_full }).click();
  await expect(page.getByRole('grid').locator('tfoot')).toBeVisible();
}
