import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { OrderStatus } from '../../../shared/contract/orders.ts';
import { toWholeUnits } from '../exact-euros.ts';
import { assertKnown } from '../known-figure.ts';
import { isReturn, listAllOrders, monthPeriod } from './copied-account.ts';
import type { MadeOrder } from './made-orders.ts';
import type { TwoSides } from './order-amounts.ts';
import { isCounting, type OwnReport, reportOrders } from './own-reports.ts';
import { addSides, isCopied, type PriceSums, sumOrder, zero } from './own-sums.ts';
import type { SimulatedAccount } from './simulated-account.ts';

/** Converts to cents. Throws if the euros are not whole cents. */
export function toCents(euros: number): number {
  const cents = toWholeUnits(euros) / 100;
  if (!Number.isInteger(cents)) throw new Error(`${euros} euro are no whole cents`);
  return cents === 0 ? 0 : cents;
}

/** Sums the prices like `sumPrices`, from the price list and every product in it. */
export async function copiedPrices(platform: Platform, caller: Caller): Promise<PriceSums> {
  let sums: PriceSums = { products: 0, unpriced: 0, default: zero(), inForce: zero(), deposit: zero() };
  for (let after: string | null = null, isEnd = false; !isEnd; ) {
    const batch: Awaited<ReturnType<Platform['readPriceList']>> = await platform.readPriceList(caller, {}, after);
    for (const { id, salePrice } of batch.rows) {
      const prices = (await platform.findProduct(caller, id))?.prices ?? [];
      const sidesOf = (type: number) => {
        const price = prices.find((one) => one.product_price_type_id === type);
        return price === undefined ? null : { ex: toCents(price.ppu), wt: toCents(price.ppu_wt) };
      };
      const sale = salePrice && { ex: toCents(salePrice.ppu), wt: toCents(salePrice.ppu_wt) };
      sums = {
        products: sums.products + 1,
        unpriced: sums.unpriced + (sale === null ? 1 : 0),
        default: addSides(sums.default, sale ?? zero()),
        inForce: addSides(sums.inForce, sidesOf(ACTION) ?? sale ?? zero()),
        deposit: addSides(sums.deposit, sidesOf(DEPOSIT) ?? zero()),
      };
    }
    after = batch.next;
    isEnd = after === null;
  }
  return sums;
}

const ACTION = 6;
const DEPOSIT = 9;

/** An order as a list must return it, without its returns. */
export interface OrderFigures {
  readonly id: number;
  readonly status: OrderStatus;
  readonly isPaid: boolean;
  readonly value: TwoSides;
  readonly discount: TwoSides;
}

function ownOrderFigures(account: SimulatedAccount): OrderFigures[] {
  return countedOrders(account).map((order) => {
    const { sold, discount } = sumOrder(order);
    return { id: order.id, status: getStatus(order), isPaid: order.isPaid, value: sold, discount };
  });
}

/** Returns the orders that are not skipped, by id. */
export function countedOrders(account: SimulatedAccount): MadeOrder[] {
  return [...account.orderIds()].flatMap((id) => {
    const order = account.findOrder(id);
    return order === null || !isCopied(order) ? [] : [order];
  });
}

const STATUSES: readonly string[] = ['new', 'processing', 'on_hold', 'complete', 'refunded', 'cancelled'];

function getStatus(order: MadeOrder): OrderStatus {
  if (STATUSES.includes(order.status)) return order.status as OrderStatus;
  return isCounting(order) ? 'processing' : 'on_hold';
}

const ALL_TIME = { from: '2000-01-01', to: '2099-12-31' };

async function copiedOrderFigures(platform: Platform, caller: Caller): Promise<OrderFigures[]> {
  const orders = await listAllOrders(platform, caller, ALL_TIME);
  return orders
    .filter((order) => !isReturn(order))
    .map((order) => ({
      ...{ id: order.id, status: assertKnown(order.status), isPaid: assertKnown(order.is_paid) },
      value: { ex: toCents(order.value_ex_wt), wt: toCents(order.value_wt) },
      discount: {
        ex: toCents(assertKnown(order.discount_value_ex_wt)),
        wt: toCents(assertKnown(order.discount_value_wt)),
      },
    }))
    .sort((a, b) => a.id - b.id);
}

type ReportFigures = Omit<OwnReport, 'orders'>;

/** Returns the financial report of each month with orders, computed from the account. */
export function ownReports(
  account: SimulatedAccount,
  isWanted?: (order: MadeOrder) => boolean,
): Record<string, ReportFigures> {
  const months = Object.entries(reportOrders(account, 'month', isWanted)).map(([month, { orders: _, ...report }]) => [
    month,
    report,
  ]);
  return Object.fromEntries(months);
}

/** The same from the platform, for these months and optionally some locations or shops. */
export async function copiedReports(
  platform: Platform,
  caller: Caller,
  months: readonly string[],
  limits: { readonly location_id?: number[]; readonly shop_id?: number[] } = {},
) {
  const reports: Record<string, ReportFigures> = {};
  for (const month of months) {
    reports[month] = toFigures(await platform.readReport(caller, 'financial', { ...monthPeriod(month), ...limits }));
  }
  return reports;
}

function toFigures({ revenue, ...report }: FinancialReport): ReportFigures {
  const [direct_paid, not_paid_now] = [assertKnown(report.direct_paid), assertKnown(report.not_paid_now)];
  const non_revenue = assertKnown(revenue.non_revenue);
  return {
    turnover: { ex: toCents(revenue.total_turnover), wt: toCents(assertKnown(revenue.total_turnover_wt)) },
    sales: toCents(assertKnown(revenue.total_sales_wt)),
    returns: toCents(assertKnown(revenue.total_returns_wt)),
    rates: Object.fromEntries(
      direct_paid.rates.map((rate) => [rate.tax_rate_id, { ex: toCents(rate.base), wt: toCents(rate.total_wt) }]),
    ),
    notPaid: { ex: toCents(not_paid_now.total), wt: toCents(not_paid_now.total_wt) },
    giftCards: toCents(non_revenue.gift_cards),
    otherLines: toCents(non_revenue.other),
  };
}

/** Returns every order by id, as in the account and as the platform lists it, without returns. */
export async function orderFigures(platform: Platform, caller: Caller, account: SimulatedAccount) {
  return { own: ownOrderFigures(account), copied: await copiedOrderFigures(platform, caller) };
}

/** Returns all figures of an account, computed from the account and as the platform returns them. */
export async function comparedFigures(platform: Platform, caller: Caller, account: SimulatedAccount) {
  const orders = await orderFigures(platform, caller, account);
  const reports = ownReports(account);
  return {
    own: { orders: orders.own, reports },
    copied: { orders: orders.copied, reports: await copiedReports(platform, caller, Object.keys(reports)) },
  };
}
