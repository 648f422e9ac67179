import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConnection, connectApi, signIn } from '../ground/api-connection.ts';
import { openApi } from '../ground/running-product.ts';
import { percentile } from '../harness/percentile.ts';
import type { Row } from '../harness/row.ts';

/** What one program asks for at once, over and over. */
const HEAVY_SOCKETS = 40;
const IDLE_MS = 20;
const WINDOW_MS = 3_000;
const TARGETS = ['/api/products?limit=50', '/api/orders?from=2026-01-01&limit=20', '/api/me'] as const;

/** Nobody who looks at a page waits for a program that reads all there is. */
export const lightBesideHeavy: Row = {
  name: 'light-beside-heavy',
  measured: `p50 of small pages while another token asks for ${HEAVY_SOCKETS} reports and big pages at once`,
  comparedWith: 'idle',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 3,
  async prepare(ground) {
    const product = await ground.startProduct();
    const api = await openApi(product);
    const heavy = connectApi(product.apiAddress, await signIn(product.apiAddress), HEAVY_SOCKETS);
    const { from, to } = ground.shop.twoYears;
    const period = `from=${from}&to=${to}`;
    const targets = [
      `/api/order-items?${period}&limit=250`,
      `/api/reports/product-sales?${period}`,
      `/api/orders?${period}&limit=250&include=items,payments`,
      '/api/products?limit=200',
    ];
    for (const target of [...TARGETS, ...targets]) await api.read(target);
    return {
      product: () => medianBeside(api, (until) => flood(heavy, targets, until)),
      reference: () => medianBeside(api, () => Promise.resolve()),
    };
  },
};

async function medianBeside(api: ApiConnection, work: (until: number) => Promise<void>): Promise<number> {
  const until = performance.now() + WINDOW_MS;
  const busy = work(until);
  const times: number[] = [];
  for (let asked = 0; performance.now() < until; asked += 1) {
    times.push(await api.time(TARGETS[asked % TARGETS.length] ?? TARGETS[0]));
    await delay(IDLE_MS);
  }
  await busy;
  return percentile(times, 50);
}

async function flood({ read }: ApiConnection, targets: readonly string[], until: number): Promise<void> {
  const one = async (_: unknown, start: number) => {
    for (let asked = start; performance.now() < until; asked += 1) {
      await read(targets[asked % targets.length] ?? '');
    }
  };
  await Promise.all(Array.from({ length: HEAVY_SOCKETS }, one));
}
