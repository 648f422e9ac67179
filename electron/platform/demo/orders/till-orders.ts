import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import { fillBasket } from './basket.ts';
import { withDiscounts } from './discounts.ts';
import { laterPurchase, withFollowUp } from './follow-ups.ts';
import { dueFor, plainLine } from './item-lines.ts';
import { payAtTill, payBy, payByBalance } from './payments.ts';
import type { PlannedItem, PlannedOrder } from './planned-order.ts';
import { followedBy, type Purchase, soldDirectly, soldOnInvoice } from './purchase.ts';

type TillOrder = (random: Random, model: DemoModel, purchase: Purchase) => PlannedOrder;

const TILL_ORDERS: readonly (readonly [order: TillOrder, weight: number])[] = [
  [sale, 94],
  [invoice, 2.2],
  [giftCard, 2.2],
  [prepayment, 1.6],
];
const KNOWN_CUSTOMERS = 0.12;
const TIPPED = 0.02;
const FIVE_EUROS = 50_000;

/** One order at a till, with what follows from it. */
export function planTillOrder(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  return random.weighted(TILL_ORDERS)(random, model, purchase);
}

function sale(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.chance(KNOWN_CUSTOMERS) ? random.pick(model.customers.privateIds) : null;
  const lines: PlannedItem[] = [...withDiscounts(random, fillBasket(random, model))];
  if (random.chance(TIPPED)) lines.push(plainLine('tip', 'Fooi', random.whole(1, 10) * 5_000));
  const settlement = payAtTill(random, model, dueFor(lines));
  return withFollowUp(random, model, soldDirectly({ ...purchase, customerId }, lines, settlement));
}

function invoice(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const customerId = random.pick(model.customers.companyIds);
  const lines = withDiscounts(random, fillBasket(random, model));
  return withFollowUp(random, model, soldOnInvoice({ ...purchase, customerId }, lines));
}

function giftCard(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
  const bought = random.chance(0.4) ? fillBasket(random, model) : [];
  const lines = [giftCardLine(random), ...bought];
  const way = random.pick(['pin', 'pin', 'creditcard'] as const);
  return withFollowUp(random, model, soldDirectly(purchase, lines, payBy(model, way, dueFor(lines))));
}

export function giftCardLine(random: Random): PlannedItem {
  const euros = random.pick([10, 15, 20, 25, 25, 50, 75, 100]);
  return plainLine('gift_card', `Cadeaubon € ${euros}`, euros * 10_000);
}

/** Pays in advance for goods that are fetched weeks later, and are paid with that. */
function prepayment(random: Random, model: DemoModel, purchase: Purchase): PlannedOrder {
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
