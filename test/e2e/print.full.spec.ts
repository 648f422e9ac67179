import { expect, type Page } from '@playwright/test';
import { listOrders } from '../../shared/contract/orders.ts';
import { linesOf, readPdf } from '../support/read-pdf.ts';
import { OWNER } from './support/api-reader.ts';
import { choosePreset, fullMonths, openPage, sampleIds } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  // A headless browser has no dialog: the sheet is made once it would open.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
});

test.describe('a printed page', () => {
  test('has every order of the list after the report was seen, and no side bar', async ({ page, api }) => {
    await openPage(page, 'report');
    await page.goto('/#/orders');
    await choosePreset(page, 'last-month');
    const orders = await api.drain(listOrders, last);
    await expect(page.getByRole('grid')).toHaveAttribute(
      'aria-rowcount',
      new RegExp(`^${orders.length + 1}|${orders.length + 2}$`),
    );

    const pages = await printedPages(page);

    const lines = pages.flat();
    expect(lines[0]).toContain('demo');
    expect(pages[0]?.join('\n')).toContain(words.shell.orders);
    for (const { order_number: number } of orders.slice(0, 2_000)) {
      expect(
        lines.some((line) => line.startsWith(number)),
        number,
      ).toBe(true);
    }
    for (const [index, sheet] of pages.entries()) {
      expect(sheet.join('\n')).toContain('Ordernummer');
      expect(sheet.at(-1)).toContain(`${index + 1} / ${pages.length}`);
    }
    expect(lines.join('\n')).not.toContain(words.shell.settings);
  });

  test('of an order is a copy of its receipt or invoice, with its VAT per rate', async ({ page, api }) => {
    const { order } = await sampleIds(api);
    await page.goto(`/#/orders/${order}`);
    await expect(page.getByRole('table', { name: words.orders.vat.title })).toBeVisible();

    const [sheet = []] = await printedPages(page);

    expect(sheet.join('\n')).toMatch(/Kopie van de (bon|factuur)/);
    expect(sheet.join('\n')).toContain(words.orders.vat.title);
  });
});

async function printedPages(page: Page): Promise<string[][]> {
  await page.keyboard.press('Control+p');
  await expect(page.locator('html[data-printed]')).toBeAttached();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  return pages.map(linesOf);
}
