import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { type ApiConnection, connectApi, signIn } from '../context/api-connection.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi, type RunningProduct } from '../context/running-product.ts';
import { openWindowPage } from '../context/window-page.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { percentile } from '../harness/percentile.ts';
import { exportPriceList } from './exports.ts';
import { periodOf } from './paging.ts';

const IDLE_MS = 100;

/** Our own bar. */
const facts = { comparedWith: 'idle', unit: 'ms', comparison: 'ratio', bar: { atMost: 5 }, rounds: 3 } as const;

/** Concurrent requests of one program, repeated. */
const HEAVY_SOCKETS = 40;

/** A user who looks at a page does not wait for a program that reads everything. */
const lightBesideHeavy: Row = {
  name: 'light-beside-heavy',
  measured: `p50 of small pages while another token asks for ${HEAVY_SOCKETS} reports and big pages at once`,
  comparedWith: 'idle',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 3,
  async prepare(benchContext) {
    const product = await benchContext.startProduct();
    const api = await openApi(product);
    const heavy = connectApi(product.apiAddress, await signIn(product.apiAddress));
    const period = periodOf(benchContext);
    const targets = [
      `/api/order-items?${period}&limit=250`,
      `/api/reports/product-sales?${period}`,
      `/api/orders?${period}&limit=250&include=items,payments`,
      '/api/products?limit=200',
    ];
    for (const target of [...LIGHT_TARGETS, ...targets]) await api.read(target);
    return {
      product: () => medianBeside(api, () => flood(heavy, targets)),
      reference: () => medianBeside(api, () => Promise.resolve()),
    };
  },
};

export const DELAY_ROWS: readonly Row[] = [
  {
    ...facts,
    name: 'me-export',
    measured: 'p99 of GET /api/me during the export of the window',
    prepare: whileExporting,
  },
  {
    ...facts,
    name: 'me-product-sales',
    measured: 'the same during product sales over 24 months',
    prepare: (benchContext) => whileReading(benchContext, `/api/reports/product-sales?${periodOf(benchContext)}`),
  },
  {
    ...facts,
    // One round already has thousands of requests.
    rounds: 1,
    name: 'me-verify',
    measured: 'the same during store:verify on its folder',
    prepare: whileVerifying,
  },
  lightBesideHeavy,
];

async function whileReading(benchContext: Context, target: string): Promise<Sides> {
  const product = await benchContext.startProduct();
  return busyAndIdle(product, (api) => api.read(target));
}

async function whileExporting(benchContext: Context): Promise<Sides> {
  const product = await benchContext.startProduct({ host: 'browser' });
  const page = await openWindowPage(product);
  return busyAndIdle(product, () => exportPriceList(page));
}

async function whileVerifying(benchContext: Context): Promise<Sides> {
  const product = await benchContext.startProduct();
  return busyAndIdle(product, () => verifyStore(benchContext));
}

async function busyAndIdle(product: RunningProduct, work: (api: ApiConnection) => Promise<unknown>): Promise<Sides> {
  const api = await openApi(product);
  const other = connectApi(api.address, api.token);
  await meDelay(api, () => delay(IDLE_MS));
  return { product: () => meDelay(api, () => work(other)), reference: () => meDelay(api, () => delay(IDLE_MS)) };
}

const EVERY_MS = 2;

const WINDOW_MS = 2_000;

const SOCKETS = 20;

/**
 * The 99th percentile in milliseconds of `GET /api/me`, sent every 2 ms for at least 2 seconds while `work` is
 * repeated. Delays count from the time at which a request was due, so none is missed while the server is blocked.
 */
async function meDelay(api: ApiConnection, work: () => Promise<unknown>): Promise<number> {
  const { read } = connectApi(api.address, api.token, SOCKETS);
  const delays: number[] = [];
  const asked: Promise<void>[] = [];
  const ask = async (dueAt: number) => {
    await read('/api/me');
    delays.push(performance.now() - dueAt);
  };

  const startedAt = performance.now();
  const busy = repeat(work, startedAt + WINDOW_MS);
  let isOver = false;
  const ended = busy.finally(() => {
    isOver = true;
  });
  for (let dueAt = startedAt; !isOver; dueAt += EVERY_MS) {
    while (performance.now() < dueAt && !isOver) await delay(1);
    asked.push(ask(dueAt));
  }
  await ended;
  await Promise.all(asked);
  return percentile(delays, 99);
}

async function repeat(work: () => Promise<unknown>, until: number): Promise<void> {
  do await work();
  while (performance.now() < until);
}

const PROGRAM = projectPath('dist', 'host', 'verify.js');

async function verifyStore({ processes, dataFolder }: Context): Promise<void> {
  const child = processes.spawn([PROGRAM, '--data-dir', dataFolder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const complaint = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`store:verify ended with status ${status}: ${await complaint}`);
}

const PAUSE_MS = 20;

const LIGHT_MS = 3_000;

const LIGHT_TARGETS = ['/api/products?limit=50', '/api/orders?from=2026-01-01&limit=20', '/api/me'] as const;

async function medianBeside(api: ApiConnection, work: () => Promise<void>): Promise<number> {
  const until = performance.now() + LIGHT_MS;
  const busy = work();
  const times: number[] = [];
  for (let asked = 0; performance.now() < until; asked += 1) {
    times.push(await api.time(LIGHT_TARGETS[asked % LIGHT_TARGETS.length] ?? LIGHT_TARGETS[0]));
    await delay(PAUSE_MS);
  }
  await busy;
  return percentile(times, 50);
}

/** In a separate thread: the measured client must not wait for the other one. */
async function flood({ address, token }: ApiConnection, targets: readonly string[]): Promise<void> {
  const result = await autocannon({
    url: address,
    connections: HEAVY_SOCKETS,
    duration: LIGHT_MS / 1000,
    workers: 1,
    headers: { authorization: `Bearer ${token}` },
    requests: targets.map((path) => ({ path })),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} heavy calls were not answered with 200`);
}
