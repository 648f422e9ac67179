import { expect, it, onTestFinished, vi } from 'vitest';
import { withAnswerAge } from '../../../../electron/platform/answer-age.ts';
import { createFixedClock, NOW } from '../../../support/fixed-clock.ts';
import { openStoreKeeperCopies } from '../../../support/storekeeper/open-copies.ts';
import { startStoreKeeperServer } from '../../../support/storekeeper/storekeeper-server.ts';

it('a reading that its user stops says nothing of the connection', async () => {
  const clock = createFixedClock(NOW);
  const server = await startStoreKeeperServer({ clock, products: 5, orders: 3 });
  onTestFinished(() => server.stop());
  const { platform, copies, close } = openStoreKeeperCopies(server.address, { clock });
  onTestFinished(close);
  const caller = await platform.signIn(server.users[0]);
  const stateOf = async () => (await copies.statusOf(caller))?.state;
  const ageNow = () =>
    withAnswerAge(async (ageOf) => {
      await platform.listReference(caller, 'shops');
      return ageOf();
    });
  await vi.waitFor(ageNow);
  await vi.waitFor(async () => expect(await stateOf()).toBe('waiting'));

  // The clock stands still: these answers never come.
  server.switches.answerSlowly(60_000);
  await copies.control(caller, 'readAgain');
  await vi.waitFor(async () => expect(await stateOf()).toBe('reading'));
  await copies.control(caller, 'stop');
  expect(await stateOf()).toBe('stopped');
  expect(await ageNow()).toMatchObject({ unreachable: null });
});
