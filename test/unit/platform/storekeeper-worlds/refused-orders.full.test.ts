import { expect, it } from 'vitest';
import { expectOwnOrders, HOUR_MS, LONG, lastOf, live, MINUTE_MS, openWorld, plainOrders } from './world.ts';

it('if all of the latest orders are refused, the others are read at once', { timeout: LONG }, async () => {
  const world = await openWorld();
  const refused = [...world.server.account.orderIds()].slice(-12);
  world.server.switches.refuse('General', { ids: refused, error: 'No right for this order.' });
  const caller = await world.signIn();
  await live(world, caller, 3 * MINUTE_MS, 10_000);

  expect((await world.statusOf(caller)).coverage?.done).toBe(world.server.account.orderCount - refused.length);
});

it('an outage during the first copy makes no order unreadable', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.until(
    async () => {
      await world.look(caller);
      return ((await world.statusOf(caller)).coverage?.done ?? 0) > 20;
    },
    { stepMs: 50 },
  );
  const end = world.server.switches.inject({ kind: 'html' }, { functions: ['getOrder'] });
  await live(world, caller, 2 * HOUR_MS, 5 * MINUTE_MS);
  expect((await world.statusOf(caller)).coverage?.unreadable).toBe(0);
  end();
  await world.readOn(caller);
  await expectOwnOrders(world, caller);
});

it('an order that can no longer be read is not returned in its old form', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  const { id } = lastOf(plainOrders(world));
  world.server.switches.alter('getOrder', ({ value_wt, ...record }) =>
    record.id === id ? record : { ...record, value_wt },
  );
  await live(world, caller, HOUR_MS, 5 * MINUTE_MS);

  await expect(world.platform.findOrder(caller, id)).rejects.toMatchObject({ code: 'rejected' });
});

it('two items with the same id are two items', { timeout: LONG }, async () => {
  const world = await openWorld();
  world.server.switches.alter('getOrder', (record) => {
    const items = Array.isArray(record.order_items) ? record.order_items : [];
    return { ...record, order_items: items.map((item) => ({ ...item, id: items[0].id })) };
  });
  const caller = await world.signIn();
  await world.readOn(caller);
  await expectOwnOrders(world, caller);
});
