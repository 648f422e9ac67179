import { describe, expect, it } from 'vitest';
import type { NumberedOrder } from '../../../../../electron/platform/demo/orders/order-plan.ts';
import { FOLLOW_UP_DAYS } from '../../../../../electron/platform/demo/orders/planned-order.ts';
import { linesOf, model, orders, plans, valueWt } from './planned-year.ts';

const followed = orders.flatMap((order) => (order.follows ? [{ order, base: order.follows }] : []));
// Early enough for everything that follows to have happened within the planned year.
const settled = orders.filter(({ plan }) => plan.day.date < '2026-08-15');
const invoices = settled.filter(({ plan }) => plan.term === 'invoice');

describe('follow-ups', () => {
  it('come later than what they follow, and within sixty days', () => {
    const isInTime = ({ order, base }: (typeof followed)[number]) =>
      order.id > base.id &&
      order.plan.purchasedAt > base.plan.purchasedAt &&
      order.plan.day.number - base.plan.day.number <= FOLLOW_UP_DAYS;
    expect(followed.length).toBeGreaterThan(1_000);
    expect(followed.every(isInTime)).toBe(true);
  });

  it('stay as they are and are followed by nothing themselves', () => {
    const isLast = ({ plan }: NumberedOrder) => plan.states.length === 1 && plan.followUps.length === 0;
    expect(followed.every(({ order }) => isLast(order))).toBe(true);
  });

  it('return lines as they were sold, the other way round', () => {
    const returns = followed.filter(({ order }) => order.plan.items.some(({ quantity }) => quantity < 0));
    expect(returns.length).toBeGreaterThan(800);
    for (const { order, base } of returns) {
      for (const line of order.plan.items.filter(({ quantity }) => quantity < 0)) {
        const sold = base.plan.items.find(
          (item) => item.product_id === line.product_id && item.quantity === -line.quantity,
        );
        expect(sold?.value_wt).toBe(0 - line.value_wt);
        expect(sold?.value_ex).toBe(0 - line.value_ex);
        expect(sold?.discount_wt).toBe(0 - line.discount_wt);
        expect(sold?.cost_ex).toBe(0 - line.cost_ex);
      }
    }
  });

  it('make an order refunded when, and only when, all of it came back', () => {
    const soldLines = ({ plan }: NumberedOrder) => plan.items.filter(({ type }) => type !== 'rounding').length;
    const returnedLines = ({ plan }: NumberedOrder) =>
      plan.followUps.flatMap(({ items }) => items).filter(({ quantity }) => quantity < 0).length;
    const isRefunded = ({ plan }: NumberedOrder) => plan.states.at(-1)?.status === 'refunded';
    expect(settled.filter(isRefunded).length).toBeGreaterThan(200);
    const wrong = settled.filter((order) => isRefunded(order) !== (soldLines(order) === returnedLines(order)));
    expect(wrong.map(({ orderNumber }) => orderNumber)).toEqual([]);
  });

  it('include exchanges for something else', () => {
    const exchanges = plans.filter(
      ({ items }) =>
        items.some(({ quantity }) => quantity < 0) &&
        items.some(({ type, quantity }) => type === 'product' && quantity > 0),
    );
    expect(exchanges.length).toBeGreaterThan(30);
  });

  it('pay about 70 % of the invoices, each in full by one later item', () => {
    const paid = invoices.filter(({ plan }) => plan.states.at(-1)?.isPaid === 1);
    expect(invoices.length).toBeGreaterThan(200);
    expect(paid.length / invoices.length).toBeGreaterThan(0.6);
    expect(paid.length / invoices.length).toBeLessThan(0.8);
    for (const invoice of paid) {
      const payments = invoice.plan.followUps
        .flatMap((plan) => plan.items)
        .filter(({ type }) => type === 'invoice_payment');
      expect(payments.map(({ value_wt }) => value_wt)).toEqual([valueWt(invoice)]);
      expect(invoice.plan.states.at(-1)?.since).toBe(invoice.plan.followUps[0]?.purchasedAt);
    }
  });

  it('send no invoice where nothing is due', () => {
    expect(orders.filter((order) => order.plan.term === 'invoice' && valueWt(order) === 0)).toEqual([]);
  });

  it('leave invoices without payments and without anything but products', () => {
    for (const { plan } of orders.filter((order) => order.plan.term === 'invoice')) {
      expect(plan.payments).toEqual([]);
      expect(plan.items.every(({ type }) => type === 'product')).toBe(true);
      expect(model.customers.companyIds).toContain(plan.customerId);
    }
  });

  it('use prepayments for goods that are fetched later', () => {
    const prepaid = settled.filter(({ plan }) => plan.items.some(({ type }) => type === 'prepayment'));
    const used = prepaid.filter(({ plan }) => plan.followUps.length === 1);
    expect(prepaid.length).toBeGreaterThan(100);
    expect(used.length).toBeGreaterThan(prepaid.length * 0.7);
    for (const order of used) {
      expect(order.plan.followUps[0]?.payments[0]?.amount).toBe(valueWt(order));
    }
  });

  it('come with gift cards and tips sold, which have no VAT', () => {
    for (const type of ['gift_card', 'tip'] as const) {
      expect(linesOf(type).length).toBeGreaterThan(100);
      for (const line of linesOf(type)) {
        expect(line).toMatchObject({ tax_rate_id: null, value_ex: line.value_wt, cost_ex: 0 });
      }
    }
  });
});
