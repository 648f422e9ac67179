import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Reports } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, LOCATION, PROVIDER } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { wholeReport } from '../../../support/whole-report.ts';

type Query = Reports['payments']['query'];

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const { platform } = await perFile(openFixturePlatform);

describe('payments report', () => {
  const report = (query: Partial<Query> = {}, caller: Caller = CALLER.owner) =>
    platform.readReport(caller, 'payments', { ...OCTOBER, ...query });
  const days = async (query: Query, caller?: Caller) =>
    (await report(query, caller)).rows.map(({ date, title, payments, amount }) => [date, title, payments, amount]);

  it('has a row per day of purchase and method, by day and title', async () => {
    expect(await days({ from: '2026-10-05', to: '2026-10-08' })).toEqual([
      ['2026-10-05', 'contant', 1, 12.5],
      ['2026-10-05', 'PIN', 1, 25.2],
      ['2026-10-06', 'iDEAL', 1, 17.1],
      ['2026-10-08', 'Retouren', 1, -12.1],
    ]);
  });

  it('counts a day of a clock change once, all its hours together', async () => {
    expect(await days({ from: '2026-10-25', to: '2026-10-25' })).toEqual([['2026-10-25', 'PIN', 3, 36.3]]);
    expect(await days({ from: '2026-03-29', to: '2026-03-29' })).toEqual([['2026-03-29', 'PIN', 2, 24.2]]);
  });

  it('has one total per method, internal providers under their own title', async () => {
    const { totals } = await report();
    expect(totals.map(({ title, payments, amount }) => [title, payments, amount])).toEqual([
      ['Betaalbalans', 1, 50],
      ['contant', 2, 13.6],
      ['iDEAL', 1, 17.1],
      ['PIN', 11, 192.39],
      ['Retouren', 1, -12.1],
    ]);
    expect(totals[4]).toMatchObject({ provider_method_type_id: PROVIDER.returns, type_alias: 'returns' });
  });

  it.each<[string, Caller, Partial<Query>]>([
    ['the owner', CALLER.owner, {}],
    ['one location', CALLER.owner, { location_id: [LOCATION.amsterdam] }],
    ['a locked caller', CALLER.staff, {}],
    ['another account', CALLER.beta, {}],
  ])('has the payment methods of the financial report for %s', async (_, caller, query) => {
    const { totals } = await report(query, caller);
    const { direct_paid } = wholeReport(await platform.readReport(caller, 'financial', { ...OCTOBER, ...query }));
    expect(totals.length).toBeGreaterThan(0);
    expect(totals.map(({ payments: _count, ...method }) => method)).toEqual(direct_paid.payment_methods);
  });

  it('is empty without payments, and reads thousands of years', async () => {
    expect(await report({ from: '2026-10-02', to: '2026-10-03' })).toEqual({ rows: [], totals: [] });
    const { rows } = await report({ from: '0001-01-01', to: '9999-12-31' });
    expect([rows[0]?.date, rows.at(-1)?.date]).toEqual(['2026-03-28', '2026-10-26']);
  });
});
