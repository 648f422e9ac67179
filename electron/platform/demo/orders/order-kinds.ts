import { atMinute, type Day, dayOf } from '../day.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import type { ForeignCountry } from '../vocabulary/names.ts';
import { fillBasket, shippingLines, withDiscounts } from './basket.ts';
import { laterPurchase, withFollowUp } from './follow-ups.ts';
import {
  followedBy,
  type Purchase,
  payAtTill,
  payBy,
  payByBalance,
  payOnline,
  soldDirectly,
  soldOnInvoice,
} from './payments.ts';
import { dueFor, type OrderState, type PlannedItem, type PlannedOrder, plainLine } from './planned-order.ts';

type PlanOrder = (random: Random, model: DemoModel, purchase: Purchase) => PlannedOrder;

const KNOWN_CUSTOMERS = 0.12;

const TIPPED = 0.02;

const FIVE_EUROS = 50_000;

const TILL_ORDERS: readonly (readonly [plan: PlanOrder, weight: number])[] = [
  [tillSale, 94],
  [tillInvoice, 2.2],
  [tillGiftCard, 2.2],
  [tillPrepayment, 1.6],
];

export function planTillOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.weighted(TILL_ORDERS)(random, model, purchase);
}

function tillSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.chance(KNOWN_CUSTOMERS) ? random.pick(model.customers.privateIds) : null;
  const lines: PlannedItem[] = [...withDiscounts(random, fillBasket(random, model))];
  if (random.chance(TIPPED)) lines.push(plainLine('tip', 'Fooi', random.whole(1, 10) * 5_000));
  const settlement = payAtTill(random, model, dueFor(lines));
  return withFollowUp(random, model, soldDirectly({ ...purchase, customerId }, lines, settlement));
}

function tillInvoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const lines = withDiscounts(random, fillBasket(random, model));
  return withFollowUp(random, model, soldOnInvoice({ ...purchase, customerId }, lines));
}

function tillGiftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const bought = random.chance(0.4) ? fillBasket(random, model) : [];
  const lines = [giftCardLine(random), ...bought];
  const way = random.pick(['pin', 'pin', 'creditcard'] as const);
  return withFollowUp(random, model, soldDirectly(purchase, lines, payBy(model, way, dueFor(lines))));
}

function giftCardLine(random: Random): PlannedItem {
  const euros = random.pick([10, 15, 20, 25, 25, 50, 75, 100]);
  return plainLine('gift_card', `Cadeaubon € ${euros}`, euros * 10_000);
}

/** A customer pays in advance for goods that they collect weeks later. */
function tillPrepayment(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.privateIds);
  const goods = fillBasket(random, model);
  const due = dueFor(goods);
  const advance = Math.min(due, Math.max(FIVE_EUROS, Math.floor(due / (3 * FIVE_EUROS)) * FIVE_EUROS));
  const line = plainLine('prepayment', 'Aanbetaling', advance);
  const order = soldDirectly({ ...purchase, customerId }, [line], payBy(model, 'pin', advance));
  if (random.chance(0.15)) return order;
  const fetched = laterPurchase(random, order, random.whole(7, 50));
  return followedBy(order, soldDirectly(fetched, goods, payByBalance(model, advance, due)));
}

const MS_PER_MINUTE = 60_000;

const PAID_LIVES: readonly (readonly [life: Life, weight: number])[] = [
  [sent, 88],
  [lookedAtFirst, 7],
  [heldBack, 4.5],
  [stuck, 0.5],
];

const FOREIGN_COUNTRIES: readonly (readonly [country: ForeignCountry, weight: number])[] = [
  ['BE', 60],
  ['DE', 28],
  ['FR', 12],
];

const WEBSHOP_ORDERS: readonly (readonly [plan: PlanOrder, weight: number])[] = [
  [webshopSale, 83],
  [webshopSaleAbroad, 8],
  [webshopInvoice, 2.5],
  [webshopGiftCard, 2],
  [webshopAbandoned, 4.5],
];

export function planWebshopOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.weighted(WEBSHOP_ORDERS)(random, model, purchase);
}

