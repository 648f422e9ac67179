import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import type { ExportForm } from '../../../renderer/components/exports/export-forms.ts';
import { DUTCH as words } from './window-texts.ts';

/** Where the window reports the progress of exports. */
export function exportStrip(page: Page): Locator {
  return page.getByRole('region', { name: words.exports.strip });
}

export async function openExportMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: words.exports.choose }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  return menu;
}

/** Exports what the page offers first in one of the forms. */
export async function exportAs(page: Page, form: ExportForm): Promise<Download> {
  const menu = await openExportMenu(page);
  return downloadAfter(page, () => menu.getByRole('menuitem', { name: words.exports.form[form] }).click());
}

/** The download that begins with an action. */
export async function downloadAfter(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return download;
}

export async function bytesOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}

export function historyTable(page: Page): Locator {
  return page.getByRole('grid', { name: words.exports.history.table });
}
