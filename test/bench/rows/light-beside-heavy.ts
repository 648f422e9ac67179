import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
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
    const heavy = connectApi(product.apiAddress, await signIn(product.apiAddress));
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
      product: () => medianBeside(api, () => flood(heavy, targets)),
      reference: () => medianBeside(api, () => Promise.resolve()),
    };
  },
};

async function medianBeside(api: ApiConnection, work: () => Promise<void>): Promise<number> {
  const until = performance.now() + WINDOW_MS;
  const busy = work();
  const times: number[] = [];
  for (let asked = 0; performance.now() < until; asked += 1) {
    times.push(await api.time(TARGETS[asked % TARGETS.length] ?? TARGETS[0]));
    await delay(IDLE_MS);
  }
  await busy;
  return percentile(times, 50);
}

/** In a thread of its own: the client that is measured must not wait for the other one. */
async function flood({ address, token }: ApiConnection, targets: readonly string[]): Promise<void> {
  const result = await autocannon({
    url: address,
    connections: HEAVY_SOCKETS,
    duration: WINDOW_MS / 1000,
    workers: 1,
    headers: { authorization: `Bearer ${token}` },
    requests: targets.map((path) => ({ path })),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} heavy calls were not answered with 200`);
}
