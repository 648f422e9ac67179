import { describe, expect, it } from 'vitest';
import { createRandomStream } from '../../../../electron/platform/demo/prng.ts';
import { mapCorrections } from '../../../../electron/platform/storekeeper/map-corrections.ts';
import type { MappedOrder } from '../../../../electron/platform/storekeeper/map-orders.ts';
import { readOrder } from '../../../../electron/platform/storekeeper/records.ts';
import { mappedOrder, ORDER_ID, orderOf, type Wire } from './mapping-records.ts';

const ORDERS = 300;

const RATES = [
  { tax: 0.21, tax_rate_id: 55, percent: 121 },
  { tax: 0.09, tax_rate_id: 57, percent: 109 },
] as const;

/** Returns `cents` without VAT, rounded half up. */
const without = (cents: number, percent: number) => Math.round((cents * 100) / percent);

const asEuros = (cents: number) => (cents / 100).toFixed(4);

/** Creates an order like StoreKeeper's: each item rounded, and each rate rounded once. All amounts are whole cents. */
function drawnOrder(nth: number) {
  const random = createRandomStream(nth, 'storekeeper', 'orders');
  const sold = Array.from({ length: random.drawInteger(1, 6) }, (_, at) => {
    const quantity = random.drawInteger(1, 5) * (random.drawInteger(1, 8) === 1 ? -1 : 1);
    return {
      id: at + 1,
      quantity,
      cents: random.drawInteger(1, 9_999) * Math.sign(quantity),
      rate: RATES[random.drawInteger(0, 1)],
    };
  });
  const lines = sold.map(({ id, quantity, cents, rate = RATES[0] }): Wire => {
    const { percent, ...named } = rate;
    const [price, price_wt] = [asEuros(without(cents, percent)), asEuros(cents)];
    return { id, name: `Line ${id}`, quantity, ...named, price, price_wt };
  });
  const taxes = RATES.flatMap(({ percent, ...named }) => {
    const members = sold.filter(({ rate }) => rate?.tax_rate_id === named.tax_rate_id);
    const wt = members.reduce((sum, { cents }) => sum + cents, 0);
    if (members.length === 0) return [];
    return [{ ...named, row_total: asEuros(without(wt, percent)), row_total_wt: asEuros(wt) }];
  });
  const ex = taxes.reduce((sum, row) => sum + Number(row.row_total), 0);
  const record = orderOf(lines, { order_taxes: taxes, value: ex.toFixed(2) });
  return { record, sold, taxes, random };
}

type Sold = ReturnType<typeof drawnOrder>['sold'];

/** Returns the order with these returned quantities and the refund: all shares together, rounded once for each rate. */
function withRefunds(record: Wire, sold: Sold, counts: readonly number[]): Wire {
  const order_items = (record.order_items as readonly Wire[]).map((line, at) => ({
    ...line,
    refunded_quantity: counts[at] ?? 0,
  }));
  const ofRates = RATES.map(({ percent, tax_rate_id }) => {
    const shares = sold.map(({ cents, quantity, rate }, at) =>
      rate?.tax_rate_id === tax_rate_id ? (cents * (counts[at] ?? 0)) / Math.abs(quantity) : 0,
    );
    const wt = Math.round(shares.reduce((sum, share) => sum + share, 0));
    return { wt, ex: without(wt, percent) };
  });
  const [refunded_price_wt, refunded_price] = (['wt', 'ex'] as const).map((side) =>
    asEuros(ofRates.reduce((sum, rate) => sum + rate[side], 0)),
  );
  return {
    ...record,
    order_items,
    ...{ refunded_price, refunded_price_wt },
    value: (Number(record.value) - Number(refunded_price)).toFixed(4),
    value_wt: (Number(record.value_wt) - Number(refunded_price_wt)).toFixed(4),
  };
}

describe('random orders', () => {
  it('have exactly the sums of their rates and of their header, without a note', () => {
    for (let nth = 0; nth < ORDERS; nth += 1) {
      const { record, taxes } = drawnOrder(nth);
      const { order, items, notes } = mappedOrder(record);
      for (const row of taxes) {
        const members = items.filter(({ tax_rate_id }) => tax_rate_id === row.tax_rate_id);
        const sums = [
          members.reduce((sum, one) => sum + one.value_ex, 0),
          members.reduce((sum, one) => sum + one.value_wt, 0),
        ];
        expect(sums).toEqual([
          Math.round(Number(row.row_total) * 10_000),
          Math.round(Number(row.row_total_wt) * 10_000),
        ]);
      }
      expect(items.reduce((sum, one) => sum + one.value_ex, 0)).toBe(order.value_ex);
      expect(items.reduce((sum, one) => sum + one.value_wt, 0)).toBe(order.value_wt);
      expect(notes).toEqual([]);
    }
  });

  it('that are returned piece by piece add up exactly, without and with VAT', () => {
    let noted = 0;
    for (let nth = 0; nth < ORDERS; nth += 1) {
      const { record, sold, random } = drawnOrder(nth);
      const mapped = mappedOrder(record);
      const counts = sold.map(() => 0);
      let returns: readonly MappedOrder[] = [];
      while (counts.some((count, at) => count < Math.abs(sold[at]?.quantity ?? 0))) {
        for (const [at, { quantity }] of sold.entries()) {
          const left = Math.abs(quantity) - (counts[at] ?? 0);
          counts[at] = (counts[at] ?? 0) + random.drawInteger(0, left);
        }
        const now = withRefunds(record, sold, counts);
        const outcome = mapCorrections({
          ...{ record: readOrder(now, ORDER_ID), sold: mapped, earlier: returns, earlierPayments: [] },
          ...{ isFirstReading: false, readAt: 1_800_000_000_000, getNumber: (nth: number) => `W-900-R${nth}` },
        });
        returns = outcome.corrections;
        const back = returns.reduce((sum, { order }) => sum + order.value_wt, 0);
        expect(back).toBe(0 - Math.round(Number(now.refunded_price_wt) * 10_000));
        noted += outcome.notes.length;
        for (const { order, items } of returns) {
          expect(items.reduce((sum, one) => sum + one.value_wt, 0)).toBe(order.value_wt);
          expect(items.every(({ quantity }) => quantity !== 0)).toBe(true);
        }
      }
      const all = [mapped, ...returns];
      for (const column of ['value_wt', 'value_ex', 'discount_wt', 'discount_ex'] as const) {
        expect(all.reduce((sum, { order }) => sum + order[column], 0)).toBe(0);
      }
      const quantities = all.flatMap(({ items }) => items.map(({ quantity }) => quantity));
      expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(0);
      const ids = all.flatMap(({ items }) => items.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    }
    expect(noted).toBe(0);
  });
});
