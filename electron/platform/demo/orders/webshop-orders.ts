import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import type { ForeignCountry } from '../vocabulary/names.ts';
import { fillBasket, fillBasketAbroad, shippingLines } from './basket.ts';
import { withDiscounts } from './discounts.ts';
import { withFollowUp } from './follow-ups.ts';
import { dueFor } from './item-lines.ts';
import { payOnline } from './payments.ts';
import type { OrderState, PlannedItem, PlannedOrder } from './planned-order.ts';
import { type Purchase, soldDirectly, soldOnInvoice } from './purchase.ts';
import { giftCardLine } from './till-orders.ts';
import { drawPaidStates, drawUnpaidStates, sent } from './webshop-states.ts';

type WebshopOrder = (random: Random, model: DemoModel, purchase: Purchase) => PlannedOrder;

const WEBSHOP_ORDERS: readonly (readonly [order: WebshopOrder, weight: number])[] = [
  [sale, 83],
  [saleAbroad, 8],
  [invoice, 2.5],
  [giftCard, 2],
  [abandoned, 4.5],
];
const FOREIGN_COUNTRIES: readonly (readonly [country: ForeignCountry, weight: number])[] = [
  ['BE', 60],
  ['DE', 28],
  ['FR', 12],
];

/** One order in the webshop, with what becomes of it and what follows from it. */
export function planWebshopOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.weighted(WEBSHOP_ORDERS)(random, model, purchase);
}

/** A sale that counts from the moment it is made. */
export function planCertainSale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const lines = dutchLines(random, model);
  return paidOnline(random, model, dutch(random, model, purchase), lines, sent);
}

function sale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return paidOnline(random, model, dutch(random, model, purchase), dutchLines(random, model));
}

function saleAbroad(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const country = random.weighted(FOREIGN_COUNTRIES);
  const customerId = random.pick(model.customers.idsAbroad.get(country) ?? []);
  const basket = withDiscounts(random, fillBasketAbroad(random, model, country));
  const lines = [...basket, ...shippingLines(model, basket, country)];
  return paidOnline(random, model, { ...purchase, customerId }, lines);
}

function giftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return paidOnline(random, model, dutch(random, model, purchase), [giftCardLine(random)]);
}

function invoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const order = soldOnInvoice({ ...purchase, customerId }, dutchLines(random, model));
  const states = sent(random, purchase.day, purchase.purchasedAt);
  const isPaidLater = order.term === 'invoice';
  return withFollowUp(random, model, { ...order, states: isPaidLater ? states.map(unpaid) : states });
}

function abandoned(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
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
