import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { createNumberFormat } from '../../../../shared/number-format.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, OCTOBER, readFrom, readOver } from './read-dataset.ts';

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);

describe('the orders', () => {
  it('explain in a line how their totals lead to the turnover', async () => {
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

  it('have that line for one location and for some statuses, but not for a searched list', async () => {
    const noteOf = async (filters: Readonly<Record<string, string>>) =>
      (await readFrom(platform, 'orders', { filters: { ...OCTOBER, ...filters }, caller: owner, language: 'en' })).note;
    expect(await noteOf({ location_id: String(LOCATION.utrecht), sort: '-value_wt' })).toMatch(/turnover incl\. VAT$/);
    expect(await noteOf({ status: 'complete,cancelled' })).toMatch(/turnover incl\. VAT$/);
    for (const part of [{ payment_term: 'direct' }, { is_paid: 'false' }, { q: 'a' }]) {
      expect(await noteOf(part), JSON.stringify(part)).toBeNull();
    }
  });

  it('have no such line if the platform returns no sums', async () => {
    const listOrders = async () => ({ rows: [], total: 0, sums: null });
    expect((await readOver({ listOrders }, 'orders', { filters: OCTOBER, caller: ANYBODY })).note).toBeNull();
  });

  it('show the id of an unknown shop', async () => {
    const [order] = (await platform.listOrders(owner, { ...OCTOBER, start: 0, limit: 1 })).rows;
    if (!order) throw new Error('the fixture has no orders');
    const listOrders: Platform['listOrders'] = async () => ({
      ...{ total: 1, sums: null },
      rows: [{ ...order, shop_id: 99 }],
    });

    const { rows } = await readOver({ listOrders }, 'orders', { filters: OCTOBER, caller: ANYBODY });

    expect(cellsOf(rows, 'shop_id', 'shop')).toEqual([[99, '99']]);
  });
});
