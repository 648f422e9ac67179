import { describe, expect, it, onTestFinished } from 'vitest';
import { createRandomStream } from '../../electron/platform/demo/prng.ts';
import { readFeedEnd } from '../../electron/platform/platform.ts';
import { openCopiedAccount, readAllChanges } from '../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedPrices } from '../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../support/storekeeper/own-sums.ts';

const ORDERS = 2_500;
const KILLS = 200;
/** So few that the reading does not end before the last kill. */
const MAX_CALLS_BETWEEN_KILLS = 20;
const FAILING = 0.3;
/** Orders in one step of the reading. */
const ORDERS_AT_ONCE = 10;

/** Allows for a computer that does other work as well. */
const LONG = 900_000;

const FEEDS = ['products', 'orders'] as const;

describe('a first copy of 2,500 orders', () => {
  it('is right to the cent after 200 kills at random calls, of which 30% fail, and a second reading writes nothing', {
    timeout: LONG,
  }, async () => {
    const account = await openCopiedAccount({ products: 300, orders: ORDERS, months: 14 });
    onTestFinished(account.close);
    const { server, clock } = account;
    const caller = await account.signIn();
    const random = createRandomStream(11, 'kills');

    async function killAtRandomCall(): Promise<void> {
      const killed = account.program;
      let left = random.drawInteger(1, MAX_CALLS_BETWEEN_KILLS);
      let closing: unknown = null;
      const unwatch = server.calls.watch(() => {
        left -= 1;
        if (left === 0) closing = killed.close();
      });
      await account.look(caller);
      // Failed calls are retried only after a while.
      await account.until(() => closing !== null, { stepMs: 1_000, mostSteps: 50_000 });
      unwatch();
      await account.startAgain();
      clock.advance(random.drawInteger(200, 3_000));
    }

    const endFailing = server.switches.failShare(FAILING);
    for (let kills = 0; kills < KILLS; kills += 1) await killAtRandomCall();
    const { coverage, streams } = await account.statusOf(caller);
    // The last kill came before the end of the copy.
    expect(coverage?.isWhole).toBe(false);
    // A kill loses the answers of one step, which were still on their way.
    const done = streams.find(({ name }) => name === 'orders')?.progress?.done ?? 0;
    expect(server.calls.answered['ShopModule::getOrder']).toBeLessThan(done + KILLS * ORDERS_AT_ONCE);
    // With this many failing calls, at least one order always fails five times in a row and stays unreadable until its
    // next turn. So unreadable orders are counted as well.
    const isAllAsked = async () => {
      await account.look(caller);
      const { coverage } = await account.statusOf(caller);
      return (coverage?.done ?? 0) + (coverage?.unreadable ?? 0) === ORDERS;
    };
    await account.until(isAllAsked, { stepMs: 5_000 });
    endFailing();
    await account.readOn(caller, { stepMs: 5_000 });

    const { own, copied } = await comparedFigures(account.platform, caller, server.account);
    expect(copied.orders).toEqual(own.orders);
    expect(copied.reports).toEqual(own.reports);
    const prices = await copiedPrices(account.platform, caller);
    expect(prices).toEqual(sumPrices(server.account));

    const positions = new Map<string, string>();
    for (const feed of FEEDS) {
      positions.set(feed, await readFeedEnd(account.platform, caller, feed));
    }
    const before = server.calls.byFunction['ShopModule::getOrder'] ?? 0;
    // What was read in the same millisecond is not read again.
    clock.advance(1);
    await account.program.copies.control(caller, 'readAgain');
    await account.readOn(caller, { stepMs: 5_000 });
    expect((server.calls.byFunction['ShopModule::getOrder'] ?? 0) - before).toBeGreaterThanOrEqual(ORDERS);
    for (const feed of FEEDS) {
      expect(await readAllChanges(account.platform, caller, feed, positions.get(feed) ?? '')).toEqual([]);
    }
    expect(await copiedPrices(account.platform, caller)).toEqual(prices);
    expect((await comparedFigures(account.platform, caller, server.account)).copied).toEqual(copied);
    expect(server.calls.writes).toBe(0);
  });
});
