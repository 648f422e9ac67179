import { expect } from 'vitest';
import { createOrdersStream } from '../../../../../electron/platform/storekeeper/sync/orders-stream.ts';
import { createProductsStream } from '../../../../../electron/platform/storekeeper/sync/products-stream.ts';
import { createReferenceStream } from '../../../../../electron/platform/storekeeper/sync/reference-stream.ts';
import type { StoreDb } from '../../../../../electron/store/schema.ts';
import { verifyTotals } from '../../../../../electron/store/totals/verify-totals.ts';
import { sumOrders } from '../../../../support/storekeeper/own-sums.ts';
import type { SimulatedAccount } from '../../../../support/storekeeper/simulated-account.ts';
import { type Account, type CopyFile, readOn } from './account-rig.ts';

const MINUTE_MS = 60_000;

/** Reads reference data, products and orders of the account until nothing is due. */
export async function copyWhole(account: Account, { isWithOrders = true } = {}): Promise<void> {
  const context = await account.context();
  const streams = [createReferenceStream, createProductsStream, ...(isWithOrders ? [createOrdersStream] : [])];
  for (const create of streams) await readOn(create(context), account);
}

/** By month: what was sold, in cents, as the copy has it. */
export function copiedMonths(copy: CopyFile) {
  const rows = copy.rows(`
    select local_day / 100 as month, count(*) as orders, sum(value_wt) / 100 as wt, sum(value_ex) / 100 as ex,
      sum(discount_wt) / 100 as discountWt, sum(discount_ex) / 100 as discountEx,
      sum(coalesce((select sum(amount) from order_payments where order_id = orders.id), 0)) / 100 as paidWt
    from orders where follows_order_id is null group by 1`);
  return Object.fromEntries(rows.map(({ month, ...sums }) => [String(month), sums]));
}

/** The same by the account's own computation. */
export function accountMonths(account: SimulatedAccount) {
  const months = Object.entries(sumOrders(account).periods).map(([month, { orders, sold, discount, paid }]) => [
    month.replace('-', ''),
    { orders, wt: sold.wt, ex: sold.ex, discountWt: discount.wt, discountEx: discount.ex, paidWt: paid.wt },
  ]);
  return Object.fromEntries(months);
}

/** By month and VAT rate, in cents, but for what has no VAT. */
function copiedRates(copy: CopyFile) {
  const rows = copy.rows(`
    select (local_day / 100) || ' ' || tax_rate_id as key, sum(order_items.value_wt) / 100 as wt,
      sum(order_items.value_ex) / 100 as ex
    from order_items join orders on orders.id = order_id
    where follows_order_id is null and type = 'product' group by 1 having wt <> ex`);
  return Object.fromEntries(rows.map(({ key, ...sums }) => [String(key), sums]));
}

function accountRates(account: SimulatedAccount) {
  const rates = Object.entries(sumOrders(account).periods).flatMap(([month, ofMonth]) =>
    Object.entries(ofMonth.rates).flatMap(([id, { wt, ex }]) =>
      wt === ex ? [] : [[`${month.replace('-', '')} ${id}`, { wt, ex }] as const],
    ),
  );
  return Object.fromEntries(rates);
}

/** Of lines that are no turnover, by month in cents including VAT: by the stored totals, with what came back. */
export function copiedOtherLines(copy: CopyFile) {
  const rows = copy.rows(`
    select month, sum(case type when 'gift_card' then value_wt else 0 end) / 100 as giftCards,
      sum(case type when 'other' then value_wt else 0 end) / 100 as otherLines
    from item_totals_by_month where type in ('gift_card', 'other') and is_return = 0 group by 1`);
  return Object.fromEntries(rows.map(({ month, ...sums }) => [String(month), sums]));
}

export function accountOtherLines(account: SimulatedAccount) {
  const months = Object.entries(sumOrders(account).periods).flatMap(([month, { giftCards, otherLines }]) =>
    giftCards.wt === 0 && otherLines.wt === 0
      ? []
      : [[month.replace('-', ''), { giftCards: giftCards.wt, otherLines: otherLines.wt }] as const],
  );
  return Object.fromEntries(months);
}

/** Over all months, in cents: what came back is dated when it was seen. */
function copiedRefunds(copy: CopyFile) {
  const [refunds] = copy.rows(`select -coalesce(sum(value_wt), 0) / 100 as wt, -coalesce(sum(value_ex), 0) / 100 as ex
    from orders where follows_order_id is not null`);
  return refunds;
}

function accountRefunds(account: SimulatedAccount) {
  const refunds = Object.values(sumOrders(account).periods).map(({ refunded }) => refunded);
  return refunds.reduce((sum, { wt, ex }) => ({ wt: sum.wt + wt, ex: sum.ex + ex }), { wt: 0, ex: 0 });
}

/** Differences between the stored totals and the orders. */
export async function wrongTotals(copy: CopyFile): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const difference of verifyTotals(copy.db() as unknown as StoreDb)) found.push(difference);
  return found;
}

/** Shops whose location is not that of all their orders, or that have one although their orders do not agree. */
function wrongLocations(copy: CopyFile) {
  return copy.rows(`
    select shops.id, shops.location_id as location, found.location as expected from shops join (
      select shop_id, case when count(distinct coalesce(location_id, 0)) = 1 then max(location_id) end as location
      from orders where follows_order_id is null group by shop_id
    ) as found on found.shop_id = shops.id where shops.location_id is not found.location`);
}

/** Orders with their lines and payments, and what they name. */
export function rowsOfOrders(copy: CopyFile) {
  const tables = ['orders', 'order_items', 'order_payments', 'shops', 'locations', 'customers', 'tax_rates'];
  return tables.map((table) => copy.rows(`select * from ${table} order by id`));
}

/** All that somebody reads of orders, with their feed. */
export function digestOfOrders(copy: CopyFile): string {
  const feed = copy.rows('select * from order_changes order by order_id');
  const notes = copy.rows(`select * from sk_notes where owner like 'order:%' order by owner, kind, record`);
  return JSON.stringify([rowsOfOrders(copy), feed, notes]);
}

export async function expectSumsOf(account: Account): Promise<void> {
  expect(copiedMonths(account)).toEqual(accountMonths(account.server.account));
  expect(copiedRates(account)).toEqual(accountRates(account.server.account));
  expect(copiedRefunds(account)).toEqual(accountRefunds(account.server.account));
  expect(await wrongTotals(account)).toEqual([]);
  expect(wrongLocations(account)).toEqual([]);
}

export async function readOrdersOn(account: Account): Promise<void> {
  await readOn(createOrdersStream(await account.context()), account);
}

/** Lets the time pass in steps of a minute or more, reading what falls due. */
export async function passTime(account: Account, ms: number, stepMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    account.clock.advance(stepMs);
    await readOrdersOn(account);
  }
}

export const orderRow = (account: Account, id: number) =>
  account.rows(`select status, is_paid, payment_term, value_wt from orders where id = ${id}`)[0];

export const callsOf = (account: Account, name: string) => account.server.calls.byFunction[`ShopModule::${name}`] ?? 0;

export async function copyWholeButOrders(account: Account): Promise<void> {
  await copyWhole(account, { isWithOrders: false });
}
