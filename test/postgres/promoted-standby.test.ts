import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import { startPair } from './cluster/start-pair.ts';

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
  const ports = await freePorts();
  const pair = await startPair(ports);
  onTestFinished(() => pair.stop());
  await pair.ask(pair.primary, 'create database shop');
  /** The standby first, so that it has to be passed over. */
  const url = `postgres://tilldesk@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/shop`;
  const store = await openPostgresStore({ url });
  onTestFinished(() => store.close());
  const names = async () => {
    const rows = await store.db.selectFrom('accounts').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  };
  const add = (id: number, name: string) => store.db.insertInto('accounts').values({ id, name }).execute();
  return { pair, names, add };
}

it('of several hosts the one that takes writes is used, and after its end the standby that was promoted', async () => {
  const { pair, names, add } = await openPair();
  await add(1, 'before');
  expect(await names()).toEqual(['before']);

  await pair.primary.kill();
  await expect(add(2, 'meanwhile')).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  await pair.ask(pair.standby, `alter system set synchronous_standby_names = ''`);
  await pair.standby.promote();

  await add(3, 'after');
  expect(await names()).toEqual(['before', 'after']);
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
