import { createHash } from 'node:crypto';
import { expect, type Locator } from '@playwright/test';
import { dateAt } from '../../shared/calendar.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { OWNER } from './support/api-reader.ts';
import { bytesOf, downloadAfter, exportAs, exportOther, exportStrip, historyTable } from './support/export-steps.ts';
import { choosePreset, fullMonths, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { countText, cutCells } from './support/visible-table.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();
const today = dateAt(Date.now());

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('the menu of an export', () => {
  test('writes every form, each as what it says it is', async ({ page }) => {
    await openPage(page, 'report');
    await choosePreset(page, 'last-month');
    const beginnings = { 'csv-excel': '\uFEFF"Onderdeel";', xlsx: 'PK', pdf: '%PDF-', jsonl: '{"' } as const;
    for (const [form, beginning] of Object.entries(beginnings)) {
      const download = await exportAs(page, form as keyof typeof beginnings);
      const ending = form === 'csv-excel' ? 'csv' : form;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^financieel-rapport_.*\\.${ending}$`));
      expect((await bytesOf(download)).toString('utf8').startsWith(beginning), form).toBe(true);
    }
  });

  test('makes the button write the CSV profile that was chosen, on every page', async ({ page }) => {
    await openPage(page, 'catalog');
    const chosen = await exportAs(page, 'csv-data');
    expect((await bytesOf(chosen)).toString('utf8')).toMatch(/^sku,title,ppu_wt,ppu,vat\r?\n/);
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    const action = page.getByRole('button', { name: words.exports.action, exact: true });
    expect((await bytesOf(await downloadAfter(page, () => action.click()))).toString('utf8')).toMatch(
      /^order_number,date_purchased,/,
    );
  });

  test('has all orders of the period beside those with a discount', async ({ page, api }) => {
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    const download = await exportOther(page, words.exports.allOrders, 'jsonl');
    const lines = (await bytesOf(download)).toString('utf8').trimEnd().split('\n');
    const orders = await api.drain(listOrders, last);
    const numbers = lines.map((line) => JSON.parse(line)).flatMap(({ order_number: number }) => number ?? []);
    expect(numbers.toSorted()).toEqual(orders.map(({ order_number }) => order_number).toSorted());
    expect(lines.join('')).not.toMatch(/customer_(name|email)/);
  });
});

test.describe('the list of exports', () => {
  test('has an export with its rows and the fingerprint of its file, and says that nothing changed', async ({
    page,
    api,
  }) => {
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    const download = await exportAs(page, 'csv-excel');
    const { total } = await api.read(listDiscountOrders, last);
    await page.getByRole('link', { name: words.shell.exports }).click();
    await expect(exportStrip(page)).toContainText(download.suggestedFilename());
    const first = historyTable(page).getByRole('row').nth(1);
    await expect(first.getByTitle(download.suggestedFilename())).toBeVisible();
    const [moment = '', what = '', form = ''] = await first.getByRole('gridcell').allInnerTexts();
    expect(moment).toMatch(new RegExp(`^${today.split('-').reverse().join('-')} [\\d:]{5}\\s+Marloes van der Linden$`));
    expect(form.split(/\s+/)).toEqual(['CSV', countText(total)]);
    expect(what).toMatch(/^Kortingsorders\s+[a-z]{3,4} \d{4} · alle winkels · Negatieve kortingen: weggelaten$/);

    await historyTable(page).getByRole('row').nth(1).click();
    const drawer = page.getByRole('complementary', { name: 'Kortingsorders' });
    // The number of rows is last beside the details: its heading and its figures stay whole.
    const counts = historyTable(page).locator('[data-column="form"]');
    const cut = () =>
      counts.evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    await expect(counts).not.toHaveCount(0);
    await expect.poll(cut).toBe(0);
    const hash = createHash('sha256')
      .update(await bytesOf(download))
      .digest('hex');
    await expect(drawer.getByText(hash)).toBeVisible();
    await drawer.getByRole('button', { name: words.exports.compare.action }).click();
    await expect(drawer.getByRole('status').first()).toContainText('Ongewijzigd.');
  });

  for (const [width, height, isFolded] of [
    [1024, 700, true],
    [1024, 700, false],
    [1440, 900, false],
  ] as const) {
    const sideBar = isFolded ? 'folded' : 'unfolded';
    test(`tells exports apart in ${width} × ${height} with the side bar ${sideBar}, also beside details`, async ({
      page,
      api,
      product,
    }) => {
      await page.setViewportSize({ width, height });
      const [shop] = (await api.read(listShops, {})).data;
      const filters = { from: '2026-10-01', to: '2026-10-31', shop_id: String(shop?.id) };
      const columns = ['order_number', 'customer_name'];
      for (const request of [
        { dataset: 'report-comparison', filters: { ...filters, compare: 'before' } },
        { dataset: 'report-comparison', filters: { ...filters, compare: 'last-year' } },
        { dataset: 'orders', filters, columns },
      ] as const) {
        const key = `${request.dataset}-${request.filters.from}-${width}-${isFolded}-${Object.values(request.filters).at(-1)}`;
        await callBridge(product, 'exportDataset', { key, request: { ...request, format: 'xlsx', language: 'nl' } });
      }
      await openPage(page, 'exports');
      const unfold = page.getByRole('button', { name: words.shell.expand });
      if (!isFolded && (await unfold.isVisible())) await unfold.click();
      const table = historyTable(page);
      const mark = table.getByRole('img', { name: words.exports.history.personal }).first();
      await expect(mark).toBeInViewport({ ratio: 1 });

      // The moment, the name and the type are whole, the selection at least with its days, and nothing is past the edge.
      const expectTold = async () => {
        await expect.poll(() => cutCells(table.locator('[data-column="form"]'))).toEqual([]);
        const lines = table.locator('tbody :is([data-column="as_of"], [data-column="what"]) > :first-child');
        await expect.poll(() => cutCells(lines)).toEqual([]);
        for (const days of ['okt · met sep 2026 · excl. btw', 'okt 2026 · met okt 2025']) {
          await expect.poll(() => isInView(table.getByText(days).first(), days)).toBe(true);
        }
        const last = table.getByRole('columnheader').last();
        // A fraction of a pixel shows nothing.
        await expect
          .poll(async () => last.evaluate((heading) => Math.floor(heading.getBoundingClientRect().right) <= innerWidth))
          .toBe(true);
        const columnIds = table.locator('thead [data-column]');
        const drawn = await columnIds.evaluateAll((all) => all.map((heading) => heading.getAttribute('data-column')));
        expect(drawn).toEqual(['as_of', 'what', 'form']);
      };
      await expectTold();
      await mark.click();
      await expect(page.getByRole('complementary', { name: 'Orders' })).toBeVisible();
      await expect(mark).toBeInViewport({ ratio: 1 });
      await expectTold();
    });
  }

  test('gives a file once more, and repeats the export of it', async ({ page }) => {
    await openPage(page, 'catalog');
    const first = await exportAs(page, 'csv-excel');
    await openPage(page, 'exports');
    await historyTable(page).getByRole('row').nth(1).click();
    const drawer = page.getByRole('complementary', { name: 'Prijslijst' });
    for (const action of [words.exports.fetch, words.exports.details.repeat]) {
      const again = await downloadAfter(page, () => drawer.getByRole('button', { name: action }).click());
      expect((await bytesOf(again)).equals(await bytesOf(first)), action).toBe(true);
    }
  });

  test('makes a new export, of customers without a word about persons', async ({ page }) => {
    await openPage(page, 'exports');
    await page.getByRole('button', { name: words.exports.new.action }).click();
    const form = page.getByRole('dialog', { name: words.exports.new.action });
    await form.getByLabel(words.exports.history.column.what).selectOption('customers');
    const submit = form.getByRole('button', { name: words.exports.action });
    const header = (await bytesOf(await downloadAfter(page, () => submit.click()))).toString('utf8').split('\r\n')[0];
    expect(header).toBe(
      '\uFEFF"Klantnummer";"Land";"Segmenten";"Klant sinds";"Laatste aankoop";"Orders";"Omzet incl. btw";"Openstaand incl. btw"',
    );
  });
});

test.describe('the strip of exports', () => {
  test.beforeEach(async ({ page }) => {
    await openPage(page, 'catalog');
    await page.clock.install();
    await exportAs(page, 'csv-excel');
    await expect(exportStrip(page)).toContainText(/is klaar: /);
  });

  test('goes by itself on another page too, also from under a pointer that rests there', async ({ page }) => {
    const line = exportStrip(page)
      .getByText(/is klaar: /)
      .first();
    await line.hover();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.clock.fastForward(9_000);
    await expect(line).toBeVisible();
    await page.clock.fastForward(12_000);
    await expect(exportStrip(page)).toHaveText('');
  });

  test('leaves the totals of a table visible', async ({ page }) => {
    await page.clock.resume();
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    await exportAs(page, 'csv-excel');
    await expect(exportStrip(page)).toContainText(/kortingsorders.* is klaar: /);
    const strip = await exportStrip(page).boundingBox();
    const totals = await page.locator('tfoot').first().boundingBox();
    expect((totals?.y ?? 0) + (totals?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 1);
    expect(totals?.height).toBeGreaterThan(0);
  });

  test('stays while a key has put the focus on one of its buttons', async ({ page }) => {
    await exportStrip(page).getByRole('button').first().focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.clock.fastForward(60_000);
    await expect(exportStrip(page)).toContainText(/is klaar: /);
  });
});

/** Whether this beginning of a text is within its line, which may be cut after it. */
function isInView(line: Locator, beginning: string): Promise<boolean> {
  return line.evaluate((element, { length }) => {
    const text = element.firstChild;
    if (!text) return false;
    const part = document.createRange();
    part.setStart(text, 0);
    part.setEnd(text, length);
    return part.getBoundingClientRect().right <= element.getBoundingClientRect().right;
  }, beginning);
}
