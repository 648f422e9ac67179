import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { type ClusterPair, startPair } from './cluster/start-pair.ts';
import { openWayTo } from './way-to-database.ts';

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    ports.push(address !== null && typeof address === 'object' ? address.port : 0);
  }
  for (const server of servers) await once(server.close(), 'close');
  return [ports[0] ?? 0, ports[1] ?? 0];
}

async function openPair() {
  const pair = await startPair(await freePorts());
  onTestFinished(() => pair.stop());
  await pair.ask(pair.primary, 'create database shop');
  const [way, other] = await Promise.all(
    [pair.primary, pair.standby].map(({ port }) => openWayTo(`postgres://127.0.0.1:${port}/shop`)),
  );
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
  return { pair, way, names, add };
}

/** For reads and writes. */
const MOST_AFTER_PROMOTION_MS = 15_000;

async function promote({ ask, standby }: ClusterPair): Promise<void> {
  await ask(standby, `alter system set synchronous_standby_names = ''`);
  await standby.promote();
}

it('of several hosts the one that takes writes is used, and after its end the standby that was promoted', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  expect(await names()).toEqual(['before']);

  await pair.primary.kill();
  await expect(add(2, 'meanwhile')).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  await promote(pair);

  await add(3, 'after');
  expect(await names()).toEqual(['before', 'after']);
});

it('a primary that vanishes without a word is left for the standby that was promoted', async () => {
  const { pair, way, names, add } = await openPair();
  await add(1, 'before');
  way.silence();
  await expect(Promise.all([names(), names(), names()])).rejects.toMatchObject({ code: 'unavailable' });
  await promote(pair);
  const since = performance.now();
  await expect.poll(names, { timeout: 15_000 }).toEqual(['before']);
  await add(2, 'after');
  expect(performance.now() - since).toBeLessThan(MOST_AFTER_PROMOTION_MS);
});

it('a write that no standby has is not called done, though the primary has committed it', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  await pair.standby.kill();
  const writing = add(2, 'alone');
  writing.catch(() => undefined);
  const waiting = `from pg_stat_activity where wait_event = 'SyncRep'`;
  await expect.poll(() => pair.ask(pair.primary, `select 1 ${waiting}`)).toHaveLength(1);
  await pair.ask(pair.primary, `select pg_cancel_backend(pid) ${waiting}`);
  await expect(writing).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  expect(await names()).toEqual(['before', 'alone']);
});

it('a host that still takes writes after another was promoted is left', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  await pair.standby.promote();
  await pair.ask(pair.standby, `update accounts set name = 'promoted'`, 'shop');
  // The former primary goes on, but without its connections: a network was cut.
  await pair.ask(pair.primary, `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop'`);
  await expect.poll(() => names().catch(() => [])).toEqual(['promoted']);
});
