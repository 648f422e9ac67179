import { expect, it } from 'vitest';
import { copiedReports, ownReports } from '../../../support/storekeeper/copied-figures.ts';
import { toMembers, toRecords } from '../../../support/storekeeper/odd-records.ts';
import { LONG, live, MINUTE_MS, openWorld } from './world.ts';

/** Locations have different ids here, because shops keep those of StoreKeeper. */
const LOCATION_IDS = 1_000_000_000;

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

it('point 4: the figures of a location are those of its own orders, even if a shop sells from several', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  world.server.switches.alter('getOrder', (record) => ({ location_id: 1, ...record }));
  const caller = await world.signIn();
  await world.readOn(caller);

  for (const location of [1, 2, 5]) {
    const own = ownReports(world.server.account, ({ locationId }) => (locationId ?? 1) === location);
    const limits = { location_id: [LOCATION_IDS + location] };
    expect(await copiedReports(world.platform, caller, Object.keys(own), limits)).toEqual(own);
  }
});

it('point 4: if no order names a location, the figures of one location are unknown, and not 0', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  world.server.switches.alter('getOrder', ({ location_id: _, ...record }) => record);
  const caller = await world.signIn();
  await world.readOn(caller);

  const all = await world.platform.readReport(caller, 'financial', OCTOBER);
  const query = { ...OCTOBER, location_id: [LOCATION_IDS + 1] };
  const report = await world.platform.readReport(caller, 'financial', query);
  expect(report.unknown.filter((name) => !all.unknown.includes(name))).not.toEqual([]);
  expect([report.revenue.total_turnover_wt, report.direct_paid, report.not_paid_now]).toEqual([null, null, null]);
});

it('point 9: if no product names a turnover group, turnover by group is unknown', { timeout: LONG }, async () => {
  const world = await openWorld();
  for (const name of ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts']) {
    world.server.switches.alter(name, (row) => {
      const flat = toMembers(row.flat_product);
      const { product_group_id: _, ...product } = toMembers(flat.product);
      return { ...row, flat_product: { ...flat, product } };
    });
  }
  const caller = await world.signIn();
  await world.readOn(caller);

  expect((await world.platform.readReport(caller, 'financial', OCTOBER)).unknown).toContain('turnover_by_group');
  expect((await world.statusOf(caller)).unknown).toContain('turnover_by_group');
});

it('point 9: if products name their groups, turnover by group is known', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);

  const { unknown, turnover_by_group: groups } = await world.platform.readReport(caller, 'financial', OCTOBER);
  expect(unknown).not.toContain('turnover_by_group');
  expect(groups?.rows.map(({ product_group_code }) => product_group_code)).toContain('2');
});

it('if products fail at first, turnover by group is unknown until all orders have been read again', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  const functions = ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts'];
  const end = world.server.switches.inject({ kind: 'html' }, { functions });
  const caller = await world.signIn();
  await live(world, caller, MINUTE_MS, 5_000);
  end();
  await live(world, caller, 20 * MINUTE_MS, MINUTE_MS);

  const { unknown, turnover_by_group: groups } = await world.platform.readReport(caller, 'financial', OCTOBER);
  expect(unknown).not.toContain('turnover_by_group');
  const expected = await openWorld();
  const other = await expected.signIn();
  await expected.readOn(other);
  const report = await expected.platform.readReport(other, 'financial', OCTOBER);
  expect(groups?.rows).toEqual(report.turnover_by_group?.rows);
});

it('if it is unknown what a gift card is, months with items that may be one are incomplete', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  world.server.switches.alter('getOrder', (record) => ({
    ...record,
    order_items: toRecords(record.order_items).map(({ is_turnover: _, ...item }) => item),
  }));
  const end = world.server.switches.inject({ kind: 'html' }, { functions: ['listConfigurations'] });
  const caller = await world.signIn();
  await live(world, caller, MINUTE_MS, 5_000);
  expect((await world.statusOf(caller)).coverage?.unreadable).toBeGreaterThan(0);

  end();
  await live(world, caller, 20 * MINUTE_MS, MINUTE_MS);
  expect((await world.statusOf(caller)).coverage?.unreadable).toBe(0);
});

it('a shop has the kind that the operator sets, or else that of its alias', {
  timeout: LONG,
}, async () => {
  const getShopKind = (account: string, id: number) => (account === 'voorbeeld' && id === 3 ? 'pos' : null);
  const world = await openWorld({ orders: 60, program: { getShopKind } });
  const caller = await world.signIn();
  await world.readOn(caller);

  const shops = await world.platform.listReference(caller, 'shops');
  expect(Object.fromEntries(shops.map(({ id, type }) => [id, type]))).toEqual({ 3: 'pos', 4: 'pos', 6: 'pos' });
});