/** A sale that counts immediately. */
export function planCertainSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const lines = dutchLines(random, model);
  return paidOnline(random, model, dutch(random, model, purchase), lines, sent);
}

function webshopSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return paidOnline(random, model, dutch(random, model, purchase), dutchLines(random, model));
}

function webshopSaleAbroad(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const country = random.weighted(FOREIGN_COUNTRIES);
  const customerId = random.pick(model.customers.idsAbroad.get(country) ?? []);
  const basket = withDiscounts(random, fillBasket(random, model, country));
  const lines = [...basket, ...shippingLines(model, basket, country)];
  return paidOnline(random, model, { ...purchase, customerId }, lines);
}

function webshopGiftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return paidOnline(random, model, dutch(random, model, purchase), [giftCardLine(random)]);
}

function webshopInvoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const order = soldOnInvoice({ ...purchase, customerId }, dutchLines(random, model));
  const states = sent(random, purchase.day, purchase.purchasedAt);
  const isPaidLater = order.term === 'invoice';
  return withFollowUp(random, model, { ...order, states: isPaidLater ? states.map(unpaid) : states });
}

function webshopAbandoned(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const lines = dutchLines(random, model);
  const order = soldDirectly(dutch(random, model, purchase), lines, { rounding: [], payments: [] });
  return { ...order, states: drawUnpaidStates(random, purchase.day, purchase.purchasedAt) };
}

function paidOnline(
  random: Random,
  model: DemoModel,
  purchase: Purchase,
  lines: readonly PlannedItem[],
  drawStates = drawPaidStates,
): PlannedOrder {
  const order = soldDirectly(purchase, lines, payOnline(random, model, dueFor(lines)));
  const states = drawStates(random, purchase.day, purchase.purchasedAt);
  return withFollowUp(random, model, { ...order, states });
}

function dutch(random: Random, model: DemoModel, purchase: Purchase): Purchase {
  return { ...purchase, customerId: random.pick(model.customers.privateIds) };
}

function dutchLines(random: Random, model: DemoModel): PlannedItem[] {
  const basket = withDiscounts(random, fillBasket(random, model));
  return [...basket, ...shippingLines(model, basket, 'NL')];
}

function unpaid(state: OrderState): OrderState {
  return { ...state, isPaid: 0 };
}

type Life = (random: Random, day: Day, purchasedAt: number) => OrderState[];

/** The states from payment to dispatch, within a week. */
const drawPaidStates: Life = (random, ...purchase) => random.weighted(PAID_LIVES)(random, ...purchase);

/** The states of an unpaid order, which is cancelled in the end. */
function drawUnpaidStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const unpaid = { isPaid: 0 } as const;
  const isHeld = random.chance(0.3);
  const held = { since: officeHour(random, day, 1), status: 'on_hold', ...unpaid } as const;
  return [
    { since: purchasedAt, status: 'new', ...unpaid },
    ...(isHeld ? [held] : []),
    { since: officeHour(random, day, isHeld ? 14 : 4), status: 'cancelled', ...unpaid },
  ];
}

function sent(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: officeHour(random, day, random.whole(1, 3)), status: 'complete', isPaid: 1 },
  ];
}

function lookedAtFirst(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const lookedAt = purchasedAt + random.whole(5, 180) * MS_PER_MINUTE;
  return [{ since: purchasedAt, status: 'new', isPaid: 1 }, ...sent(random, day, lookedAt)];
}

function heldBack(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: purchasedAt + random.whole(60, 360) * MS_PER_MINUTE, status: 'on_hold', isPaid: 1 },
    { since: officeHour(random, day, 2), status: 'processing', isPaid: 1 },
    { since: officeHour(random, day, random.whole(3, 5)), status: 'complete', isPaid: 1 },
  ];
}

function stuck(_random: Random, _day: Day, purchasedAt: number): OrderState[] {
  return [{ since: purchasedAt, status: 'on_hold', isPaid: 1 }];
}

function officeHour(random: Random, day: Day, daysLater: number): number {
  return atMinute(dayOf(day.number + daysLater), random.whole(8 * 60, 17 * 60));
}
