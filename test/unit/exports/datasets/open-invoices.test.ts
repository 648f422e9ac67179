import { describe, expect, it } from 'vitest';
import { FIRST_DAY } from '../../../../shared/periods.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { openFixture } from './open-fixture.ts';
import { cellsOf, readFrom } from './read-dataset.ts';

const { owner } = CALLER;

describe('the open invoices', () => {
  it('are the orders on account that are not paid, with the days since their purchase', async () => {
    const platform = await openFixture();
    const to = '2026-10-31';
    const query = { from: FIRST_DAY, to, payment_term: 'invoice', is_paid: false, start: 0, limit: 250 } as const;
    const unpaid = await platform.listOrders(owner, { ...query, status: ['processing', 'complete', 'refunded'] });

    const { rows, selection } = await readFrom(platform, 'open-invoices', {
      filters: { from: FIRST_DAY, to },
      caller: owner,
    });

    expect(unpaid.rows.length).toBeGreaterThan(0);
    expect(cellsOf(rows, 'order_number', 'date_purchased', 'value_wt')).toEqual(
      unpaid.rows.map((order) => [order.order_number, order.date_purchased.slice(0, 10), order.value_wt]),
    );
    expect(rows.every(({ age }) => Number(age) > 0)).toBe(true);
    expect(selection.nameParts[0]).toBe('openstaande-facturen');
    expect(selection.nameParts.join(' ')).not.toContain(FIRST_DAY);
    expect(selection.period).toBeNull();
  });

  it('say how much and how many are open for how long', async () => {
    const platform = await openFixture();
    const { rows, selection } = await readFrom(platform, 'open-invoices', {
      filters: { from: FIRST_DAY, to: '2026-12-31' },
      caller: owner,
    });

    const totals = selection.filters.filter(({ value }) => value.startsWith('€'));
    expect(totals.map(({ label }) => label)).toEqual([
      '0 t/m 30 dagen open',
      '31 t/m 60 dagen open',
      '61 t/m 90 dagen open',
      '91 of meer dagen open',
    ]);
    const counted = totals.map(({ value }) => Number(/\((\d+)\)$/.exec(value)?.[1]));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  });
});
