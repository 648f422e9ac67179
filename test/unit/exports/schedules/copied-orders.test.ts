import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { DAILY, startScheduling } from '../../../support/open-schedules.ts';
import { openTestStore } from '../../../support/open-test-store.ts';
import { openStoreKeeperCopies } from '../../../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../../../support/storekeeper/storekeeper-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MINUTE_MS = 60_000;

it('a schedule waits until the copy of a StoreKeeper account has the orders of the whole day', async () => {
  const clock = createFixedClock('2026-11-20T20:00:00+01:00');
  const server = await startStoreKeeperServer({ products: 10, orders: 20, months: 2, clock });
  onTestFinished(() => server.stop());
  const { platform, copies, close } = openStoreKeeperCopies(server.address, { clock });
  onTestFinished(close);
  const store = await openTestStore();
  onTestFinished(() => store.close());

  async function pass(ms: number): Promise<void> {
    for (let passedMs = 0; passedMs < ms; passedMs += 1_000) {
      clock.advance(1_000);
      for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
    }
  }
  async function untilRead(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      await platform.searchProducts(caller, { start: 0, limit: 1 }).catch(() => null);
      const status = await copies.getStatus(caller);
      if (status?.coverage?.isWhole && status.state === 'waiting') return;
      await pass(1_000);
    }
    throw new Error('the account was not copied');
  }

  const caller = await platform.signIn(server.users[0]);
  await untilRead();

  const { schedules, signIn, look, lastRun } = startScheduling({
    ...{ store, clock, platform, readCopyStatus: copies.getStatus },
  });
  signIn(caller);
  const folder = temporaryFolder();
  expect(await schedules.save(caller, null, { ...DAILY, folder })).toMatchObject({ refusal: null });
  const comeBack = server.switches.goOffline();
  clock.advance(Date.parse('2026-11-21T06:00:00+01:00') - clock.now());
  await look();
  expect(await lastRun(caller)).toMatchObject({ state: 'retrying', problem: 'copy-behind' });
  expect(readdirSync(folder)).toEqual([]);

  comeBack();
  await pass(16 * MINUTE_MS);
  await untilRead();
  await look();
  expect(await lastRun(caller)).toMatchObject({ state: 'made', isLate: true });
  expect(readdirSync(folder)).toHaveLength(1);
});
