import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Reports } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, SHOP } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

type Query = Reports['turnoverByDay']['query'];

const NOTHING = { orders: 0, returns: 0, turnover: 0, turnover_wt: 0, discount_value_wt: 0, cost: 0 };

const { platform } = await perFile(openFixturePlatform);

describe('turnoverByDay', () => {
  const days = (query: Query, caller: Caller = CALLER.owner) => platform.readReport(caller, 'turnoverByDay', query);
  const orders = async (query: Query, caller?: Caller) =>
    (await days(query, caller)).map((day) => [day.date, day.orders, day.turnover_wt]);

  it('has products and rounding, discounts and cost of the orders that count', async () => {
    // A sale of 24.20 with a tip of 1.00 that is not turnover, and one of 12.50 in cash.
    expect(await days({ from: '2026-10-05', to: '2026-10-05' })).toEqual([
      {
        date: '2026-10-05',
        orders: 2,
        returns: 0,
        turnover: 30.47,
        turnover_wt: 36.7,
        discount_value_wt: 1.21,
        cost: 12.75,
      },
    ]);
  });

  it('counts an order with a returned product, and subtracts that product', async () => {
    expect(await days({ from: '2026-10-08', to: '2026-10-08' })).toEqual([
      {
        date: '2026-10-08',
        orders: 1,
        returns: 1,
        turnover: -10,
        turnover_wt: -12.1,
        discount_value_wt: 0,
        cost: -4,
      },
    ]);
  });

  it('subtracts a negative discount', async () => {
    const [day] = await days({ from: '2026-10-09', to: '2026-10-09' });
    expect(day).toMatchObject({ orders: 2, turnover_wt: 1.19, discount_value_wt: 12, cost: 4.5 });
  });

  it('has every day, and zeros where no order counts', async () => {
    expect(await days({ from: '2026-10-10', to: '2026-10-11' })).toEqual([
      { date: '2026-10-10', ...NOTHING },
      { date: '2026-10-11', ...NOTHING },
    ]);
    expect(await days({ from: '1999-12-31', to: '2000-01-01' })).toHaveLength(2);
  });

  it('begins and ends days at local midnight around both clock changes', async () => {
    expect(await orders({ from: '2026-03-28', to: '2026-03-30' })).toEqual([
      ['2026-03-28', 1, 12.1],
      ['2026-03-29', 2, 24.2],
      ['2026-03-30', 1, 12.1],
    ]);
    expect(await orders({ from: '2026-10-24', to: '2026-10-26' })).toEqual([
      ['2026-10-24', 0, 0],
      ['2026-10-25', 3, 36.3],
      ['2026-10-26', 1, 12.1],
    ]);
  });

  it('can end the last day at a local time', async () => {
    const day = { from: '2026-10-05', to: '2026-10-05' };
    expect(await days({ ...day, until: '10:00' })).toEqual([{ date: '2026-10-05', ...NOTHING }]);
    expect(await orders({ ...day, until: '10:01' })).toEqual([['2026-10-05', 1, 24.2]]);
    expect(await days({ ...day, until: '11:01' })).toEqual(await days(day));
    expect(await orders({ from: '2026-10-05', to: '2026-10-08', until: '00:00' })).toEqual([
      ['2026-10-05', 2, 36.7],
      ['2026-10-06', 1, 17.1],
      ['2026-10-07', 2, 121],
      ['2026-10-08', 0, 0],
    ]);
  });

  it('ends a day of a clock change at the local time', async () => {
    const day = { from: '2026-10-25', to: '2026-10-25' };
    expect(await orders({ ...day, until: '03:00' })).toEqual([['2026-10-25', 2, 24.2]]);
    expect(await orders({ ...day, until: '23:59' })).toEqual([['2026-10-25', 2, 24.2]]);
  });

  it('combines a time with the locked location and with one shop', async () => {
    const day = { from: '2026-10-05', to: '2026-10-05', until: '11:01' };
    expect(await orders({ ...day, shop_id: [SHOP.utrecht1] })).toEqual([['2026-10-05', 1, 24.2]]);
    expect(await orders(day, CALLER.staff)).toEqual([['2026-10-05', 1, 24.2]]);
  });

  it('shows only the locked location and the own account', async () => {
    const day = { from: '2026-10-05', to: '2026-10-05' };
    expect(await orders(day, CALLER.staff)).toEqual([['2026-10-05', 1, 24.2]]);
    expect(await orders(day, CALLER.beta)).toEqual([['2026-10-05', 1, 12.1]]);
  });
});
