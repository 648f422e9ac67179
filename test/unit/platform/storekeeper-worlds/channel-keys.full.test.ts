import { expect, it } from 'vitest';
import { copiedReports, ownReports } from '../../../support/storekeeper/copied-figures.ts';
import { MAIN_SHOP } from '../../../support/storekeeper/reference-records.ts';
import { LONG, openWorld } from './world.ts';

it('point 12: the key of a channel that sees only its own shop says that other shops are missing', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  world.server.switches.limitKeysToOwnShop();
  const caller = await world.signInAsChannel();
  await world.readOn(caller);

  const own = ownReports(world.server.account, ({ shop }) => shop.id === MAIN_SHOP.id);
  expect(await copiedReports(world.platform, caller, Object.keys(own))).toEqual(own);
  const { notes } = await world.statusOf(caller);
  expect(notes.map(({ kind }) => kind)).toContain('shops_not_read');
});
