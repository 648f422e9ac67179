import { expect, type Page } from '@playwright/test';
import { type Address, getOrdersAddress } from '../../renderer/lib/address/address.ts';
import { writeSearch } from '../../renderer/lib/address/search.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { catalogPage } from './pages/catalog-page.ts';
import { ordersPage } from './pages/orders-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { BY_TITLE } from './support/catalog-steps.ts';
import { fullMonths } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { readTable } from './support/visible-table.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

const { last: month } = fullMonths();

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('the rows of a table', () => {
  test('are selected with the keyboard and copied as a table, article numbers as text', async ({ page, api }) => {
    await page.goto('/#/catalog?sort=id');
    const { data: products } = await api.read(listProducts, { limit: 4 });
    await expect(catalogPage(page).rowOf(products[0]?.sku ?? '')).toBeVisible();
    await catalogPage(page).table.press('ArrowDown');
    await catalogPage(page).table.press('Shift+ArrowDown');
    await catalogPage(page).table.press('Shift+ArrowDown');
    await expect(catalogPage(page).table.locator('tr[aria-selected=true]')).toHaveCount(3);
    await catalogPage(page).table.press('Control+c');
    await expect(page.getByText(sentence(words.copying.copied_other, { count: '3' }))).toBeVisible();

    const { text, html } = await readClipboard(page);
    const { headings, rows } = await readTable(catalogPage(page).table);
    const lines = text.split('\r\n').map((line) => line.split('\t'));
    expect(lines[0]).toEqual(headings.map((heading) => heading.replace('€', '')));
    expect(lines.slice(1).map(([sku]) => sku)).toEqual(products.slice(1).map(({ sku }) => sku));
    expect(lines.slice(1)).toEqual(rows.slice(1, 4).map(([, cells]) => cells.map((cell) => cell.replace('−', '-'))));
    expect(html).toContain(`<td style="mso-number-format:'\\@'" sdnum="1043;0;@">${products[1]?.sku}</td>`);
  });

  test('say that they were copied beside their totals, not over them', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await windowFrame(page).open('orders');
    await periodPicker(page).choose('last-month');
    const { table, totals } = ordersPage(page);
    await expect(totals).toBeVisible();
    await table.press('ArrowDown');
    await table.press('Shift+ArrowDown');
    await table.press('Control+c');
    const said = page.getByRole('alert').filter({ hasText: sentence(words.copying.copied_other, { count: '2' }) });
    await expect(said).toBeVisible();
    const [saidBox, totalsBox] = [await said.boundingBox(), await totals.boundingBox()];
    expect((saidBox?.y ?? 0) + (saidBox?.height ?? 0)).toBeLessThanOrEqual(totalsBox?.y ?? 0);
  });
});

test.describe('the catalog', () => {
  test('can be scrolled through to its last row', async ({ page, api }) => {
    await windowFrame(page).open('catalog');
    const names = (await api.drain(listProducts, BY_TITLE)).map(({ sku, title }) => [sku, title]);
    expect(names).toHaveLength(2400);
    const table = catalogPage(page).table;
    const middle = () => table.evaluate((element) => element.parentElement?.scrollTo({ top: 32 * 1190 }));
    const shownNames = async () => (await readTable(table)).rows.map(([at, cells]) => [at, cells.slice(0, 2)]);

    for (const [move, place] of [
      [middle, 1195],
      [() => table.press('End'), 2399],
      [() => table.press('Home'), 0],
    ] as const) {
      await move();
      await expect.poll(shownNames).toContainEqual([place, names[place]]);
      // The visible rows may belong to two pages, which arrive separately.
      await expect(async () => {
        const shown = await shownNames();
        expect(shown).toEqual(shown.map(([at]) => [at, names[Number(at)]]));
      }).toPass();
    }
  });
});

