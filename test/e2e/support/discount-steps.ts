import { expect, type Page } from '@playwright/test';
import { type DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { listShops, type Shop } from '../../../shared/contract/shops.ts';
import { isReturn } from '../../../shared/discounts.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import { createShopNameShortener } from '../../../shared/shop-names.ts';
import { getPercentage, sumUnits, toUnits, type Units } from '../../support/exact-euros.ts';
import { discountsPage } from '../pages/discounts-page.ts';
import type { ApiReader } from './api-reader.ts';
import { amountText, centsText, expectRows, momentText, readTable } from './visible-table.ts';
import { countSentence, DUTCH as words } from './window-texts.ts';

/** The shops as the lists name them: without the common part of their names. */
async function readShops(api: ApiReader): Promise<readonly Shop[]> {
  const { data } = await api.read(listShops);
  const short = createShopNameShortener(data.map(({ title }) => title));
  return data.map((shop) => ({ ...shop, title: short(shop.title) }));
}

export type DiscountQuery = QueryOf<typeof listDiscountOrders>;

/**
 * Waits until the list on the screen equals the answer of the API to the query: every visible row, the count and the
 * totals row, which is summed here in integers. Returns the orders for further checks.
 */
export async function expectOrders(
  page: Page,
  api: ApiReader,
  query: DiscountQuery,
): Promise<readonly DiscountOrder[]> {
  const { data: orders } = await api.read(listDiscountOrders, query);
  const count = orders.length;
  const shops = await readShops(api);
  const { table } = discountsPage(page);
  await expect(page.getByText(countSentence(words.orders, count), { exact: true })).toBeVisible();
  await expectRows(
    table,
    orders.toSorted(newestFirst).map((order) => cellsOf(order, shops)),
  );
  const foot = await table.locator('tfoot tr').count();
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1 + foot));
  const { totals } = await readTable(table);
  const [label, ...sums] = totals;
  expect(label).toBe(words.terms.total);
  expect(sums).toEqual(sumsOf(orders));
  return orders;
}

/** The order of the page; ties are sorted by id. */
function newestFirst(one: DiscountOrder, other: DiscountOrder): number {
  return Date.parse(other.date_purchased) - Date.parse(one.date_purchased) || one.id - other.id;
}

/** The columns that are visible by default. */
function cellsOf(order: DiscountOrder, shops: readonly Shop[]): string[] {
  return [
    isReturn(order) ? `${order.order_number}${words.orders.return}` : order.order_number,
    momentText(order.date_purchased),
    shops.find(({ id }) => id === order.shop_id)?.title ?? '',
    getOrderStatusLabel(order.status, 'nl'),
    amountText(order.discount_value_wt),
    amountText(order.discount_value_ex_wt),
    shareText(toUnits(order.discount_value_wt), toUnits(order.sold_before_discount_wt ?? 0)),
    amountText(order.value_wt),
    amountText(order.value_ex_wt),
  ];
}

function sumsOf(orders: readonly DiscountOrder[]): string[] {
  const discount = sumUnits(orders, (order) => order.discount_value_wt);
  const value = sumUnits(orders, (order) => order.value_wt);
  const sold = sumUnits(orders, (order) => order.sold_before_discount_wt ?? 0);
  return [
    '',
    '',
    '',
    centsText(discount),
    centsText(sumUnits(orders, (order) => order.discount_value_ex_wt)),
    shareText(discount, sold),
    centsText(value),
    centsText(sumUnits(orders, (order) => order.value_ex_wt)),
  ];
}

/** The discount as a percentage of what was sold before discount; none if it was taken back. */
function shareText(discount: Units, sold: Units): string {
  const share = discount < 0 || discount > sold ? null : getPercentage(discount, sold);
  return share === null ? '–' : amountText(share);
}
