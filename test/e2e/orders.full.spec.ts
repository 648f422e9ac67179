import { expect, type Locator, type Page } from '@playwright/test';
import { type Address, ordersAddress } from '../../renderer/lib/address/address.ts';
import { itemRowsAddress, paymentRowsAddress } from '../../renderer/lib/address/figure-rows.ts';
import { writeSearch } from '../../renderer/lib/address/search.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders, ORDERS_CAP, type Order, type OrderStatus, readOrder } from '../../shared/contract/orders.ts';
import { orderStatusLabel } from '../../shared/order-labels.ts';
import { known } from '../support/known-figure.ts';
import { wholeReport } from '../support/whole-report.ts';
import { OWNER } from './support/api-reader.ts';
import { fullMonths, presetDays } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { amountText, countText, momentText, readLines, readTable } from './support/visible-table.ts';
import { countSentence, DUTCH as words } from './support/window-texts.ts';

const { last: month } = fullMonths();

test.beforeEach(async ({ signIn }) => signIn(OWNER));

test.describe('the list of orders', () => {
  test('is what the API gives for the filters, in the same order', async ({ page, api }) => {
    const status: OrderStatus[] = ['complete', 'refunded'];
    const filters = { status, payment_term: 'invoice', is_paid: false } as const;
    await open(page, ordersAddress({ period: month, ...filters }));
    const query = { ...month, ...filters, sort: '-date_purchased' } as const;
    await expectList(page, (await api.read(listOrders, { ...query, limit: 10 })).data);
    await expectCount(page, (await api.read(listOrders, query)).total);

    await page.getByRole('button', { name: words.states.clearFilters }).click();
    await expectCount(page, (await api.read(listOrders, month)).total);
    await page.getByRole('button', { name: 'Bedrag incl. btw' }).click();
    const dearest = { ...month, sort: '-value_wt', limit: 10 } as const;
    await expectList(page, (await api.read(listOrders, dearest)).data);

    const [found] = (await api.read(listOrders, { ...month, limit: 1, start: 40 })).data;
    const number = found?.order_number ?? '';
    await page.getByRole('searchbox', { name: words.orders.search }).fill(number);
    await expectCount(page, (await api.read(listOrders, { ...month, q: number })).total);
    await expect(page).toHaveURL(new RegExp(`q=${number}`));
  });

  test('has the sums of all orders as its totals, whatever its order', async ({ page, api }) => {
    await open(page, ordersAddress({ period: month }));
    const { sums, total } = await api.read(listOrders, { ...month, limit: 1 });
    await expectCount(page, total);
    const amounts = [sums?.value_wt, sums?.value_ex_wt, sums?.discount_value_wt].map((sum) => amountText(sum ?? 0));
    const totals = async () => (await readTable(ordersTable(page))).totals.slice(-3);
    await expect.poll(totals).toEqual(amounts);
    await page.getByRole('button', { name: 'Korting incl. btw' }).click();
    await expect(page).toHaveURL(/sort=-discount_value_wt/);
    await expect.poll(totals).toEqual(amounts);
  });

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
      expect(current).toBe(await row.getAttribute('id'));
    }
  });

  test('fits a column to what is in view with two clicks on its edge', async ({ page }) => {
    await open(page, ordersAddress({ period: month }));
    const heading = page.getByRole('columnheader', { name: 'Betaald' });
    const widthOf = async () => Math.round((await heading.boundingBox())?.width ?? 0);
    const declared = await widthOf();
    await heading.getByRole('separator').dblclick();
    await expect.poll(widthOf).toBeLessThan(declared);
    const isCut = await ordersTable(page)
      .locator('[data-column="is_paid"]')
      .evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth));
    expect(isCut).toBe(false);
  });

  test('reads only what is looked at, down to the oldest order', async ({ page, api }) => {
    const year = presetDays('this-year');
    const { total } = await api.read(listOrders, { ...year, limit: 1 });
    expect(total).toBeGreaterThan(10 * ORDERS_CAP);
    const starts: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === listOrders.path) starts.push(Number(searchParams.get('start')));
    });
    await open(page, ordersAddress({ period: year }));
    await expectCount(page, total);
    await ordersTable(page).press('End');
    const [oldest] = (await api.read(listOrders, { ...year, limit: 1 })).data;
    const lastRow = async () => (await readTable(ordersTable(page))).rows.at(-1);
    await expect.poll(async () => (await lastRow())?.[1][0]).toBe(oldest?.order_number);
    const lastPage = Math.floor((total - 1) / ORDERS_CAP) * ORDERS_CAP;
    expect(starts.filter((start) => start > 0 && start < lastPage - ORDERS_CAP)).toEqual([]);
  });
});

