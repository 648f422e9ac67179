import type { MadeOrder } from './made-orders.ts';
import type { MadeLine, TwoSides } from './order-amounts.ts';
import {
  addSides,
  cents,
  getDay,
  isCopied,
  isGiftCard,
  pricesWithVat,
  refundsWithVat,
  sidesOfRate,
  zero,
} from './own-sums.ts';
import type { SimulatedAccount } from './simulated-account.ts';

/** The expected financial report of a period, by the second computation. All amounts are in cents. */
export interface OwnReport {
  /** Orders that count, without returns. */
  orders: number;
  /** Sales less returns. */
  turnover: TwoSides;
  /** Including VAT: items with a positive quantity; `returns` has those with a negative one as a positive amount. */
  sales: number;
  returns: number;
  /** For paid orders, by id of the rate. */
  readonly rates: Record<number, TwoSides>;
  notPaid: TwoSides;
  giftCards: number;
  otherLines: number;
}

const COUNTING: readonly string[] = ['processing', 'complete', 'refunded'];

/** Whether an order counts, as documented: an unknown status counts if the order is paid. */
export function isCounting({ status, isPaid }: Pick<MadeOrder, 'status' | 'isPaid'>): boolean {
  const isKnown = [...COUNTING, 'new', 'on_hold', 'cancelled'].includes(status);
  return isKnown ? COUNTING.includes(status) : isPaid;
}

/**
 * Reports by `YYYY-MM` or `YYYY-MM-DD`. A return counts when money was first refunded, because nothing else in an order
 * shows its time. Throws for an order with returns in two periods, which its test must compute.
 */
export function reportOrders(
  account: SimulatedAccount,
  by: 'month' | 'day' = 'month',
  isWanted: (order: MadeOrder) => boolean = () => true,
): Record<string, OwnReport> {
  const reports: Record<string, OwnReport> = {};
  const periodOf = (instant: number) => getDay(instant).slice(0, by === 'month' ? 7 : 10);
  const reportOf = (instant: number) => {
    const period = periodOf(instant);
    reports[period] ??= emptyReport();
    return reports[period];
  };
  for (const id of account.orderIds()) {
    const order = account.findOrder(id);
    if (order === null || !isCopied(order) || !isCounting(order) || !isWanted(order)) continue;
    addSale(reportOf(order.purchasedAt), order);
    if (order.moneyBack === 0 && order.lines.every(({ refundedQuantity }) => refundedQuantity === 0)) continue;
    const periods = new Set(order.paidBack.map(({ at }) => periodOf(at)));
    if (periods.size !== 1) throw new RangeError(`order ${id} came back in ${periods.size} periods`);
    addReturn(reportOf(order.paidBack[0]?.at ?? Number.NaN), order);
  }
  return reports;
}

function emptyReport(): OwnReport {
  const none = { orders: 0, sales: 0, returns: 0, giftCards: 0, otherLines: 0 };
  return { ...none, turnover: zero(), rates: {}, notPaid: zero() };
}

/** An item without VAT that is a gift card or not turnover is not revenue. */
function isRevenue(line: MadeLine): boolean {
  if (line.rate.basisPoints !== 0) return true;
  return !isGiftCard(line) && line.isTurnover !== false;
}

function addSale(report: OwnReport, order: MadeOrder): void {
  report.orders += 1;
  for (const line of order.lines) {
    const price = Number(pricesWithVat([line]));
    if (isGiftCard(line) && !isRevenue(line)) report.giftCards += price;
    else if (!isRevenue(line)) report.otherLines += price;
    else if (line.quantity > 0) report.sales += price;
    else report.returns -= price;
  }
  addRates(report, order, (lines) => pricesWithVat(lines));
}

function addReturn(report: OwnReport, order: MadeOrder): void {
  const moneyBack = cents(order.moneyBack);
  report.returns += Number(refundsWithVat(order.lines.filter(isRevenue)) + moneyBack);
  addRates(report, order, (lines) => -refundsWithVat(lines) - (lines[0] === order.lines[0] ? moneyBack : 0n));
}

function addRates(report: OwnReport, order: MadeOrder, amountOf: (lines: readonly MadeLine[]) => bigint): void {
  const byRate = Map.groupBy(order.lines.filter(isRevenue), ({ rate }) => rate.id);
  for (const [id, lines] of byRate) {
    const [first] = lines;
    if (first === undefined) continue;
    const amounts = sidesOfRate(amountOf(lines), BigInt(first.rate.basisPoints));
    report.turnover = addSides(report.turnover, amounts);
    if (order.isPaid) report.rates[id] = addSides(report.rates[id] ?? zero(), amounts);
    else report.notPaid = addSides(report.notPaid, amounts);
  }
}
