import { dayOf, momentAt, openDayAfter } from '../day.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import { SHIPPING } from '../vocabulary/gifts-and-services.ts';
import { fillBasket } from './basket.ts';
import {
  followedBy,
  type Purchase,
  payAtTill,
  payBackAtTill,
  payBackOnline,
  payBy,
  type Settlement,
  soldDirectly,
} from './payments.ts';
import { dueFor, type PlannedItem, type PlannedOrder, plainLine, returned } from './planned-order.ts';

const RETURNED_AT_TILL = 0.04;
const RETURNED_BY_POST = 0.09;
export const RETURNED_WHOLE = 0.35;
export const RETURNED_TO_A_TILL = 0.2;
const EXCHANGED = 0.15;
const INVOICES_PAID = 0.97;
const SHIPPING_TITLES: ReadonlySet<string> = new Set(SHIPPING.things.map(([title]) => title));

/** The order with its follow-ups: the customer returns something or pays the invoice. */
export function withFollowUp(random: Random, model: DemoModel, order: PlannedOrder): PlannedOrder {
  if (order.term === 'invoice') {
    return random.chance(INVOICES_PAID) ? withInvoicePayment(random, model, order) : order;
  }
  const isFinal = order.states.at(-1)?.status !== 'complete' || goodsOf(order).length === 0;
  const share = order.shop.type === 'webshop' ? RETURNED_BY_POST : RETURNED_AT_TILL;
  return isFinal || !random.chance(share) ? order : withReturn(random, model, order);
}

function withInvoicePayment(random: Random, model: DemoModel, invoice: PlannedOrder): PlannedOrder {
  const purchase = laterPurchase(random, invoice, random.whole(6, 45));
  const payment = plainLine('invoice_payment', 'Betaling factuur', dueFor(invoice.items));
  const isAtTill = invoice.shop.type === 'pos';
  const lines = isAtTill && random.chance(0.15) ? [payment, ...fillBasket(random, model)] : [payment];
  const way = isAtTill ? random.pick(['pin', 'bank_transfer'] as const) : 'bank_transfer';
  const paying = soldDirectly(purchase, lines, payBy(model, way, dueFor(lines)));
  return followedBy(invoice, paying, { isPaid: 1 });
}

function withReturn(random: Random, model: DemoModel, order: PlannedOrder): PlannedOrder {
  const all = order.items.filter(isProduct);
  const lines = random.chance(RETURNED_WHOLE) ? all : [random.pick(goodsOf(order))];
  const isWhole = lines.length === all.length && canComeBackWhole(order);
  const back = bringBack(random, model, order, lines.map(returned));
  return followedBy(order, back, isWhole ? { status: 'refunded' } : {});
}

function bringBack(random: Random, model: DemoModel, order: PlannedOrder, lines: PlannedItem[]): PlannedOrder {
  if (order.shop.type === 'pos') return bringBackToTill(random, model, order, lines, random.whole(1, 30));
  const days = random.whole(7, 40);
  if (random.chance(RETURNED_TO_A_TILL)) {
    const shop = random.pick(model.shops.filter(({ type }) => type === 'pos'));
    return bringBackToTill(random, model, { ...order, shop }, lines, days);
  }
  const settlement = payBackOnline(random, model, dueFor(lines), order.payments);
  return soldDirectly(laterPurchase(random, order, days), lines, settlement);
}

function bringBackToTill(
  random: Random,
  model: DemoModel,
  order: PlannedOrder,
  lines: readonly PlannedItem[],
  days: number,
): PlannedOrder {
  const instead = random.chance(EXCHANGED) ? fillBasket(random, model) : [];
  const exchange = [...lines, ...instead];
  const purchase = laterPurchase(random, order, days);
  return soldDirectly(purchase, exchange, settleAtTill(random, model, dueFor(exchange)));
}

function settleAtTill(random: Random, model: DemoModel, due: number): Settlement {
  return due > 0 ? payAtTill(random, model, due) : payBackAtTill(random, model, due);
}

/** A purchase of the same customer in the same shop, `days` later or on the next open day. */
export function laterPurchase(random: Random, order: Purchase, days: number): Purchase {
  const { shop, customerId } = order;
  const day = shop.type === 'pos' ? openDayAfter(order.day, days) : dayOf(order.day.number + days);
  return { day, purchasedAt: momentAt(random, shop, day), shop, customerId };
}

/** Lines that can be returned: goods. Shipping is returned only with the whole order. */
export function goodsOf({ items }: Pick<PlannedOrder, 'items'>): PlannedItem[] {
  return items.filter((item) => isProduct(item) && !SHIPPING_TITLES.has(item.title));
}

export function isProduct(item: PlannedItem): boolean {
  return item.type === 'product';
}

export function canComeBackWhole({ items }: Pick<PlannedOrder, 'items'>): boolean {
  return items.every(({ type }) => type === 'product' || type === 'rounding');
}
