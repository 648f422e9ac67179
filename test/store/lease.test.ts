import { expect, it } from 'vitest';
import { createLease } from '../../electron/store/transactions.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { isOnPostgres } from '../support/is-on-postgres.ts';
import { openTestStore } from '../support/open-test-store.ts';

it('a lease has one holder until it ends or is released, and is always free if there is one instance', async () => {
  const clock = createFixedClock(NOW);
  const { db, close } = await openTestStore({ clock });
  const [one, other, third] = [createLease(db, 'work'), createLease(db, 'work'), createLease(db, 'other work')];
  const isAlone = !isOnPostgres();
  expect(await one.hold(1_000)).toBe(true);
  expect(await other.hold(1_000)).toBe(isAlone);
  expect(await third.hold(1_000), 'of another name').toBe(true);
  clock.advance(900);
  expect(await one.hold(1_000), 'kept').toBe(true);
  clock.advance(900);
  expect(await other.hold(1_000), 'not yet over').toBe(isAlone);
  clock.advance(101);
  expect(await other.hold(1_000), 'over').toBe(true);
  expect(await one.hold(1_000), 'lost').toBe(isAlone);
  await one.release();
  expect(await one.hold(1_000), 'released by the one that lost it').toBe(isAlone);
  await other.release();
  expect(await one.hold(1_000)).toBe(true);
  await close();
});
