import { expect, type Page } from '@playwright/test';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { catalog } from '../../shared/datasets/declarations.ts';
import { OWNER } from './support/api-reader.ts';
import { catalogTable, rowOf, untilCatalogIsRead } from './support/catalog-steps.ts';
import { ordersTable } from './support/discount-steps.ts';
import { choosePreset, fullMonths, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { readTable } from './support/visible-table.ts';
import { columnHeading, sentence, DUTCH as words } from './support/window-texts.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('the rows of a table', () => {
  test('are selected with the keys and copied as a table, article numbers as text', async ({ page, api }) => {
    await page.goto('/#/catalog?sort=id');
    const { data: products } = await api.read(listProducts, { limit: 4 });
    await expect(rowOf(page, products[0]?.sku ?? '')).toBeVisible();
    await catalogTable(page).press('ArrowDown');
    await catalogTable(page).press('Shift+ArrowDown');
    await catalogTable(page).press('Shift+ArrowDown');
    await expect(catalogTable(page).locator('tr[aria-selected=true]')).toHaveCount(3);
    await catalogTable(page).press('Control+c');
    await expect(page.getByText(sentence(words.copying.copied_other, { text: '3' }))).toBeVisible();

    const { text, html } = await readClipboard(page);
    const { headings, rows } = await readTable(catalogTable(page));
    const lines = text.split('\r\n').map((line) => line.split('\t'));
    expect(lines[0]).toEqual(headings.map((heading) => heading.replace('€', '')));
    expect(lines.slice(1).map(([sku]) => sku)).toEqual(products.slice(1).map(({ sku }) => sku));
    expect(lines.slice(1)).toEqual(rows.slice(1, 4).map(([, cells]) => cells.map((cell) => cell.replace('−', '-'))));
    expect(html).toContain(`<td style="mso-number-format:'\\@'" sdnum="1043;0;@">${products[1]?.sku}</td>`);
  });

  test('are all copied with Ctrl+A, also those out of view', async ({ page, api }) => {
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    const { total } = await api.read(listDiscountOrders, fullMonths().last);
    await expect(ordersTable(page)).toHaveAttribute('aria-rowcount', new RegExp(`^(${total + 2}|${total + 3})$`));
    await ordersTable(page).press('Control+a');
    await ordersTable(page).press('Control+c');
    await expect(page.getByText(sentence(words.copying.copied_other, { text: String(total) }))).toBeVisible();
    const { text } = await readClipboard(page);
    expect(text.split('\r\n')).toHaveLength(total + 1);
  });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    test(`say that they were copied beside their totals, not over them, in ${size.width} × ${size.height}`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await openPage(page, 'orders');
      await choosePreset(page, 'last-month');
      const table = page.getByRole('grid', { name: words.shell.orders });
      const totals = table.locator('tfoot tr').first();
      await expect(totals).toBeVisible();
      await table.press('ArrowDown');
      await table.press('Shift+ArrowDown');
      await table.press('Control+c');
      const said = page.getByRole('alert').filter({ hasText: sentence(words.copying.copied_other, { text: '2' }) });
      await expect(said).toBeVisible();
      const [saidBox, totalsBox] = [await said.boundingBox(), await totals.boundingBox()];
      expect((saidBox?.y ?? 0) + (saidBox?.height ?? 0)).toBeLessThanOrEqual(totalsBox?.y ?? 0);
    });
  }
});

test.describe('the columns of a table', () => {
  const title = columnHeading(catalog, 'title');
  const sku = columnHeading(catalog, 'sku');

  test('are as wide where the letters come late', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    const table = ordersTable(page);
    const open = async () => {
      await openPage(page, 'discounts');
      await page.reload();
      await expect(table.getByRole('gridcell').first()).not.toBeEmpty();
    };
    const widths = () =>
      table.getByRole('columnheader').evaluateAll((all) => all.map((heading) => heading.getBoundingClientRect().width));
    await open();
    await page.waitForLoadState('networkidle');
    const inTime = await widths();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await promise;
      await route.continue();
    });
    await open();
    resolve();
    await expect.poll(widths).toEqual(inTime);
  });

  test('cut no title in a narrow window while figures have room to spare', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await openPage(page, 'catalog');
    const titles = catalogTable(page).locator('tbody [data-column="title"]');
    await expect(titles.first()).toBeVisible();
    const cut = await titles.evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    );
    expect(cut).toEqual([]);
  });

  test('are moved with the keys alone, kept over a reload, and brought back', async ({ page }) => {
    await openPage(page, 'catalog');
    await page.getByRole('button', { name: words.states.columns }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: sku }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => firstHeadings(page)).toEqual([title, sku]);
    await page.reload();
    await expect.poll(() => firstHeadings(page)).toEqual([title, sku]);
    await page.getByRole('button', { name: words.states.columns }).click();
    await page.getByRole('menuitem', { name: words.states.resetColumns }).click();
    await expect.poll(() => firstHeadings(page)).toEqual([sku, title]);
    await page.getByRole('button', { name: words.states.undo }).click();
    await expect.poll(() => firstHeadings(page)).toEqual([title, sku]);
  });

  test('leave the first one in view when the table is scrolled sideways', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 600 });
    await openPage(page, 'catalog');
    await untilCatalogIsRead(page);
    const first = catalogTable(page).getByRole('row').nth(1).getByRole('gridcell').first();
    const before = await first.boundingBox();
    const scrolledPx = await catalogTable(page).evaluate(({ parentElement: scroller }) => {
      scroller?.scrollTo({ left: scroller.scrollWidth });
      return scroller?.scrollLeft ?? 0;
    });
    expect(scrolledPx).toBeGreaterThan(100);
    expect(await first.boundingBox()).toEqual(before);
    const isOnTop = await first.evaluate((cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop).toBe(true);
  });

  test('are those of the address, in its order', async ({ page }) => {
    await page.goto('/#/catalog?columns=title,sku');
    await expect(catalogTable(page)).toBeVisible();
    expect((await readTable(catalogTable(page))).headings).toEqual([title, sku]);
  });
});

async function firstHeadings(page: Page): Promise<readonly string[]> {
  return (await readTable(catalogTable(page))).headings.slice(0, 2);
}

/** What was copied, the HTML as another program gets it. */
function readClipboard(page: Page): Promise<{ text: string; html: string }> {
  return page.evaluate(async () => {
    // The types do not know yet that the HTML can be had as it was written.
    const clipboard: { read(forms: { unsanitized: string[] }): Promise<ClipboardItems> } = navigator.clipboard;
    const [item] = await clipboard.read({ unsanitized: ['text/html'] });
    const partOf = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return { text: await partOf('text/plain'), html: await partOf('text/html') };
  });
}
