import { drawInstant, findOpenDay, getDay } from '../day.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import { SHIPPING } from '../vocabulary/gifts-and-services.ts';
import { fillBasket } from './basket.ts';
import {
  appendFollowUp,
  createDirectSale,
  type Purchase,
  payAtTill,
  payBackAtTill,
  payBackOnline,
  payBy,
  type Settlement,
} from './payments.ts';
import { createPlainLine, createReturnLine, type PlannedItem, type PlannedOrder, sumDue } from './planned-order.ts';

const TILL_RETURN_SHARE = 0.04;
const WEBSHOP_RETURN_SHARE = 0.09;
export const WHOLE_RETURN_SHARE = 0.35;
export const RETURN_TO_TILL_SHARE = 0.2;
const EXCHANGE_SHARE = 0.15;
const PAID_INVOICE_SHARE = 0.97;
const SHIPPING_TITLES: ReadonlySet<string> = new Set(SHIPPING.things.map(([title]) => title));

/** The order with its follow-ups: the customer returns something or pays the invoice. */
export function addFollowUp(random: Random, model: DemoModel, order: PlannedOrder): PlannedOrder {
  if (order.term === 'invoice') {
    return random.chance(PAID_INVOICE_SHARE) ? addInvoicePayment(random, model, order) : order;
  }
  const isFinal = order.states.at(-1)?.status !== 'complete' || filterGoods(order).length === 0;
  const share = order.shop.type === 'webshop' ? WEBSHOP_RETURN_SHARE : TILL_RETURN_SHARE;
  return isFinal || !random.chance(share) ? order : addReturn(random, model, order);
}

function addInvoicePayment(random: Random, model: DemoModel, invoice: PlannedOrder): PlannedOrder {
  const purchase = createLaterPurchase(random, invoice, random.drawInteger(6, 45));
  const payment = createPlainLine('invoice_payment', 'Betaling factuur', sumDue(invoice.items));
  const isAtTill = invoice.shop.type === 'pos';
  const lines = isAtTill && random.chance(0.15) ? [payment, ...fillBasket(random, model)] : [payment];
  const method = isAtTill ? random.pick(['pin', 'bank_transfer'] as const) : 'bank_transfer';
  const paying = createDirectSale(purchase, lines, payBy(model, method, sumDue(lines)));
  return appendFollowUp(invoice, paying, { isPaid: 1 });
}

function addReturn(random: Random, model: DemoModel, order: PlannedOrder): PlannedOrder {
  const all = order.items.filter(isProduct);
  const lines = random.chance(WHOLE_RETURN_SHARE) ? all : [random.pick(filterGoods(order))];
  const isWhole = lines.length === all.length && canReturnWhole(order);
  const returnOrder = createReturn(random, model, order, lines.map(createReturnLine));
  return appendFollowUp(order, returnOrder, isWhole ? { status: 'refunded' } : {});
}

function createReturn(random: Random, model: DemoModel, order: PlannedOrder, lines: PlannedItem[]): PlannedOrder {
  if (order.shop.type === 'pos') return createTillReturn(random, model, order, lines, random.drawInteger(1, 30));
  const days = random.drawInteger(7, 40);
  if (random.chance(RETURN_TO_TILL_SHARE)) {
    const shop = random.pick(model.shops.filter(({ type }) => type === 'pos'));
    return createTillReturn(random, model, { ...order, shop }, lines, days);
  }
  const settlement = payBackOnline(random, model, sumDue(lines), order.payments);
  return createDirectSale(createLaterPurchase(random, order, days), lines, settlement);
}

function createTillReturn(
  random: Random,
  model: DemoModel,
  order: PlannedOrder,
  lines: readonly PlannedItem[],
  days: number,
): PlannedOrder {
  const newLines = random.chance(EXCHANGE_SHARE) ? fillBasket(random, model) : [];
  const exchange = [...lines, ...newLines];
  const purchase = createLaterPurchase(random, order, days);
  return createDirectSale(purchase, exchange, settleAtTill(random, model, sumDue(exchange)));
}

function settleAtTill(random: Random, model: DemoModel, due: number): Settlement {
  return due > 0 ? payAtTill(random, model, due) : payBackAtTill(random, model, due);
}

/** Creates a purchase of the same customer in the same shop, `days` later or on the next open day. */
export function createLaterPurchase(random: Random, order: Purchase, days: number): Purchase {
  const { shop, customerId } = order;
  const day = shop.type === 'pos' ? findOpenDay(order.day, days) : getDay(order.day.number + days);
  return { day, purchasedAt: drawInstant(random, shop, day), shop, customerId };
}

/** Returns the lines with goods, which can be returned. Shipping is returned only with the whole order. */
export function filterGoods({ items }: Pick<PlannedOrder, 'items'>): PlannedItem[] {
  return items.filter((item) => isProduct(item) && !SHIPPING_TITLES.has(item.title));
}

export function isProduct(item: PlannedItem): boolean {
  return item.type === 'product';
}

export function canReturnWhole({ items }: Pick<PlannedOrder, 'items'>): boolean {
  return items.every(({ type }) => type === 'product' || type === 'rounding');
}
