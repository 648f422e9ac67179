import { expect } from '@playwright/test';
import { changePreferences, readConnection } from '../../shared/contract/window.ts';
import { EVERYTHING } from '../support/sample-connections.ts';
import { catalogPage } from './pages/catalog-page.ts';
import { exportsPage } from './pages/exports-page.ts';
import { journalPage } from './pages/journal-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER, UTRECHT } from './support/api-reader.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { downloadAfter } from './support/export-steps.ts';
import { failApi, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { answerInstead, changeAtWindow } from './support/ui-entrance.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

test.beforeEach(({ signIn }) => signIn(OWNER));

/** Pages in their initial state are checked in every-page.spec.ts. */
test.describe('axe finds nothing, dark and light,', () => {
  test('on the catalog with its drawer', async ({ page }) => {
    await windowFrame(page).open('catalog');
    await catalogPage(page).table.getByRole('row').nth(3).click();
    const { drawer } = windowFrame(page);
    await expect(drawer.getByRole('table').or(drawer.getByText(words.catalog.neverPriced)).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test('on open menus, the period picker and the shortcut sheet', async ({ page }) => {
    await windowFrame(page).open('discounts');
    await windowFrame(page).accountButton.click();
    await expect(page.getByRole('menuitem', { name: words.shell.signOut })).toBeVisible();
    await expectAccessibleInBothThemes(page, '[role=menu]');
    await page.keyboard.press('Escape');
    const exports = await windowFrame(page).openExportMenu();
    await expectAccessibleInBothThemes(page, '[role=menu]');
    await exports.getByRole('menuitem', { name: words.exports.allOrders }).click();
    await expectAccessibleInBothThemes(page, `[role=menu][aria-label="${words.exports.allOrders}"]`);
    await page.keyboard.press('Escape');
    await periodPicker(page).button.click();
    await expect(periodPicker(page).presets).toBeVisible();
    await expectAccessibleInBothThemes(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog', { name: words.shell.shortcuts })).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test('on the exports with a new one, and one in the drawer', async ({ page }) => {
    await windowFrame(page).open('exports');
    const { newButton, form, submitButton, latest, compareButton } = exportsPage(page);
    await newButton.click();
    await expect(form).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await downloadAfter(page, () => submitButton.click());
    await latest.click();
    await compareButton.click();
    await expect(page.getByText(/^Ongewijzigd\./)).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test('on a page whose figures cannot be read', async ({ page }) => {
    await failApi(page, 'financial-report');
    await windowFrame(page).open('report');
    const alert = page.getByRole('alert').filter({ hasText: words.states.failed.platform });
    await alert.getByText(words.states.technical).click();
    await expectAccessibleInBothThemes(page);
  });

  test('on the connection while a first copy is read, and in its dialog', async ({ page }) => {
    await page.route(`**${readConnection.path}`, (route) => answerInstead(route, EVERYTHING));
    await openAddress(page, '/connection');
    for (const fold of await page.locator('details summary').all()) await fold.click();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: words.connection.empty }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test('on the tour', async ({ page, product }) => {
    await changeAtWindow(product, changePreferences, { isTourDone: false });
    await windowFrame(page).open('overview');
    for (const step of [1, 2, 3]) {
      const pointer = page.getByRole('dialog', { name: sentence(words.habits.tour.step, { step, count: 3 }) });
      await expect(pointer).toBeFocused();
      await expectAccessibleInBothThemes(page);
      await pointer.getByRole('button').last().click();
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('read-only ledger accounts are opened by the journal and scrolled with the keyboard', async ({ page, signIn }) => {
  await signIn(UTRECHT);
  await windowFrame(page).open('journal');
  await periodPicker(page).choose('last-month');
  await journalPage(page).viewLedgers.click();
  await expect(page.getByRole('heading', { name: words.settings.ledgers.title })).toBeFocused();
  await expect(page.getByText(words.settings.company.managersOnly).first()).toBeVisible();
  // Nothing in it is focusable, so the area itself must be.
  const title = words.settings.title.replace('{{part}}', words.settings.parts['company-settings']);
  await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible();
  await expectAccessible(page);
});
