import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { insertOrders } from '../../electron/store/orders/order-writer.ts';
import { DatabaseAwayError } from '../../electron/store/store-error.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { plainHasher } from '../store/demo/demo-store.ts';
import { differencesIn } from '../store/totals/differences-in.ts';
import { createFurtherOrder } from '../support/copied-order.ts';
import { findProgram } from '../support/find-program.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { findFreePort } from '../support/local-port.ts';
import { NOW, startService } from '../support/running-service.ts';
import { CREDENTIALS, ORDER, seedFixtureShop } from '../support/shop-fixture.ts';
import { runStatement } from '../support/test-database.ts';
import { startPair } from './cluster/start-pair.ts';
import { startProxy } from './cluster/start-proxy.ts';
import { until } from './instances/open-instances.ts';

const haproxy = findProgram('haproxy');

/** Two clusters behind HAProxy with `deploy/haproxy.cfg`, with a shop; `url` leads to the primary. */
async function openShopBehindProxy(program: string) {
  const pair = await startPair();
  onTestFinished(() => pair.stop());
  await pair.ask(pair.primary(), 'create database shop');
  await pair.ask(pair.primary(), 'create role haproxy_check login');
  const [port, statusPort] = [await findFreePort(), await findFreePort()];
  const [one, two] = pair.ports;
  const config = readFileSync(projectPath('deploy', 'haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace('one.example:5432', `127.0.0.1:${one}`)
    .replace('two.example:5432', `127.0.0.1:${two}`);
  const status = `\nlisten status\n  mode http\n  bind 127.0.0.1:${statusPort}\n  stats enable\n  stats uri /\n`;
  await startProxy({
    ...{ program, port },
    files: { 'haproxy.cfg': config + status },
    argumentsIn: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
  });
  const statusOf = async (server: 'one' | 'two') => {
    const [header = '', ...rows] = (await (await fetch(`http://127.0.0.1:${statusPort}/;csv`)).text()).split('\n');
    const cells = rows.find((row) => row.startsWith(`postgres,${server},`))?.split(',') ?? [];
    return cells[header.split(',').indexOf('status')];
  };
  const isUp = async (server: 'one' | 'two') => (await statusOf(server)) === 'UP';
  // At its start HAProxy treats every server as up.
  await until(async () => (await isUp('one')) && (await statusOf('two')) === 'DOWN');
  const url = `postgres://tilldesk@127.0.0.1:${port}/shop`;
  return { pair, url, isUp };
}

async function startServiceOn(store: Store) {
  const clock = createFixedClock(NOW);
  const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: plainHasher });
  const service = await startService({ platform, store, clock });
  onTestFinished(() => service.stop());
  return { service, token: await service.signIn(CREDENTIALS.owner) };
}

interface Outcome {
  readonly begunAt: number;
  readonly endedAt: number;
}

/** Writes orders and reads products concurrently until it is stopped. */
async function startLoad(store: Store) {
  const { service, token } = await startServiceOn(store);
  const acknowledged: (Outcome & { readonly id: number })[] = [];
  const read: Outcome[] = [];
  const refusals = new Set<string>();
  const faults: unknown[] = [];
  let isStopped = false;
  let number = 0;

  async function writeOrders(): Promise<void> {
    while (!isStopped) {
      number += 1;
      const order = createFurtherOrder(ORDER.saleWithTip, number);
      const begunAt = performance.now();
      try {
        await insertOrders(store.db, [order]);
        acknowledged.push({ id: order.order.id, begunAt, endedAt: performance.now() });
      } catch (error) {
        if (!(error instanceof DatabaseAwayError)) faults.push(error);
      }
    }
  }

  async function readProducts(): Promise<void> {
    while (!isStopped) {
      const begunAt = performance.now();
      const { status, headers } = await service.send('GET', '/api/products', { token });
      if (status === 200) read.push({ begunAt, endedAt: performance.now() });
      else refusals.add(`${status} Retry-After: ${headers['retry-after']}`);
    }
  }

  const loops = [writeOrders(), writeOrders(), writeOrders(), readProducts(), readProducts()];
  return {
    ...{ acknowledged, read, refusals, faults },
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Seconds from `lostAt` to the end of the first call that started later. */
function secondsUntilBack(outcomes: readonly Outcome[], lostAt: number): number {
  const ends = outcomes.filter(({ begunAt }) => begunAt > lostAt).map(({ endedAt }) => endedAt);
  return (Math.min(...ends) - lostAt) / 1_000;
}

const isBack = (outcomes: readonly Outcome[], lostAt: number) => outcomes.some(({ begunAt }) => begunAt > lostAt);

/** Skipped without HAProxy; on Debian: apt-get install haproxy. */
describe.skipIf(haproxy === null)('two servers of PostgreSQL behind HAProxy', { timeout: 180_000 }, () => {
  it.for(['killed', 'halted'] as const)(
    'lose no acknowledged write when the primary is %s under load and the standby is promoted',
    async (how, { annotate }: TestContext) => {
      const { pair, url, isUp } = await openShopBehindProxy(haproxy ?? '');
      const store = await openPostgresStore({ url });
      onTestFinished(() => store.close());
      await seedFixtureShop(store.db, plainHasher);
      const load = await startLoad(store);
      await until(() => load.acknowledged.length >= 100 && load.read.length >= 50);

      const former = pair.primary();
      const lostAt = performance.now();
      if (how === 'killed') await pair.kill(former);
      else pair.halt(former);
      await pair.promote();
      await until(() => isBack(load.acknowledged, lostAt) && isBack(load.read, lostAt));
      await load.stop();

      expect(load.faults).toEqual([]);
      for (const refusal of load.refusals) expect(refusal).toBe('503 Retry-After: 5');
      const stored = await store.db.selectFrom('orders').select('id').execute();
      const storedIds = new Set(stored.map(({ id }) => id));
      expect(load.acknowledged.filter(({ id }) => !storedIds.has(id))).toEqual([]);
      expect(await differencesIn(store.db)).toEqual([]);
      const [reads, writes] = [load.read, load.acknowledged].map((outcomes) =>
        secondsUntilBack(outcomes, lostAt).toFixed(1),
      );
      await annotate(
        `${how}: reads back after ${reads} s, writes after ${writes} s; 0 of ${load.acknowledged.length} writes lost`,
      );

      if (how === 'halted') return;
      // Started by mistake, it believes that it is the primary, and HAProxy does not switch.
      await pair.revive();
      await until(() => isUp('one'));
      expect(await runStatement(url, 'select inet_server_port() as port')).toEqual([{ port: pair.primary() }]);
    },
  );
});
