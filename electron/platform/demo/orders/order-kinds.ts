import { type Day, getDay, getInstantAtMinute } from '../day.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import type { ForeignCountry } from '../vocabulary/names.ts';
import { createShippingLines, drawDiscounts, fillBasket } from './basket.ts';
import { addFollowUp, createLaterPurchase } from './follow-ups.ts';
import {
  appendFollowUp,
  createDirectSale,
  createInvoiceSale,
  type Purchase,
  payAtTill,
  payBy,
  payByBalance,
  payOnline,
} from './payments.ts';
import { createPlainLine, type OrderState, type PlannedItem, type PlannedOrder, sumDue } from './planned-order.ts';

type PlanOrder = (random: Random, model: DemoModel, purchase: Purchase) => PlannedOrder;

const KNOWN_CUSTOMER_SHARE = 0.12;

const TIP_SHARE = 0.02;

const FIVE_EUROS = 50_000;

const TILL_ORDERS: readonly (readonly [plan: PlanOrder, weight: number])[] = [
  [planTillSale, 94],
  [planTillInvoice, 2.2],
  [planTillGiftCard, 2.2],
  [planTillPrepayment, 1.6],
];

export function planTillOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.pickWeighted(TILL_ORDERS)(random, model, purchase);
}

function planTillSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.chance(KNOWN_CUSTOMER_SHARE) ? random.pick(model.customers.privateIds) : null;
  const lines: PlannedItem[] = [...drawDiscounts(random, fillBasket(random, model))];
  if (random.chance(TIP_SHARE)) lines.push(createPlainLine('tip', 'Fooi', random.drawInteger(1, 10) * 5_000));
  const settlement = payAtTill(random, model, sumDue(lines));
  return addFollowUp(random, model, createDirectSale({ ...purchase, customerId }, lines, settlement));
}

function planTillInvoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const lines = drawDiscounts(random, fillBasket(random, model));
  return addFollowUp(random, model, createInvoiceSale({ ...purchase, customerId }, lines));
}

function planTillGiftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const bought = random.chance(0.4) ? fillBasket(random, model) : [];
  const lines = [drawGiftCardLine(random), ...bought];
  const method = random.pick(['pin', 'pin', 'creditcard'] as const);
  return addFollowUp(random, model, createDirectSale(purchase, lines, payBy(model, method, sumDue(lines))));
}

function drawGiftCardLine(random: Random): PlannedItem {
  const euros = random.pick([10, 15, 20, 25, 25, 50, 75, 100]);
  return createPlainLine('gift_card', `Cadeaubon € ${euros}`, euros * 10_000);
}

/** A customer pays in advance for goods that they collect weeks later. */
function planTillPrepayment(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.privateIds);
  const goods = fillBasket(random, model);
  const due = sumDue(goods);
  const advance = Math.min(due, Math.max(FIVE_EUROS, Math.floor(due / (3 * FIVE_EUROS)) * FIVE_EUROS));
  const line = createPlainLine('prepayment', 'Aanbetaling', advance);
  const order = createDirectSale({ ...purchase, customerId }, [line], payBy(model, 'pin', advance));
  if (random.chance(0.15)) return order;
  const collected = createLaterPurchase(random, order, random.drawInteger(7, 50));
  return appendFollowUp(order, createDirectSale(collected, goods, payByBalance(model, advance, due)));
}

const MS_PER_MINUTE = 60_000;

const PAID_ORDER_STATES: readonly (readonly [life: DrawStates, weight: number])[] = [
  [drawSentStates, 88],
  [drawReviewedStates, 7],
  [drawHeldStates, 4.5],
  [drawStuckStates, 0.5],
];

const FOREIGN_COUNTRIES: readonly (readonly [country: ForeignCountry, weight: number])[] = [
  ['BE', 60],
  ['DE', 28],
  ['FR', 12],
];

const WEBSHOP_ORDERS: readonly (readonly [plan: PlanOrder, weight: number])[] = [
  [planWebshopSale, 83],
  [planWebshopSaleAbroad, 8],
  [planWebshopInvoice, 2.5],
  [planWebshopGiftCard, 2],
  [planAbandonedOrder, 4.5],
];

export function planWebshopOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.pickWeighted(WEBSHOP_ORDERS)(random, model, purchase);
}

/** Plans a sale that counts immediately. */
export function planCertainSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const lines = drawDutchLines(random, model);
  return planPaidOrder(random, model, drawDutchCustomer(random, model, purchase), lines, drawSentStates);
}

function planWebshopSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return planPaidOrder(random, model, drawDutchCustomer(random, model, purchase), drawDutchLines(random, model));
}

function planWebshopSaleAbroad(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const country = random.pickWeighted(FOREIGN_COUNTRIES);
  const customerId = random.pick(model.customers.idsAbroad.get(country) ?? []);
  const basket = drawDiscounts(random, fillBasket(random, model, country));
  const lines = [...basket, ...createShippingLines(model, basket, country)];
  return planPaidOrder(random, model, { ...purchase, customerId }, lines);
}

function planWebshopGiftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return planPaidOrder(random, model, drawDutchCustomer(random, model, purchase), [drawGiftCardLine(random)]);
}

function planWebshopInvoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const order = createInvoiceSale({ ...purchase, customerId }, drawDutchLines(random, model));
  const states = drawSentStates(random, purchase.day, purchase.purchasedAt);
  const isPaidLater = order.term === 'invoice';
  return addFollowUp(random, model, { ...order, states: isPaidLater ? states.map(markUnpaid) : states });
}

function planAbandonedOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const lines = drawDutchLines(random, model);
  const order = createDirectSale(drawDutchCustomer(random, model, purchase), lines, { rounding: [], payments: [] });
  return { ...order, states: drawUnpaidStates(random, purchase.day, purchase.purchasedAt) };
}

function planPaidOrder(
  random: Random,
  model: DemoModel,
  purchase: Purchase,
  lines: readonly PlannedItem[],
  drawStates = drawPaidStates,
): PlannedOrder {
  const order = createDirectSale(purchase, lines, payOnline(random, model, sumDue(lines)));
  const states = drawStates(random, purchase.day, purchase.purchasedAt);
  return addFollowUp(random, model, { ...order, states });
}

function drawDutchCustomer(random: Random, model: DemoModel, purchase: Purchase): Purchase {
  return { ...purchase, customerId: random.pick(model.customers.privateIds) };
}

function drawDutchLines(random: Random, model: DemoModel): PlannedItem[] {
  const basket = drawDiscounts(random, fillBasket(random, model));
  return [...basket, ...createShippingLines(model, basket, 'NL')];
}

function markUnpaid(state: OrderState): OrderState {
  return { ...state, isPaid: 0 };
}

type DrawStates = (random: Random, day: Day, purchasedAt: number) => OrderState[];

/** The states from payment to dispatch, within a week. */
const drawPaidStates: DrawStates = (random, ...purchase) => random.pickWeighted(PAID_ORDER_STATES)(random, ...purchase);

/** Draws the states of an unpaid order, which is cancelled in the end. */
function drawUnpaidStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const unpaid = { isPaid: 0 } as const;
  const isHeld = random.chance(0.3);
  const heldState = { since: drawOfficeTime(random, day, 1), status: 'on_hold', ...unpaid } as const;
  return [
    { since: purchasedAt, status: 'new', ...unpaid },
    ...(isHeld ? [heldState] : []),
    { since: drawOfficeTime(random, day, isHeld ? 14 : 4), status: 'cancelled', ...unpaid },
  ];
}

function drawSentStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: drawOfficeTime(random, day, random.drawInteger(1, 3)), status: 'complete', isPaid: 1 },
  ];
}

function drawReviewedStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  const reviewedAt = purchasedAt + random.drawInteger(5, 180) * MS_PER_MINUTE;
  return [{ since: purchasedAt, status: 'new', isPaid: 1 }, ...drawSentStates(random, day, reviewedAt)];
}

function drawHeldStates(random: Random, day: Day, purchasedAt: number): OrderState[] {
  return [
    { since: purchasedAt, status: 'processing', isPaid: 1 },
    { since: purchasedAt + random.drawInteger(60, 360) * MS_PER_MINUTE, status: 'on_hold', isPaid: 1 },
    { since: drawOfficeTime(random, day, 2), status: 'processing', isPaid: 1 },
    { since: drawOfficeTime(random, day, random.drawInteger(3, 5)), status: 'complete', isPaid: 1 },
  ];
}

function drawStuckStates(_random: Random, _day: Day, purchasedAt: number): OrderState[] {
  return [{ since: purchasedAt, status: 'on_hold', isPaid: 1 }];
}

function drawOfficeTime(random: Random, day: Day, daysLater: number): number {
  return getInstantAtMinute(getDay(day.number + daysLater), random.drawInteger(8 * 60, 17 * 60));
}
