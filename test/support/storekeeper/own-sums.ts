import type { MadeOrder } from './made-orders.ts';
import type { MadeLine, TwoSides } from './order-amounts.ts';
import { CURRENCY, GIFT_CARD_BALANCE_PRODUCT_ID, GIFT_CARD_PRODUCT_ID } from './reference-records.ts';
import type { SimulatedAccount } from './simulated-account.ts';

/**
 * What the account's figures are, by a computation that shares nothing with `order-amounts.ts` and the records but the made
 * orders: fractions of whole numbers without a limit, and dates by `Intl`. All amounts are in cents.
 */
export interface PeriodSums {
  orders: number;
  sold: TwoSides;
  refunded: TwoSides;
  discount: TwoSides;
  paid: TwoSides;
  /** By id of the VAT rate, as sold. */
  readonly rates: Record<number, TwoSides>;
  readonly statuses: Record<string, { orders: number; sold: TwoSides }>;
  /** Of the lines that sell gift cards, and of other lines that are no turnover. */
  giftCards: TwoSides;
  otherLines: TwoSides;
}

export type LeftOut = 'quote' | 'request' | 'contract' | 'currency';

export interface AccountSums {
  /** By `YYYY-MM` or `YYYY-MM-DD` of the purchase in Amsterdam; of orders that are none of those left out. */
  readonly periods: Record<string, PeriodSums>;
  /** How many orders are left out, by the first reason that holds. */
  readonly leftOut: Record<LeftOut, number>;
}

export interface PriceSums {
  /** Of products that lists have; `unpriced` are among them. */
  readonly products: number;
  readonly unpriced: number;
  /** Sums over products, in cents: the sale price, the price in force, the deposit. */
  readonly default: TwoSides;
  readonly inForce: TwoSides;
  readonly deposit: TwoSides;
}

export function sumOrders(account: SimulatedAccount, by: 'month' | 'day' = 'month'): AccountSums {
  const periods: Record<string, PeriodSums> = {};
  const leftOut: Record<LeftOut, number> = { quote: 0, request: 0, contract: 0, currency: 0 };
  for (const id of account.orderIds()) {
    const order = account.findOrder(id);
    if (order === null) continue;
    const reason = reasonToLeaveOut(order);
    if (reason !== null) {
      leftOut[reason] += 1;
      continue;
    }
    const period = dayOf(order.purchasedAt).slice(0, by === 'month' ? 7 : 10);
    periods[period] ??= emptySums();
    addOrder(periods[period], order);
  }
  return { periods, leftOut };
}

/** Null for an order that counts. */
export function reasonToLeaveOut(order: MadeOrder): LeftOut | null {
  if (order.isQuote) return 'quote';
  if (order.isRequest && !order.isCustomerAccepted) return 'request';
  if (order.isContract) return 'contract';
  return order.currency === CURRENCY ? null : 'currency';
}

export function sumPrices({ products }: SimulatedAccount): PriceSums {
  const sums = { products: 0, unpriced: 0, default: zero(), inForce: zero(), deposit: zero() };
  for (const { defaultPrice, actionPrice, deposit, rate } of products.listed()) {
    const sides = (price: number) => sidesOfRate(cents(price), BigInt(rate.basisPoints));
    sums.products += 1;
    if (defaultPrice === null) sums.unpriced += 1;
    else {
      sums.default = addSides(sums.default, sides(defaultPrice));
      sums.inForce = addSides(sums.inForce, sides(actionPrice ?? defaultPrice));
    }
    // A deposit has no VAT.
    if (deposit !== null) sums.deposit = addSides(sums.deposit, sidesOfRate(cents(deposit), 0n));
  }
  return sums;
}

const calendarDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Amsterdam',
  ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
});

/** The day in Amsterdam. */
export function dayOf(instant: number): string {
  return calendarDay.format(instant);
}

export function zero(): TwoSides {
  return { ex: 0, wt: 0 };
}

function emptySums(): PeriodSums {
  return {
    ...{ orders: 0, sold: zero(), refunded: zero(), discount: zero(), paid: zero() },
    ...{ rates: {}, statuses: {}, giftCards: zero(), otherLines: zero() },
  };
}

