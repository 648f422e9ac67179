import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { startPair } from './cluster/start-pair.ts';
import { openWayTo } from './way-to-database.ts';

async function openPair() {
  const pair = await startPair();
  onTestFinished(() => pair.stop());
  await pair.ask(pair.primary(), 'create database shop');
  const [way, other] = await Promise.all(pair.ports.map((port) => openWayTo(`postgres://127.0.0.1:${port}/shop`)));
  if (way === undefined || other === undefined) throw new Error('there is no way');
  /** The standby first, so that it has to be passed over. */
  const url = `postgres://tilldesk@${new URL(other.url).host},${new URL(way.url).host}/shop`;
  const store = await openPostgresStore({ url, connections: 4 });
  onTestFinished(() => store.close());
  const names = async () => {
    const rows = await store.db.selectFrom('accounts').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  };
  const add = (id: number, name: string) => store.db.insertInto('accounts').values({ id, name }).execute();
  return { pair, store, way, names, add };
}

it('of several hosts the one that takes writes is used, and after its end the standby that was promoted', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  expect(await names()).toEqual(['before']);

  await pair.kill(pair.primary());
  await expect(add(2, 'meanwhile')).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  await pair.promote();

  await add(3, 'after');
  expect(await names()).toEqual(['before', 'after']);
});

it('a primary that vanishes without a word is left for the standby that was promoted', async () => {
  const { pair, way, names, add } = await openPair();
  await add(1, 'before');
  way.silence();
  await expect(Promise.all([names(), names(), names()])).rejects.toMatchObject({ code: 'unavailable' });
  await pair.promote();
  await expect.poll(names, { timeout: 10_000 }).toEqual(['before']);
  await add(2, 'after');
});

it('a write that no standby has is not called done, though the primary has committed it', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  await pair.kill(pair.standby());
  const writing = add(2, 'alone');
  writing.catch(() => undefined);
  const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(() => pair.ask(pair.primary(), `select 1 ${waiting}`)).toHaveLength(1);
  await pair.ask(pair.primary(), `select pg_cancel_backend(pid) ${waiting}`);
  await expect(writing).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  expect(await names()).toEqual(['before', 'alone']);
});

it('a host that still takes writes after another was promoted is left', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  await pair.promote();
  await pair.ask(pair.primary(), `update accounts set name = 'promoted'`, 'shop');
  // The former primary goes on, but without its connections: a network was cut.
  await pair.ask(pair.standby(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'`);
  await expect.poll(() => names().catch(() => [])).toEqual(['promoted']);
});
