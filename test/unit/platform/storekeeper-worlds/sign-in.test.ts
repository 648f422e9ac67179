import { expect, it } from 'vitest';
import { LONG, live, MINUTE_MS, openWorld } from './world.ts';

it('point 10: a session with nested and with long members is sent back as it is', { timeout: LONG }, async () => {
  const world = await openWorld({ products: 10, orders: 30 });
  world.server.switches.addToSessions({ permissions: { orders: ['read', 'list'] }, token: 'x'.repeat(4_000) });
  const caller = await world.signIn();
  await world.readOn(caller);
  await world.startAgain();

  const sold = world.server.account.sellOrder();
  await live(world, caller, 2 * MINUTE_MS);
  expect(await world.platform.findOrder(caller, sold)).toMatchObject({ id: sold });
  expect(world.server.sessions.started).toBe(1);
});

it('point 13: every call names the program', { timeout: LONG }, async () => {
  const world = await openWorld({ products: 10, orders: 30 });
  await world.readOn(await world.signIn());
  expect([...world.server.calls.userAgents]).toEqual([expect.stringMatching(/^Tilldesk/)]);
});

it('point 13: an account whose data may not be read says so', { timeout: LONG }, async () => {
  const world = await openWorld({ products: 10, orders: 30 });
  const caller = await world.signIn();
  const reading = [
    ...['getShopWithRelation', 'listShops', 'listConfigurations', 'listTaxRates', 'listOrderIds', 'getOrder'],
    ...['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts', 'listOrders'],
    ...['listTranslatedPaymentMethodForHooks', 'listLocationsForHook', 'listCustomerRelations'],
  ];
  world.server.switches.refuse('General', { functions: reading, error: 'No right for this.' });
  await live(world, caller, 30 * MINUTE_MS);

  const refusal = await world.platform.searchProducts(caller, { start: 0, limit: 10 }).catch((error: Error) => error);
  expect(refusal).toMatchObject({ code: 'rejected' });
  expect((refusal as Error).message).not.toMatch(/first time/);
  const { streams } = await world.statusOf(caller);
  expect(JSON.stringify(streams)).toContain('No right for this');
});
