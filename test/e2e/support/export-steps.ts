import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { ExportForm } from '../../../renderer/components/exports/export-forms.ts';
import { windowFrame } from '../pages/window-frame.ts';
import { DUTCH as words } from './window-texts.ts';

/** Exports what the page offers first in one of the forms. */
export async function exportAs(page: Page, form: ExportForm): Promise<Download> {
  const menu = await windowFrame(page).openExportMenu();
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
