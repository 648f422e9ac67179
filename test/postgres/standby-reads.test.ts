import { expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../electron/base/clock.ts';
import { type AnswerAge, withAnswerAge } from '../../electron/platform/answer-age.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { withStandby } from '../../electron/platform/embedded/standby-reads.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { followStandby } from '../../electron/store/standby.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { CALLER, seedFixtureShop } from '../support/shop-fixture.ts';
import { startPair } from './cluster/start-pair.ts';

async function openShop() {
  const pair = await startPair();
  onTestFinished(() => pair.stop());
  await pair.ask(pair.primary(), 'create database shop');
  const urlOf = (port: number, database = 'shop') => `postgres://tilldesk@127.0.0.1:${port}/${database}`;
  const store = await openPostgresStore({ url: urlOf(pair.primary()) });
  onTestFinished(() => store.close());
  await seedFixtureShop(store.db);

  let laterMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + laterMs };
  const follow = (url: string) => {
    const heard: boolean[] = [];
    const standby = followStandby({ db: store.db, url, clock, onChange: (isReadable) => void heard.push(isReadable) });
    onTestFinished(standby.close);
    return { ...standby, heard };
  };
  const standby = follow(urlOf(pair.standby()));
  await expect.poll(() => standby.asOf()).not.toBeNull();

  const platformOn = (db: typeof store.db) => createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
  const read = { platform: platformOn(standby.db), asOf: standby.asOf };
  const platform = withStandby(platformOn(store.db), read, clock);
  const title = async () => {
    const { rows } = await platform.searchProducts(CALLER.owner, { q: '', start: 0, limit: 1 });
    return rows[0]?.title;
  };
  return {
    pair,
    standby,
    follow,
    urlOf,
    title,
    /** With its age, where the reader is told one. */
    told: () => withAnswerAge(async (ageOf) => ({ title: await title(), age: ageOf() })),
    rename: (to: string) => pair.ask(pair.primary(), `update products set title = '${to}'`, 'shop'),
    pause: () => pair.ask(pair.standby(), 'select pg_wal_replay_pause()'),
    resume: () => pair.ask(pair.standby(), 'select pg_wal_replay_resume()'),
    passTime: (ms: number) => {
      laterMs += ms;
    },
  };
}

const UP_TO_DATE: AnswerAge | null = null;

it('lists are read from the standby, and say how old they are once it lags', async () => {
  const { title, told, rename, pause, resume } = await openShop();
  await rename('before');
  await expect.poll(title).toBe('before');
  await pause();
  const pausedAt = Date.now();
  await rename('after');
  expect(await told()).toEqual({ title: 'before', age: UP_TO_DATE });

  await expect.poll(async () => (await told()).age, { timeout: 5_000 }).not.toBeNull();
  const { title: lagging, age } = await told();
  expect(lagging).toBe('before');
  expect(age).toMatchObject({ unreachable: null });
  expect(age?.fetchedAt).toBeLessThanOrEqual(pausedAt);
  // A reader who would not be told gets the answer of the database.
  expect(await title()).toBe('after');

  await resume();
  await expect.poll(told).toEqual({ title: 'after', age: UP_TO_DATE });
});

it('a standby that is half a minute behind is left alone until it has caught up', async () => {
  const { standby, told, rename, pause, resume, passTime } = await openShop();
  await pause();
  await rename('after');
  passTime(31_000);
  await expect.poll(() => standby.heard).toEqual([true, false]);
  expect(await told()).toEqual({ title: 'after', age: UP_TO_DATE });

  await resume();
  await expect.poll(() => standby.heard).toEqual([true, false, true]);
});

it('another database than a standby of this one is never read', async () => {
  const { pair, follow, urlOf } = await openShop();
  await pair.ask(pair.primary(), 'create database other');
  const other = await openPostgresStore({ url: urlOf(pair.primary(), 'other') });
  onTestFinished(() => other.close());
  const strange = follow(urlOf(pair.primary(), 'other'));
  await expect.poll(() => strange.heard, { timeout: 5_000 }).toEqual([false]);
  expect(strange.asOf()).toBeNull();
  expect(() => follow('postgres://tilldesk@one.example,two.example/shop')).toThrow('give it one');
});
