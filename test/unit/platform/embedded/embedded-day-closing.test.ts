import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { Reports } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

type Query = Reports['dayClosing']['query'];

const { platform } = await perFile(openFixturePlatform);

describe('dayClosing', () => {
  const closing = (query: Query, caller: Caller = CALLER.owner) => platform.readReport(caller, 'dayClosing', query);

  it('has the counts and the report of the day', async () => {
    const { report, ...counts } = await closing({ date: '2026-10-09' });
    expect(counts).toEqual({
      date: '2026-10-09',
      location_id: null,
      shop_id: null,
      orders: 2,
      returns: 0,
      discounted_orders: 1,
      discount_value_wt: 12,
      uncounted_orders: 0,
      uncounted_value_wt: 0,
      first_order_number: '2026-5008',
      last_order_number: '2026-5009',
    });
    const day = { from: '2026-10-09', to: '2026-10-09' };
    expect(report).toEqual(await platform.readReport(CALLER.owner, 'financial', day));
  });

  it('counts returns, and orders by the time of their purchase', async () => {
    expect(await closing({ date: '2026-10-08' })).toMatchObject({ orders: 1, returns: 1 });
    expect(await closing({ date: '2026-10-25' })).toMatchObject({
      orders: 3,
      first_order_number: '2026-5013',
      last_order_number: '2026-5015',
    });
  });

  it('has zeros and no order number on a day on which no order counts', async () => {
    expect(await closing({ date: '2026-10-10' })).toMatchObject({
      orders: 0,
      returns: 0,
      discounted_orders: 0,
      discount_value_wt: 0,
      uncounted_orders: 2,
      first_order_number: null,
      last_order_number: null,
      report: { revenue: { total_turnover_wt: 0 } },
    });
  });

  it('covers one location on request, and the locked location of a locked caller', async () => {
    const utrecht = await closing({ date: '2026-10-05', location_id: [LOCATION.utrecht] });
    expect(utrecht).toMatchObject({
      location_id: LOCATION.utrecht,
      orders: 1,
      first_order_number: '2026-5001',
      last_order_number: '2026-5001',
      report: { location_id: LOCATION.utrecht, revenue: { total_turnover_wt: 24.2 } },
    });
    expect(await closing({ date: '2026-10-05' }, CALLER.staff)).toEqual(utrecht);
  });

  it('keeps accounts separate', async () => {
    const answer = await closing({ date: '2026-10-05' }, CALLER.beta);
    expect(answer).toMatchObject({ orders: 1, first_order_number: '2026-5901' });
  });
});
