import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { ExportForm } from '../../../shared/contract/export-forms.ts';
import { windowFrame } from '../pages/window-frame.ts';
import { DUTCH as words } from './window-texts.ts';

/** Makes the page's first export in one of the formats: with its button, or from the menu. */
export async function exportAs(page: Page, form: ExportForm): Promise<Download> {
  return downloadAfter(page, async () => {
    if (form === 'csv-excel' || form === 'xlsx') {
      await page.getByRole('button', { name: words.exports.as[form] }).click();
      return;
    }
    const menu = await windowFrame(page).openExportMenu();
    if (form !== 'pdf') await menu.getByRole('menuitem', { name: words.exports.moreForms }).first().click();
    await page.getByRole('menuitem', { name: words.exports.form[form], exact: true }).click();
  });
}

/** The download that an action starts. */
export async function downloadAfter(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}