test.describe('the list of orders', () => {
  test('keeps its amounts visible beside an order, even in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await open(page, getOrdersAddress({ period: month }));
    const { row, drawer } = ordersPage(page);
    await row(2).click({ position: { x: 60, y: 10 } });
    await expect(drawer).toBeVisible();
    const amount = row(2).locator('[data-column="value_wt"]');
    await expect(amount).toBeInViewport({ ratio: 1 });
    const right = await amount.evaluate((cell) => cell.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual((await drawer.boundingBox())?.x ?? 0);
  });

  test('shows an order that is opened at the lower edge completely above the totals', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, getOrdersAddress({ period: month }));
    const { table: grid, drawer } = ordersPage(page);
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
    await expect(drawer).toBeVisible();
    await expect
      .poll(async () => {
        const box = await row.boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0) - (await edgeOf());
      })
      .toBeLessThanOrEqual(0);
  });

  test('is restored after going back from an order: filters, position and focus', async ({ page }) => {
    const address = getOrdersAddress({ period: month, status: ['complete'], payment_term: 'direct' });
    await open(page, { ...address, search: { ...address.search, sort: 'value_wt' } });
    const { table: grid, row: rowAt, drawerTitle, openLink } = ordersPage(page);
    const frame = grid.locator('xpath=..');
    const scrolledPx = () => frame.evaluate(({ scrollTop }) => Math.round(scrollTop));
    await expect(rowAt(5)).toBeVisible();
    await frame.evaluate((element) => element.scrollTo({ top: 2_410 }));
    const row = rowAt(80);
    await row.click({ position: { x: 60, y: 10 } });
    const title = await drawerTitle.innerText();
    const left = { url: page.url(), scrolledPx: await scrolledPx() };
    expect(left.scrolledPx).toBeGreaterThan(2_000);

    for (const goBack of [() => page.goBack(), () => page.getByRole('button', { name: words.states.back }).click()]) {
      await openLink.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await goBack();
      await expect(drawerTitle).toHaveText(title);
      expect(page.url()).toBe(left.url);
      await expect.poll(scrolledPx).toBe(left.scrolledPx);
      await expect(grid).toBeFocused();
      const current = await grid.getAttribute('aria-activedescendant');
      await expect(row.locator(`[id="${current}"]`)).toHaveCount(1);
    }
  });

  test('fits a column to the visible rows with a double click on its edge', async ({ page }) => {
    await open(page, getOrdersAddress({ period: month }));
    const heading = page.getByRole('columnheader', { name: 'Betaald' });
    const widthOf = async () => Math.round((await heading.boundingBox())?.width ?? 0);
    const declared = await widthOf();
    await heading.locator('[data-resizer]').dblclick();
    await expect.poll(widthOf).toBeLessThan(declared);
    const isCut = await ordersPage(page)
      .table.locator('[data-column="is_paid"]')
      .evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth));
    expect(isCut).toBe(false);
  });
});

test.describe('the columns of a table', () => {
  test('are moved, sized and hidden with the keyboard only', async ({ page }) => {
    await windowFrame(page).open('catalog');
    await catalogPage(page).untilRead();
    const table = catalogPage(page).table;
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

  test('are reached by keyboard beside the details; one key moves there and back', async ({ page }) => {
    await windowFrame(page).open('catalog');
    await catalogPage(page).untilRead();
    const table = catalogPage(page).table;
    await table.press('Enter');
    const { drawer } = windowFrame(page);
    const title = await drawer.getByRole('heading', { level: 2 }).innerText();
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: title })).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(drawer).toBeFocused();
    await page.keyboard.press('F6');
    await expect(table).toBeFocused();
  });

  test('cut no title in a narrow window while figures have spare room', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await windowFrame(page).open('catalog');
    const { titles } = catalogPage(page);
    await expect(titles.first()).toBeVisible();
    const cut = await titles.evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    );
    expect(cut).toEqual([]);
  });

  test('keep the first one visible when the table is scrolled sideways', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 600 });
    await windowFrame(page).open('catalog');
    await catalogPage(page).untilRead();
    const first = catalogPage(page).firstRow.getByRole('rowheader');
    const before = await first.boundingBox();
    const scrolledPx = await catalogPage(page).table.evaluate(({ parentElement: scroller }) => {
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

/** What was copied; the HTML as another program gets it. */
function readClipboard(page: Page): Promise<{ text: string; html: string }> {
  return page.evaluate(async () => {
    // The types do not know yet that the HTML can be read unsanitized.
    const clipboard: { read(forms: { unsanitized: string[] }): Promise<ClipboardItems> } = navigator.clipboard;
    const [item] = await clipboard.read({ unsanitized: ['text/html'] });
    const partOf = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return { text: await partOf('text/plain'), html: await partOf('text/html') };
  });
}
