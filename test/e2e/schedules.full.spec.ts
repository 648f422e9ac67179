import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import { exportsPage } from './pages/exports-page.ts';
import { schedules } from './pages/schedules.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { openAddress } from './support/page-steps.ts';
import { test as base } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { DUTCH, ENGLISH, type Words } from './support/window-texts.ts';

/** With an empty folder for the files. */
const test = base.extend<{ readonly folder: string }>({
  async folder({ browser: _ }, use) {
    const folder = await mkdtemp(join(tmpdir(), 'tilldesk-schedules-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

const LANGUAGES = [
  ['nl', DUTCH],
  ['en', ENGLISH],
] as const;

for (const [language, words] of LANGUAGES) {
  test(`an automatic export is set up, made now, paused and removed with the keyboard only, in ${language}`, async ({
    page,
    product,
    signIn,
    folder,
  }) => {
    await callBridge(product, 'changeSettings', { language, theme: DEFAULT_SETTINGS.theme });
    await signIn(OWNER);
    await openAddress(page, '/orders?period=last-month');
    await openDialogOfPage(page, words);
    const {
      dialog,
      name,
      folder: folderField,
      row,
      runButton,
      menuButton,
      list,
      removeButton,
    } = schedules(page, words);
    await expect(name).toBeFocused();
    await expectAccessibleInBothThemes(page);

    await folderField.focus();
    await page.keyboard.type('missing');
    await page.keyboard.press('Enter');
    await expect(folderField).toBeFocused();
    await expect(dialog).toContainText(words.schedules.problem['no-folder']);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(folder);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();

    await openAddress(page, '/exports');
    await expect(row('Orders')).toContainText(words.schedules.never);
    await runButton('Orders').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readdir(folder), { timeout: 30_000 }).toHaveLength(1);
    const [file = ''] = await readdir(folder);
    expect(file).toMatch(/^orders_.*_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/);
    await expect(row('Orders')).toContainText(file);
    await expect(exportsPage(page, words).latest).toContainText('Orders');
    await expectAccessibleInBothThemes(page);

    await chooseInMenu(page, menuButton('Orders'), words.schedules.action.pause);
    await expect(row('Orders')).toContainText(words.schedules.paused);
    await expect(runButton('Orders')).toBeDisabled();
    await chooseInMenu(page, menuButton('Orders'), words.schedules.action.resume);
    await expect(row('Orders')).not.toContainText(words.schedules.paused);

    await chooseInMenu(page, menuButton('Orders'), words.schedules.action.remove);
    await removeButton.focus();
    await page.keyboard.press('Enter');
    await expect(list).toContainText(words.schedules.none);
    expect(await readdir(folder)).toEqual([file]);
  });
}

test('one click and a folder make the month package every month', async ({ page, signIn, folder }) => {
  await signIn(OWNER);
  await openAddress(page, '/exports');
  await page.getByRole('button', { name: DUTCH.schedules.addMonth }).click();
  const { folder: folderField, saveButton, row, menuButton, removeButton, list } = schedules(page);
  await folderField.fill(folder);
  await saveButton.click();
  await expect(row(DUTCH.exports.month.title)).toContainText(folder);
  await chooseInMenu(page, menuButton(DUTCH.exports.month.title), DUTCH.schedules.action.remove);
  await removeButton.click();
  await expect(list).toContainText(DUTCH.schedules.none);
});

/** Uses the menu beside the export buttons. */
async function openDialogOfPage(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.exports.choose }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: words.schedules.addOther }).focus();
  await page.keyboard.press('Enter');
}

async function chooseInMenu(page: Page, button: ReturnType<Page['getByRole']>, action: string): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: action }).focus();
  await page.keyboard.press('Enter');
}