test('the page of a discounted order has its items, payments and values', async ({ page, api }) => {
  const { data } = await api.read(listDiscountOrders, month);
  const order = await api.readOne(readOrder, data.find(({ value_wt }) => value_wt > 0)?.id ?? 0);
  await open(page, ordersAddress({ period: month }));
  await page.getByRole('searchbox', { name: words.orders.search }).fill(order.order_number);
  await expectCount(page, 1);
  await ordersTable(page).press('Enter');
  await page.getByRole('complementary').getByRole('link', { name: words.orders.order.open }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${order.order_number}`);

  const items = await readLines(page.getByRole('table', { name: words.orders.items.title }));
  expect(items.slice(0, -1).map((cells) => [cells[0], ...cells.slice(5, 8)])).toEqual(
    known(order.items).map((item) => [
      item.sku ?? '',
      amountText(item.discount_value_wt),
      amountText(item.value_ex_wt),
      amountText(item.value_wt),
    ]),
  );
  expect(items.at(-1)?.slice(1, 4)).toEqual([
    amountText(known(order.discount_value_wt)),
    amountText(order.value_ex_wt),
    amountText(order.value_wt),
  ]);
  const payments = await readLines(page.getByRole('table', { name: words.orders.payments.title }));
  expect(payments.slice(0, -1)).toEqual(
    known(order.payments).map(({ title, date_paid, amount }) => [
      title,
      momentText(known(date_paid)),
      amountText(amount),
    ]),
  );
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test.describe('the rows behind a figure of the report', () => {
  test('add up to the returns, over more than one page', async ({ page, api }) => {
    const days = presetDays('this-year');
    const { revenue } = wholeReport(await api.read(readFinancialReport, days));
    const filters = { ...days, type: 'product', sign: 'negative' } as const;
    const { total, sums } = await api.read(listOrderItems, { ...filters, limit: 1 });
    expect(total).toBeGreaterThan(250);
    const amount = revenue.total_returns_wt;
    await open(page, itemRowsAddress({ figure: 'returns', side: 'wt', amount, isNegated: true }, filters));
    await expectSum(page, amount, total);
    const { totals } = await readTable(page.getByRole('grid'));
    expect(totals).toContain(amountText(sums.value_wt));
    expect(totals).toContain(amountText(known(sums.cost)));
  });

  test('add up to a payment method, and lead to their order', async ({ page, api }) => {
    const { direct_paid } = wholeReport(await api.read(readFinancialReport, month));
    const [method] = direct_paid.payment_methods.toSorted((one, other) => other.amount - one.amount);
    const filters = { ...month, provider_method_type_id: method?.provider_method_type_id ?? 0 };
    const { total, data } = await api.read(listOrderPayments, { ...filters, limit: 1 });
    expect(total).toBeGreaterThan(250);
    await open(page, paymentRowsAddress({ amount: method?.amount ?? 0 }, filters));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ontvangen via ${method?.title}`);
    await expectSum(page, method?.amount ?? 0, total);
    await page.getByRole('grid').press('Enter');
    await page.getByRole('complementary').getByRole('link', { name: words.orders.order.open }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${data[0]?.order_number}`);
    await page.goBack();
    await expectSum(page, method?.amount ?? 0, total);
  });
});

function open(page: Page, { path, search }: Address) {
  return page.goto(`/#${path}${writeSearch(search)}`);
}

function ordersTable(page: Page): Locator {
  return page.getByRole('grid', { name: words.orders.table });
}

async function expectCount(page: Page, count: number): Promise<void> {
  await expect(page.getByText(countSentence(words.orders, count), { exact: true })).toBeVisible();
}

/** Waits until the first rows are these orders. */
async function expectList(page: Page, orders: readonly Order[]): Promise<void> {
  const expected = orders.map((order) => [
    order.order_number,
    momentText(order.date_purchased),
    orderStatusLabel(order.status, 'nl'),
    amountText(order.value_wt),
    amountText(known(order.discount_value_wt)),
  ]);
  const shown = async () => {
    const { rows } = await readTable(ordersTable(page));
    return rows.slice(0, orders.length).map(([, cells]) => [0, 1, 2, 6, 8].map((column) => cells[column]));
  };
  expect(orders.length).toBeGreaterThan(0);
  await expect.poll(shown).toEqual(expected);
}

/** Waits until the rows say that they add up to the figure. */
async function expectSum(page: Page, amount: number, count: number): Promise<void> {
  const line = page.getByText(`som van deze ${countText(count)} regels: €\u00a0${amountText(amount)}`);
  await expect(line).toContainText(`Geopend bedrag: €\u00a0${amountText(amount)}`);
  await expect(line.getByLabel(words.report.checks.holds)).toBeVisible();
}
