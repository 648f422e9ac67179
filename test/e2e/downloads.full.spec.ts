import { type Download, expect } from '@playwright/test';
import { exportsPage } from './pages/exports-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { bytesOf, downloadAfter, exportAs } from './support/export-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

test.beforeEach(({ signIn }) => signIn(OWNER));

test('the browser downloads each format under its name, and the list offers a file again', async ({ page }) => {
  await windowFrame(page).open('catalog');
  const beginnings = {
    xlsx: 'PK',
    pdf: '%PDF-',
    jsonl: '{"sku":',
    'csv-data': 'sku,',
    'csv-excel': '\uFEFF"Artikelnummer";',
  } as const;
  const downloads: Download[] = [];
  for (const [form, beginning] of Object.entries(beginnings)) {
    const download = await exportAs(page, form as keyof typeof beginnings);
    const ending = form.startsWith('csv-') ? 'csv' : form;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^prijslijst_.*\\.${ending}$`));
    expect((await bytesOf(download)).toString('utf8').startsWith(beginning), form).toBe(true);
    downloads.push(download);
  }
  const latest = await bytesOf(downloads[downloads.length - 1] as Download);
  await windowFrame(page).open('exports');
  await exportsPage(page).latest.click();
  const drawer = page.getByRole('complementary', { name: 'Prijslijst' });
  for (const action of [words.exports.fetch, words.exports.details.repeat]) {
    const again = await downloadAfter(page, () => drawer.getByRole('button', { name: action }).click());
    expect((await bytesOf(again)).equals(latest), action).toBe(true);
  }
});

test('the export strip leaves the totals of a table visible', async ({ page }) => {
  await windowFrame(page).open('discounts');
  await periodPicker(page).choose('last-month');
  await exportAs(page, 'csv-excel');
  await expect(windowFrame(page).exportStrip).toContainText(/kortingsorders.* is klaar: /);
  const strip = await windowFrame(page).exportStrip.boundingBox();
  const totals = await page.locator('tfoot').first().boundingBox();
  expect((totals?.y ?? 0) + (totals?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 1);
  expect(totals?.height).toBeGreaterThan(0);
});
