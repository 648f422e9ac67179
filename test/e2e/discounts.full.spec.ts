import { expect } from '@playwright/test';
import { type DiscountOrder, listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { discountOrders } from '../../shared/datasets/declarations.ts';
import { total } from '../support/exact-euros.ts';
import { OWNER } from './support/api-reader.ts';
import { downloadCsv } from './support/csv-file.ts';
import {
  chooseShop,
  expectOrders,
  expectShown,
  newestFirst,
  ordersTable,
  press,
  readShops,
  toggleColumn,
} from './support/discount-steps.ts';
import { choosePreset, fullMonths, openPage, periodButton, presetDays, typePeriod } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { centsText, readTable } from './support/visible-table.ts';
import { columnHeading, countSentence, DUTCH as words } from './support/window-texts.ts';

const { last, before } = fullMonths();

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openPage(page, 'discounts');
});

test.describe('the discounted orders', () => {
  test('of a preset are those of the API, with their totals', async ({ page, api }) => {
    for (const preset of ['last-week', 'last-month', 'vat-period', 'this-year'] as const) {
      await choosePreset(page, preset);
      await expectOrders(page, api, presetDays(preset));
    }
  });

  test('of two dates of one’s own are those of the API', async ({ page, api }) => {
    const days = { from: `${before.from.slice(0, 8)}09`, to: `${last.from.slice(0, 8)}03` };
    await typePeriod(page, days);
    await expectOrders(page, api, days);
  });

  test('of one shop are those of the API, until the shop is taken off', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    for (const { id, title } of await readShops(api)) {
      await chooseShop(page, title);
      const orders = await expectOrders(page, api, { ...last, shop_id: [id] });
      expect(orders.every(({ shop_id }) => shop_id === id)).toBe(true);
      await page.getByRole('button', { name: /^Filter (Winkel|Vestiging) weghalen$/ }).click();
    }
    await expectOrders(page, api, last);
  });

  test('that are fully discounted have no value left', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    await press(page, 'only_full');
    const orders = await expectOrders(page, api, { ...last, only_full: true });
    expect(orders.every(({ value_wt }) => value_wt === 0)).toBe(true);
  });

  test('include negative discounts when asked, down to the last row', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    await press(page, 'include_negative');
    const orders = await expectOrders(page, api, { ...last, include_negative: true });
    expect(orders.filter(({ discount_value_wt }) => discount_value_wt < 0)).not.toEqual([]);
    await ordersTable(page).press('End');
    const lastRow = async () => (await readTable(ordersTable(page))).rows.at(-1);
    await expect.poll(async () => (await lastRow())?.[1][0]).toBe(orders.toSorted(newestFirst).at(-1)?.order_number);
  });

  test('take all filters together, and lose them with one press', async ({ page, api }) => {
    const days = presetDays('vat-period');
    const flags = { only_full: true, include_negative: true };
    const [order] = (await api.read(listDiscountOrders, { ...days, ...flags })).data;
    const shop = (await readShops(api)).find(({ id }) => id === order?.shop_id);
    await choosePreset(page, 'vat-period');
    await chooseShop(page, shop?.title ?? '');
    await press(page, 'only_full');
    await press(page, 'include_negative');
    await expectOrders(page, api, { ...days, ...flags, shop_id: [Number(shop?.id)] });
    await page.getByRole('button', { name: words.states.clearFilters }).click();
    await expectOrders(page, api, days);
  });

  test('without those of rounding alone are counted and summed exactly, and the file agrees', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    const { data } = await api.read(listDiscountOrders, { ...last, include_negative: true });
    const isRounding = ({ value_wt, discount_value_wt }: DiscountOrder) =>
      value_wt !== 0 && Math.abs(Math.round(discount_value_wt * 100)) <= 5;
    const chip = page.getByRole('button', { name: words.discounts.hide_rounding });
    await press(page, 'include_negative');
    await expect(chip).toHaveText(`${words.discounts.hide_rounding} · ${data.filter(isRounding).length} verdwijnen`);
    await chip.click();
    const kept = data.filter((order) => !isRounding(order));
    expect(kept.length).toBeLessThan(data.length);
    await expectShown(page, api, kept);
    const { rows } = await downloadCsv(page, words.exports.action);
    expect(rows.map(([number]) => number)).toEqual(kept.map(({ order_number }) => order_number));
    await page
      .getByRole('button', { name: new RegExp(words.discounts.hiddenCount_other.replace('{{text}} ', '')) })
      .click();
    await page.getByRole('menuitem', { name: words.discounts.reveal.hide_rounding }).click();
    await expectShown(page, api, data);
  });

  test('are grouped by shop with subtotals that add up, and an order of a group opens with Enter', async ({
    page,
    api,
  }) => {
    const { data } = await api.read(listDiscountOrders, last);
    const shops = (await readShops(api)).filter(({ id }) => data.some((o) => o.shop_id === id));
    await page.goto('/#/discounts?period=last-month&group_by=shop');
    await page.getByRole('button', { name: words.discounts.foldAll }).click();
    const groups = async () => (await readTable(ordersTable(page))).rows.map(([, cells]) => cells);
    await expect.poll(async () => (await groups()).length).toBe(shops.length);
    const shown = new Map((await groups()).map(([title = '', , , discount]) => [title, discount]));
    for (const { id, title } of shops) {
      const orders = data.filter(({ shop_id }) => shop_id === id);
      const name = `${title}${countSentence(words.orders, orders.length)}`;
      expect(shown.get(name)).toBe(centsText(total(orders, (order) => order.discount_value_wt)));
    }
    await ordersTable(page).press('Home');
    await ordersTable(page).press('Enter');
    await expect.poll(async () => (await groups()).length).toBeGreaterThan(shops.length);
    const number = (await groups())[1]?.[0];
    await ordersTable(page).press('ArrowDown');
    await ordersTable(page).press('Enter');
    const opened = data.find(({ order_number }) => order_number === number);
    await page.getByRole('complementary').getByRole('link', { name: words.orders.order.open }).click();
    await expect(page).toHaveURL(new RegExp(`/orders/${opened?.id}$`));
    await page.goBack();
    await expect(page.getByRole('button', { name: words.discounts.foldAll })).toBeVisible();
  });

  test('show the customer when the columns are asked for', async ({ page, api }) => {
    const name = columnHeading(discountOrders, 'customer_name');
    const email = columnHeading(discountOrders, 'customer_email');
    await choosePreset(page, 'last-month');
    const orders = (await expectOrders(page, api, last)).toSorted(newestFirst);
    expect((await readTable(ordersTable(page))).headings).not.toContain(name);
    await toggleColumn(page, name);
    await toggleColumn(page, email);
    const customers = async () => {
      const { headings, rows } = await readTable(ordersTable(page));
      return rows.map(([at, cells]) => [at, cells[headings.indexOf(name)], cells[headings.indexOf(email)]]);
    };
    const inView = (await customers()).map(([at]) => Number(at));
    const expected = inView.map((at) => [at, orders[at]?.customer_name, orders[at]?.customer_email]);
    await expect.poll(customers).toEqual(expected);
    expect(expected.some(([, customer]) => customer !== '')).toBe(true);
  });

  test('say that there are none, and offer a longer period', async ({ page, api }) => {
    await typePeriod(page, { from: '2020-02-03', to: '2020-02-03' });
    await expect(page.getByText('Geen kortingsorders: ma 3 feb 2020')).toBeVisible();
    expect((await api.read(listDiscountOrders, { from: '2020-02-03' })).total).toBe(0);
    await page.getByRole('button', { name: 'Toon ma 3 feb – zo 9 feb 2020' }).click();
    await expect(page.getByText('Geen kortingsorders: ma 3 feb – zo 9 feb 2020')).toBeVisible();
  });
});

test.describe('the period of today', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('is that of Amsterdam, whatever the zone of the PC', async ({ page }) => {
    await page.clock.setFixedTime('2026-10-31T23:30:00Z');
    await page.reload();
    const asked = page.waitForRequest(/from=2026-11-01&to=2026-11-01/);
    await choosePreset(page, 'today');
    await asked;
    await expect(periodButton(page)).toHaveText(/zo 1 nov 2026/);
  });
});
