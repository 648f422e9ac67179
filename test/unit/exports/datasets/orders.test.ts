import { describe, expect, it } from 'vitest';
import type { OrderQuery, Platform } from '../../../../electron/platform/platform.ts';
import { createNumberFormat } from '../../../../shared/number-format.ts';
import { CALLER, LOCATION, ORDER, SHOP } from '../../../support/shop-fixture.ts';
import { CALLER as ANYBODY, nameOf } from '../export-platform.ts';
import { OCTOBER, openFixture } from './open-fixture.ts';
import { cellsOf, readFrom, readOver, selectFrom } from './read-dataset.ts';

const { owner, staff } = CALLER;
const WIDE = { from: '2026-01-01', to: '2026-12-31' } as const;

describe('the orders', () => {
  it('are those of the list, of every status, with the shop by its title', async () => {
    const platform = await openFixture();
    const { rows: expected, total } = await platform.listOrders(owner, { ...WIDE, start: 0, limit: 250 });
    const shops = new Map((await platform.listReference(owner, 'shops')).map(({ id, title }) => [id, title]));

    const read = await readFrom(platform, 'orders', { filters: WIDE, caller: owner });

    expect(read.rows).toMatchObject(
      expected.map((order) => ({ ...order, key: String(order.id), shop: shops.get(order.shop_id) })),
    );
    expect(read.rows).toHaveLength(24);
    expect(read.total).toBe(total);
    expect(await read.selection.count()).toBe(24);
  });

  it.each<[Record<string, string>, Partial<OrderQuery>]>([
    [{ shop_id: String(SHOP.utrecht2) }, { shop_id: [SHOP.utrecht2] }],
    [{ location_id: String(LOCATION.amsterdam) }, { location_id: [LOCATION.amsterdam] }],
    [{ status: 'cancelled,on_hold' }, { status: ['cancelled', 'on_hold'] }],
    [{ payment_term: 'invoice' }, { payment_term: 'invoice' }],
    [{ is_paid: '0' }, { is_paid: false }],
    [{ q: 'zon' }, { q: 'zon' }],
    [
      { q: '2026-500', sort: '-value_wt' },
      { q: '2026-500', sort: '-value_wt' },
    ],
  ])('are those that the list has for %j', async (filters, query) => {
    const platform = await openFixture();
    const expected = await platform.listOrders(owner, { ...OCTOBER, ...query, start: 0, limit: 250 });

    const { rows, selection } = await readFrom(platform, 'orders', {
      filters: { ...OCTOBER, ...filters },
      caller: owner,
    });

    expect(expected.total).toBeGreaterThan(0);
    expect(expected.total).toBeLessThan(20);
    expect(rows.map(({ id }) => id)).toEqual(expected.rows.map(({ id }) => id));
    expect(await selection.count()).toBe(expected.total);
  });

  it('say in a line on their totals how these lead to the turnover', async () => {
    const platform = await openFixture();
    const { sums } = await platform.listOrders(owner, { ...OCTOBER, start: 0, limit: 1 });
    const report = await platform.readReport(owner, 'financial', OCTOBER);
    const { note } = await readFrom(platform, 'orders', { filters: OCTOBER, caller: owner, language: 'en' });
    const { amount } = createNumberFormat('en');
    const [total, uncounted, other, turnover] = [
      sums?.value_wt,
      sums?.uncounted_value_wt,
      sums?.non_revenue_wt,
      report.revenue.total_turnover_wt,
    ].map((euros) => amount(euros ?? Number.NaN));
    expect(note).toBe(
      `${total} − ${uncounted} (${sums?.uncounted_orders} orders not in the turnover, ` +
        `${sums?.cancelled_orders} of them cancelled) − ${other} (gift cards, tips, paid invoices etc.) ` +
        `= ${turnover} turnover incl. VAT`,
    );
  });

  it('have that line for a place, and none for a part of its orders', async () => {
    const platform = await openFixture();
    const noteOf = async (filters: Readonly<Record<string, string>>) =>
      (await readFrom(platform, 'orders', { filters: { ...OCTOBER, ...filters }, caller: owner, language: 'en' })).note;
    expect(await noteOf({ location_id: String(LOCATION.utrecht), sort: '-value_wt' })).toMatch(/turnover incl\. VAT$/);
    for (const part of [
      { status: 'complete,cancelled' },
      { payment_term: 'direct' },
      { is_paid: 'false' },
      { q: 'a' },
    ]) {
      expect(await noteOf(part), JSON.stringify(part)).toBeNull();
    }
  });

  it('have no such line where the platform gives no sums', async () => {
    const listOrders = async () => ({ rows: [], total: 0, sums: null });
    expect((await readOver({ listOrders }, 'orders', { filters: OCTOBER, caller: ANYBODY })).note).toBeNull();
  });

  it('are those of the first day alone without a last one', async () => {
    const { rows, selection } = await readFrom(await openFixture(), 'orders', {
      filters: { from: '2026-10-25' },
      caller: owner,
    });

    expect(rows.map(({ id }) => id)).toEqual([
      ORDER.summerHalfPastTwo,
      ORDER.winterHalfPastTwo,
      ORDER.lastSecondOfClockChange,
    ]);
    expect(selection.period).toEqual({ from: '2026-10-25', to: '2026-10-25' });
  });

  it('are those of the location of who sees no other', async () => {
    const platform = await openFixture();
    const { rows, selection } = await readFrom(platform, 'orders', { filters: OCTOBER, caller: staff });

    expect(new Set(rows.map(({ shop }) => shop))).toEqual(new Set(['Kassa Utrecht 1', 'Kassa Utrecht 2']));
    expect(selection.place).toBe('Utrecht');
    const filters = { ...OCTOBER, shop_id: String(SHOP.amsterdam) };
    await expect(selectFrom(platform, 'orders', { filters, caller: staff })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('shop_id'),
    });
  });

  it('call a shop that is not known by its id', async () => {
    const platform = await openFixture();
    const [order] = (await platform.listOrders(owner, { ...OCTOBER, start: 0, limit: 1 })).rows;
    if (!order) throw new Error('the fixture has no orders');
    const listOrders: Platform['listOrders'] = async () => ({
      ...{ total: 1, sums: null },
      rows: [{ ...order, shop_id: 99 }],
    });

    const { rows } = await readOver({ listOrders }, 'orders', { filters: OCTOBER, caller: ANYBODY });

    expect(cellsOf(rows, 'shop_id', 'shop')).toEqual([[99, '99']]);
  });

  it('tell shop and location as the place, and what else is set as filters', async () => {
    const platform = await openFixture();
    const filters = {
      ...OCTOBER,
      shop_id: String(SHOP.utrecht1),
      location_id: String(LOCATION.utrecht),
      status: 'complete,refunded',
      payment_term: 'invoice',
      is_paid: 'false',
      q: 'Café de Zon',
      sort: '-date_purchased',
    };
    const told = async (language: 'nl' | 'en') => {
      const selection = await selectFrom(platform, 'orders', { filters, caller: owner, language });
      return [selection.place, ...selection.filters.map(({ label, value }) => `${label}: ${value}`)];
    };

    expect(await told('nl')).toEqual([
      'Utrecht, Kassa Utrecht 1',
      'Status: Afgerond, Terugbetaald',
      'Betaling: Op rekening',
      'Betaald: niet betaald',
      'Zoektekst: Café de Zon',
      'Volgorde: datum, aflopend',
    ]);
    expect(await told('en')).toEqual([
      'Utrecht, Kassa Utrecht 1',
      'Status: Complete, Refunded',
      'Payment: On account',
      'Paid: not paid',
      'Search text: Café de Zon',
      'Sorted by: date, descending',
    ]);
  });

  it('are named after period, place and filters, never after who was searched for', async () => {
    const dataset = 'orders';

    expect(await nameOf({ dataset, filters: OCTOBER })).toBe('orders_2026-10-01_2026-10-31_alle-winkels.csv');
    const filters = { from: '2026-10-05', location_id: '11', status: 'on_hold', is_paid: '1', q: 'Jan de Vries' };
    expect(await nameOf({ dataset, filters, language: 'en' })).toBe(
      'orders_2026-10-05_2026-10-05_utrecht_on-hold_paid_selection.csv',
    );
  });

  it.each([
    [{}, 'from'],
    [{ from: '2026-10-02', to: '2026-10-01' }, 'to'],
    [{ ...OCTOBER, include: 'items' }, 'include'],
    [{ ...OCTOBER, limit: '5' }, 'limit'],
    [{ ...OCTOBER, status: 'complete,gone' }, 'status'],
    [{ ...OCTOBER, shop_id: '11' }, 'shop_id'],
    [{ ...OCTOBER, location_id: '14' }, 'location_id'],
  ])('refuse the filters %j and name %s', async (filters, name) => {
    await expect(nameOf({ dataset: 'orders', filters })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  });
});
