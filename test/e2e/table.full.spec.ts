import { expect, type Locator, type Page } from '@playwright/test';
import { type Address, ordersAddress } from '../../renderer/lib/address/address.ts';
import { writeSearch } from '../../renderer/lib/address/search.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { OWNER } from './support/api-reader.ts';
import { BY_TITLE, catalogTable, rowOf, untilCatalogIsRead } from './support/catalog-steps.ts';
import { choosePreset, fullMonths, openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { readTable } from './support/visible-table.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

const { last: month } = fullMonths();

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

  test('say that they were copied beside their totals, not over them', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
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
});

test.describe('the catalog', () => {
  test('can be scrolled through to its last row', async ({ page, api }) => {
    await openPage(page, 'catalog');
    const names = (await api.drain(listProducts, BY_TITLE)).map(({ sku, title }) => [sku, title]);
    expect(names).toHaveLength(2400);
    const table = catalogTable(page);
    const middle = () => table.evaluate((element) => element.parentElement?.scrollTo({ top: 32 * 1190 }));
    const shownNames = async () => (await readTable(table)).rows.map(([at, cells]) => [at, cells.slice(0, 2)]);

    for (const [move, place] of [
      [middle, 1195],
      [() => table.press('End'), 2399],
      [() => table.press('Home'), 0],
    ] as const) {
      await move();
      await expect.poll(shownNames).toContainEqual([place, names[place]]);
      // The rows in view may be of two pages, which come one after the other.
      await expect(async () => {
        const shown = await shownNames();
        expect(shown).toEqual(shown.map(([at]) => [at, names[Number(at)]]));
      }).toPass();
    }
  });
});

test.describe('the list of orders', () => {
  test('keeps its amounts in view beside an order, also in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await open(page, ordersAddress({ period: month }));
    await ordersTable(page)
      .locator('tr[data-index="2"]')
      .click({ position: { x: 60, y: 10 } });
    const drawer = page.getByRole('complementary');
    await expect(drawer).toBeVisible();
    const amount = ordersTable(page).locator('tr[data-index="2"] [data-column="value_wt"]');
    await expect(amount).toBeInViewport({ ratio: 1 });
    const right = await amount.evaluate((cell) => cell.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual((await drawer.boundingBox())?.x ?? 0);
  });

  test('shows an order that is opened at the lower edge in full above the totals', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, ordersAddress({ period: month }));
    const grid = ordersTable(page);
    const edgeOf = async () => (await grid.locator('tfoot').boundingBox())?.y ?? 0;
    await expect(grid.locator('tfoot')).toBeVisible();
    const rows = await grid
      .locator('tbody tr[data-index]')
      .evaluateAll((all) =>
        all.map((row) => ({ index: row.getAttribute('data-index'), top: row.getBoundingClientRect().top })),
      );
    const edge = await edgeOf();
    const lowest = rows.findLast(({ top }) => top + 4 < edge);
    const row = grid.locator(`tr[data-index="${lowest?.index}"]`);
    await row.click({ position: { x: 60, y: 2 } });
    await expect(page.getByRole('complementary')).toBeVisible();
    await expect
      .poll(async () => {
        const box = await row.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0) - (await edgeOf());
      })
      .toBeLessThanOrEqual(0);
  });

  test('is as it was left after a step back from an order: filters, place and focus', async ({ page }) => {
    const address = ordersAddress({ period: month, status: ['complete'], payment_term: 'direct' });
    await open(page, { ...address, search: { ...address.search, sort: 'value_wt' } });
    const grid = ordersTable(page);
    const frame = grid.locator('xpath=..');
    const scrolledPx = () => frame.evaluate(({ scrollTop }) => Math.round(scrollTop));
    await expect(grid.locator('tr[data-index="5"]')).toBeVisible();
    await frame.evaluate((element) => element.scrollTo({ top: 2_410 }));
    const row = grid.locator('tr[data-index="80"]');
    await row.click({ position: { x: 60, y: 10 } });
    const title = await page.getByRole('complementary').getByRole('heading', { level: 2 }).innerText();
    const left = { url: page.url(), scrolledPx: await scrolledPx() };
    expect(left.scrolledPx).toBeGreaterThan(2_000);

    for (const goBack of [() => page.goBack(), () => page.getByRole('button', { name: words.states.back }).click()]) {
      await page.getByRole('complementary').getByRole('link', { name: words.orders.order.open }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await goBack();
      await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toHaveText(title);
      expect(page.url()).toBe(left.url);
      await expect.poll(scrolledPx).toBe(left.scrolledPx);
      await expect(grid).toBeFocused();
      const current = await grid.getAttribute('aria-activedescendant');
      await expect(row.locator(`[id="${current}"]`)).toHaveCount(1);
    }
  });

  test('fits a column to what is in view with two clicks on its edge', async ({ page }) => {
    await open(page, ordersAddress({ period: month }));
    const heading = page.getByRole('columnheader', { name: 'Betaald' });
    const widthOf = async () => Math.round((await heading.boundingBox())?.width ?? 0);
    const declared = await widthOf();
    await heading.locator('[data-resizer]').dblclick();
    await expect.poll(widthOf).toBeLessThan(declared);
    const isCut = await ordersTable(page)
      .locator('[data-column="is_paid"]')
      .evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth));
    expect(isCut).toBe(false);
  });
});

test.describe('the columns of a table', () => {
  test('are moved, sized and hidden with the keys alone', async ({ page }) => {
    await openPage(page, 'catalog');
    await untilCatalogIsRead(page);
    const table = catalogTable(page);
    const headings = () => table.getByRole('columnheader').evaluateAll((all) => all.map((th) => th.dataset.column));
    const before = await headings();
    const group = table.locator('th[data-column="group"]');
    const widthOf = async () => Math.round((await group.boundingBox())?.width ?? 0);
    const choose = async (name: string) => {
      const item = page.getByRole('menuitem', { name, exact: true });
      await expect(item).toBeVisible();
      while (!(await item.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };

    await table.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('menu')).toHaveAccessibleName('Kolom Artikel');
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menu')).toHaveAccessibleName('Kolom Omzetgroep');
    await choose(words.copying.moveLeft);
    await expect.poll(headings).toEqual([before[0], before[2], before[1], ...before.slice(3)]);
    const declared = await widthOf();
    await choose(words.copying.wider);
    await expect.poll(widthOf).toBe(declared + 24);
    await choose(words.copying.hide);
    await expect.poll(headings).toEqual(before.filter((id) => id !== 'group'));
    await expect(table).toBeFocused();
  });

  test('are gone through beside the details, to which one key goes and back', async ({ page }) => {
    await openPage(page, 'catalog');
    await untilCatalogIsRead(page);
    const table = catalogTable(page);
    await table.press('Enter');
    const drawer = page.getByRole('complementary');
    const title = await drawer.getByRole('heading', { level: 2 }).innerText();
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: title })).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(drawer).toBeFocused();
    await page.keyboard.press('F6');
    await expect(table).toBeFocused();
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

  test('leave the first one in view when the table is scrolled sideways', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 600 });
    await openPage(page, 'catalog');
    await untilCatalogIsRead(page);
    const first = catalogTable(page).getByRole('row').nth(1).getByRole('rowheader');
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
});

function open(page: Page, { path, search }: Address) {
  return page.goto(`/#${path}${writeSearch(search)}`);
}

function ordersTable(page: Page): Locator {
  return page.getByRole('grid', { name: words.orders.table });
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