/** The sums of one order. */
export function sumOrder(order: MadeOrder): PeriodSums {
  const sums = emptySums();
  addOrder(sums, order);
  return sums;
}

function addOrder(sums: PeriodSums, order: MadeOrder): void {
  sums.orders += 1;
  let sold = zero();
  for (const [rateId, lines] of Object.entries(Object.groupBy(order.lines, ({ rate }) => rate.id))) {
    const [first] = lines ?? [];
    if (!lines || !first) continue;
    const basisPoints = BigInt(first.rate.basisPoints);
    const ofRate = sidesOfRate(pricesWithVat(lines), basisPoints);
    sums.rates[Number(rateId)] = addSides(sums.rates[Number(rateId)] ?? zero(), ofRate);
    const moneyBack = first === order.lines[0] ? cents(order.moneyBack) : 0n;
    sums.refunded = addSides(sums.refunded, sidesOfRate(refundsWithVat(lines) + moneyBack, basisPoints));
    sold = addSides(sold, ofRate);
  }
  for (const line of order.lines) addLine(sums, line);
  sums.sold = addSides(sums.sold, sold);
  sums.paid = addSides(sums.paid, { ex: order.paid.ex / 100, wt: order.paid.wt / 100 });
  const ofStatus = sums.statuses[order.status] ?? { orders: 0, sold: zero() };
  sums.statuses[order.status] = { orders: ofStatus.orders + 1, sold: addSides(ofStatus.sold, sold) };
}

function addLine(sums: PeriodSums, line: MadeLine): void {
  const basisPoints = BigInt(line.rate.basisPoints);
  const price = sidesOfRate(priceOf(line), basisPoints);
  if (line.unitPriceBefore !== null) {
    const unit = sidesOfRate(cents(line.unitPriceBefore), basisPoints);
    const pieces = line.quantity / 1_000;
    sums.discount = addSides(sums.discount, { ex: pieces * unit.ex - price.ex, wt: pieces * unit.wt - price.wt });
  }
  if (isGiftCard(line)) {
    sums.giftCards = addSides(sums.giftCards, price);
  } else if (line.isTurnover === false) {
    sums.otherLines = addSides(sums.otherLines, price);
  }
}

export function isGiftCard({ productId }: MadeLine): boolean {
  return productId === GIFT_CARD_PRODUCT_ID || productId === GIFT_CARD_BALANCE_PRODUCT_ID;
}

export function cents(amount: number): bigint {
  return BigInt(amount) / 100n;
}

function priceOf({ quantity, unitPrice }: MadeLine): bigint {
  return rounded(BigInt(quantity) * cents(unitPrice), 1_000n);
}

function refundOf(line: MadeLine): bigint {
  if (line.refundedQuantity === 0) return 0n;
  return rounded(priceOf(line) * BigInt(line.refundedQuantity), BigInt(line.quantity));
}

/** What lines were sold for, and how much of that came back; in cents. */
export function pricesWithVat(lines: readonly MadeLine[]): bigint {
  return total(lines, priceOf);
}

export function refundsWithVat(lines: readonly MadeLine[]): bigint {
  return total(lines, refundOf);
}

function total(lines: readonly MadeLine[], amountOf: (line: MadeLine) => bigint): bigint {
  return lines.reduce((sum, line) => sum + amountOf(line), 0n);
}

/** From an amount with VAT in cents; the other side is rounded once. */
export function sidesOfRate(wt: bigint, basisPoints: bigint): TwoSides {
  return { ex: Number(rounded(wt * 10_000n, 10_000n + basisPoints)), wt: Number(wt) };
}

/** The nearest whole number to the fraction, halves away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor < 0n) return rounded(-dividend, -divisor);
  const doubled = dividend < 0n ? 2n * dividend - divisor : 2n * dividend + divisor;
  return doubled / (2n * divisor);
}

export function addSides(left: TwoSides, right: TwoSides): TwoSides {
  return { ex: left.ex + right.ex, wt: left.wt + right.wt };
}
