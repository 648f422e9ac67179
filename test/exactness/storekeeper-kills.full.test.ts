import { describe, expect, it, onTestFinished } from 'vitest';
import { randomStream } from '../../electron/platform/demo/prng.ts';
import { openCopiedAccount } from '../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedPrices } from '../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../support/storekeeper/own-sums.ts';

const MINUTE_MS = 60_000;

const ORDERS = 2_500;
const KILLS = 20;

/** Of a computer that does other work as well. */
const LONG = 300_000;

/** Calls that a kill may cost: those that were under way, and who the user is, which a new program asks. */
const CALLS_PER_KILL = 4;

describe('a first copy of 2,500 orders', () => {
  it('survives 20 kills at random calls and an hour without a network, to the cent, and reads next to nothing twice', {
    timeout: LONG,
  }, async () => {
    const account = await openCopiedAccount({ products: 300, orders: ORDERS, months: 14 });
    onTestFinished(account.close);
    const { server, clock } = account;
    const caller = await account.signIn();
    const random = randomStream(11, 'kills');
    let lostCalls = 0;
    let kills = 0;

    async function killAtRandomCall(): Promise<void> {
      const killed = account.program;
      let left = random.whole(1, 230);
      let closing: unknown = null;
      const unwatch = server.calls.watch(() => {
        left -= 1;
        if (left === 0) closing = killed.close();
      });
      await account.look(caller);
      // A stream that rests goes on only after a while.
      await account.until(() => closing !== null, { stepMs: 100, mostSteps: 50_000 });
      unwatch();
      await account.startAgain();
      clock.advance(random.whole(200, 3_000));
      kills += 1;
    }

    async function beWithoutNetwork(): Promise<void> {
      const before = server.calls.total;
      const end = server.switches.goOffline();
      await account.look(caller);
      for (let minutes = 0; minutes < 60; minutes += 1) {
        await account.idle();
        clock.advance(MINUTE_MS);
        if (minutes % 5 === 0) await account.look(caller);
      }
      await account.idle();
      end();
      lostCalls += server.calls.total - before;
    }

    while (kills < KILLS) {
      await killAtRandomCall();
      if (kills === KILLS / 2) await beWithoutNetwork();
    }
    const { coverage } = await account.statusOf(caller);
    // The last kill came before the end of the copy.
    expect(coverage?.isWhole).toBe(false);
    await account.readOn(caller, { stepMs: 5_000 });

    const { own, copied } = await comparedFigures(account.platform, caller, server.account);
    expect(copied.orders).toEqual(own.orders);
    expect(copied.reports).toEqual(own.reports);
    expect(await copiedPrices(account.platform, caller)).toEqual(sumPrices(server.account));
    const readings = server.calls.byFunction['ShopModule::getOrder'] ?? 0;
    expect(server.calls.total - lostCalls).toBeLessThan((ORDERS + KILLS * CALLS_PER_KILL) * 1.02);
    expect(readings).toBeGreaterThanOrEqual(ORDERS);
    expect(server.calls.writes).toBe(0);
    const { check } = await account.statusOf(caller);
    expect(check).toMatchObject({ missing: 0, removed: 0, differing: 0 });
  });
});
