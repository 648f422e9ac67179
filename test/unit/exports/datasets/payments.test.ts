import { describe, expect, it } from 'vitest';
import { fromEuros, sumOf } from '../../../../shared/money.ts';
import { CALLER, LOCATION, PROVIDER, SHOP } from '../../../support/shop-fixture.ts';
import { wholeReport } from '../../../support/whole-report.ts';
import { nameOf } from '../export-platform.ts';
import { OCTOBER, openFixture } from './open-fixture.ts';
import { readFrom, selectFrom } from './read-dataset.ts';

const { owner, staff } = CALLER;

describe('the payments', () => {
  it('are those of the report of each day and method, internal methods too', async () => {
    const platform = await openFixture();
    const expected = await platform.readReport(owner, 'payments', OCTOBER);

    const { rows, total } = await readFrom(platform, 'payments', { filters: OCTOBER, caller: owner });

    expect(rows).toEqual(expected.rows.map((row) => ({ ...row, key: `${row.date}/${row.provider_method_type_id}` })));
    expect(rows.some(({ provider_method_type_id }) => provider_method_type_id === PROVIDER.balance)).toBe(true);
    expect(total).toBe(rows.length);
  });

  it('add up to those of the financial report', async () => {
    const platform = await openFixture();
    const { direct_paid } = wholeReport(await platform.readReport(owner, 'financial', OCTOBER));

    const { rows } = await readFrom(platform, 'payments', { filters: OCTOBER, caller: owner });

    expect(sumOf(rows, ({ amount }) => fromEuros(Number(amount)))).toBe(
      fromEuros(direct_paid.balance_check.payments_total),
    );
  });

  it('add up by method and by day, each to the same total', async () => {
    const platform = await openFixture();
    const { rows, summaries } = await readFrom(platform, 'payments', { filters: OCTOBER, caller: owner });
    const total = sumOf(rows, ({ amount }) => fromEuros(Number(amount)));

    expect(summaries.map(({ title }) => title)).toEqual(['Per betaalwijze', 'Per dag']);
    for (const { rows: sums } of summaries) {
      expect(sums.length).toBeGreaterThan(2);
      const parts = sums.filter(({ isSum }) => !isSum);
      expect(sumOf(parts, ({ amount }) => fromEuros(Number(amount)))).toBe(total);
      expect(fromEuros(Number(sums.at(-1)?.amount))).toBe(total);
    }
  });

  it.each([
    ['the location asked for', owner, { location_id: String(LOCATION.amsterdam) }, LOCATION.amsterdam, 'Amsterdam'],
    ['the location of who sees no other', staff, {}, LOCATION.utrecht, 'Utrecht'],
  ] as const)('are those of %s', async (_name, caller, filters, location_id, title) => {
    const platform = await openFixture();
    const expected = await platform.readReport(owner, 'payments', { ...OCTOBER, location_id: [location_id] });

    const { rows, selection } = await readFrom(platform, 'payments', {
      filters: { ...OCTOBER, ...filters },
      caller,
    });

    expect(rows).toMatchObject([...expected.rows]);
    expect(rows).toHaveLength(expected.rows.length);
    expect(rows.length).toBeGreaterThan(0);
    expect(selection).toMatchObject({ place: title, period: OCTOBER, filters: [] });
    expect(await selection.count()).toBeNull();
  });

  it('are those of the shop asked for, which the location of who sees no other does not hide', async () => {
    const platform = await openFixture();
    for (const caller of [owner, staff]) {
      const query = { ...OCTOBER, shop_id: [SHOP.utrecht1] };
      const { rows: expected } = await platform.readReport(caller, 'payments', query);
      const filters = { ...OCTOBER, shop_id: String(SHOP.utrecht1) };
      const { rows, selection } = await readFrom(platform, 'payments', { filters, caller });
      expect(rows).toMatchObject([...expected]);
      expect(rows).toHaveLength(expected.length);
      expect(rows.length).toBeGreaterThan(0);
      expect(selection.place).toBe('Kassa Utrecht 1');
    }
  });

  it('are named after period and location', async () => {
    const dataset = 'payments';

    expect(await nameOf({ dataset, filters: OCTOBER })).toBe('betalingen_2026-10-01_2026-10-31_alle-vestigingen.csv');
    expect(await nameOf({ dataset, filters: { ...OCTOBER, location_id: '11' }, language: 'en' })).toBe(
      'payments_2026-10-01_2026-10-31_utrecht.csv',
    );
  });

  it.each([
    [{ to: '2026-10-01' }, 'from'],
    [{ from: '2026-10-02', to: '2026-10-01' }, 'to'],
    [{ ...OCTOBER, location_id: String(LOCATION.beta) }, 'location_id'],
    [{ ...OCTOBER, shop_id: String(SHOP.beta) }, 'shop_id'],
  ])('refuse the filters %j and name %s', async (filters, name) => {
    await expect(selectFrom(await openFixture(), 'payments', { filters, caller: owner })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(name),
    });
  });
});
