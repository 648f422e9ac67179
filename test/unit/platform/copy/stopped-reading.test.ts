import { expect, it, onTestFinished, vi } from 'vitest';
import { trackAnswerAge } from '../../../../electron/platform/answer-age.ts';
import { createFixedClock, NOW } from '../../../support/fixed-clock.ts';
import { openStoreKeeperCopies } from '../../../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../../../support/storekeeper/storekeeper-server.ts';

/** For a busy computer; by default `waitFor` gives up after a second. */
const BUSY_MS = 15_000;

it('a reading that its user stops is not reported as a connection problem', { timeout: 4 * BUSY_MS }, async () => {
  const clock = createFixedClock(NOW);
  const server = await startStoreKeeperServer({ clock, products: 5, orders: 3 });
  onTestFinished(() => server.stop());
  const { platform, copies, close } = openStoreKeeperCopies(server.address, { clock });
  onTestFinished(close);
  const caller = await platform.signIn(server.users[0]);
  const stateOf = async () => (await copies.getStatus(caller))?.state;
  const ageNow = () =>
    trackAnswerAge(async (ageOf) => {
      await platform.listReference(caller, 'shops');
      return ageOf();
    });
  await vi.waitFor(ageNow, BUSY_MS);
  await vi.waitFor(async () => expect(await stateOf()).toBe('waiting'), BUSY_MS);

  // The clock stands still, so these responses never come.
  server.switches.answerSlowly(60_000);
  await copies.control(caller, 'readAgain');
  await vi.waitFor(async () => expect(await stateOf()).toBe('reading'), BUSY_MS);
  await copies.control(caller, 'stop');
  expect(await stateOf()).toBe('stopped');
  expect(await ageNow()).toMatchObject({ unreachable: null });
});
