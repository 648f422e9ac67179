import type { Amount } from '../../../../shared/money.ts';
import type { ShopsTable } from '../../../store/schema.ts';
import type { Day } from '../day.ts';
import type { DemoModel } from '../model.ts';
import type { Random } from '../prng.ts';
import { getProviderId, type ProviderType } from '../reference-records.ts';
import {
  createPlainLine,
  type OrderState,
  type PlannedItem,
  type PlannedOrder,
  type PlannedPayment,
  sumDue,
} from './planned-order.ts';

/** The payments of an order, exact to the cent, with a rounding line for cash if needed. */
export interface Settlement {
  readonly rounding: readonly PlannedItem[];
  readonly payments: readonly PlannedPayment[];
}

const FIVE_CENTS: Amount = 500;

const FIVE_EUROS: Amount = 50_000;

const GIFT_CARD_VALUES: readonly Amount[] = [100_000, 150_000, 200_000, 250_000, 500_000];

const TILL_METHODS = [
  ['pin', 68],
  ['cash', 20],
  ['creditcard', 4],
  ['gift_card', 4.5],
  ['cash_and_pin', 2],
] as const;

const WEBSHOP_METHODS = [
  ['ideal', 63],
  ['klarna', 16],
  ['creditcard', 9],
  ['bank_transfer', 5],
  ['gift_card', 4.5],
] as const;

const REFUND_METHODS = [
  ['pin', 50],
  ['cash', 22],
  ['returns', 28],
] as const;

export function payAtTill(random: Random, model: DemoModel, due: Amount): Settlement {
  const method = random.pickWeighted(TILL_METHODS);
  if (method === 'cash') return payInCash(model, due);
  if (method === 'gift_card') return payByGiftCard(random, model, due, 'pin');
  if (method === 'cash_and_pin') return payPartlyInCash(model, due);
  return payBy(model, method, due);
}

export function payOnline(random: Random, model: DemoModel, due: Amount): Settlement {
  const method = random.pickWeighted(WEBSHOP_METHODS);
  return method === 'gift_card' ? payByGiftCard(random, model, due, 'ideal') : payBy(model, method, due);
}

/** Pays back at a till. `due` is negative, or positive if an exchange costs more. */
export function payBackAtTill(random: Random, model: DemoModel, due: Amount): Settlement {
  const method = random.pickWeighted(REFUND_METHODS);
  return method === 'cash' ? payInCash(model, due) : payBy(model, method, due);
}

/** Pays back with the original method, or as a return. */
export function payBackOnline(
  random: Random,
  model: DemoModel,
  due: Amount,
  paid: readonly PlannedPayment[],
): Settlement {
  const [first] = paid;
  if (!first || random.chance(0.3)) return payBy(model, 'returns', due);
  return createSettlement([{ providerId: first.providerId, amount: due }]);
}

/** Pays back with the method of the largest payment. Cash is rounded to 5 cents. */
export function payBackAsPaid(model: DemoModel, due: Amount, paid: readonly PlannedPayment[]): Settlement {
  const [most] = paid.toSorted((left, right) => right.amount - left.amount);
  if (!most) return payBy(model, 'returns', due);
  if (most.providerId === getProviderId(model.profile.ids, 'cash')) return payInCash(model, due);
  return createSettlement([{ providerId: most.providerId, amount: due }]);
}

/** Pays everything with one method. No payment if nothing is due. */
export function payBy(model: DemoModel, type: ProviderType, due: Amount): Settlement {
  return createSettlement([createPayment(model, type, due)]);
}

/** Pays with a balance first, and the rest with a debit card. */
export function payByBalance(model: DemoModel, balance: Amount, due: Amount): Settlement {
  const used = Math.min(balance, due);
  return createSettlement([createPayment(model, 'payment_balance', used), createPayment(model, 'pin', due - used)]);
}

/** Rounds to 5 cents. The rounding line contains the difference. */
function payInCash(model: DemoModel, due: Amount): Settlement {
  const paid = Math.round(due / FIVE_CENTS) * FIVE_CENTS;
  const added = paid - due;
  return {
    rounding: added === 0 ? [] : [createPlainLine('rounding', 'Afronding', added)],
    payments: [createPayment(model, 'cash', paid)].filter(({ amount }) => amount !== 0),
  };
}

function payPartlyInCash(model: DemoModel, due: Amount): Settlement {
  const notes = Math.floor(due / (2 * FIVE_EUROS)) * FIVE_EUROS;
  return createSettlement([createPayment(model, 'cash', notes), createPayment(model, 'pin', due - notes)]);
}

function payByGiftCard(random: Random, model: DemoModel, due: Amount, rest: ProviderType): Settlement {
  const used = Math.min(random.pick(GIFT_CARD_VALUES), due);
  return createSettlement([createPayment(model, 'gift_card', used), createPayment(model, rest, due - used)]);
}

function createPayment(model: DemoModel, type: ProviderType, amount: Amount): PlannedPayment {
  return { providerId: getProviderId(model.profile.ids, type), amount };
}

function createSettlement(payments: readonly PlannedPayment[]): Settlement {
  return { rounding: [], payments: payments.filter(({ amount }) => amount !== 0) };
}

export interface Purchase {
  readonly day: Day;
  readonly purchasedAt: number;
  readonly shop: ShopsTable;
  readonly customerId: number | null;
}

/** Paid immediately and complete. */
export function createDirectSale(
  purchase: Purchase,
  lines: readonly PlannedItem[],
  { rounding, payments }: Settlement,
): PlannedOrder {
  return {
    ...purchase,
    term: 'direct',
    items: [...lines, ...rounding],
    payments,
    states: [{ since: purchase.purchasedAt, status: 'complete', isPaid: 1 }],
    followUps: [],
  };
}

/** Paid later. If nothing is due, it is sold directly instead. */
export function createInvoiceSale(purchase: Purchase, lines: readonly PlannedItem[]): PlannedOrder {
  if (sumDue(lines) === 0) return createDirectSale(purchase, lines, { rounding: [], payments: [] });
  return {
    ...purchase,
    term: 'invoice',
    items: lines,
    payments: [],
    states: [{ since: purchase.purchasedAt, status: 'complete', isPaid: 0 }],
    followUps: [],
  };
}

/** The order with a follow-up that returns or pays it, and its state from then on. */
export function appendFollowUp(
  order: PlannedOrder,
  followUp: PlannedOrder,
  change: Partial<Pick<OrderState, 'status' | 'isPaid'>> = {},
): PlannedOrder {
  const last = order.states.at(-1);
  if (!last || last.since >= followUp.purchasedAt)
    throw new RangeError('the follow-up is before the last state of its order');
  return {
    ...order,
    states: [...order.states, { ...last, ...change, since: followUp.purchasedAt }],
    followUps: [...order.followUps, followUp],
  };
}
