import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Ground } from '../ground/ground.ts';
import { openApi, type RunningProduct } from '../ground/running-product.ts';
import { openWindowPage } from '../ground/window-page.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';
import { exportPriceList } from './exports.ts';
import { reportTarget } from './report.ts';

const facts = {
  comparedWith: 'idle for as long',
  unit: 'ms',
  comparison: 'difference',
  bar: { atMost: 50 },
  rounds: 5,
} as const;

export const stallOfExport: Row = {
  ...facts,
  name: 'stall-export',
  measured: 'longest stall of the event loop during the export of the window',
  async prepare(ground) {
    const product = await startMonitored(ground);
    const page = await openWindowPage(product);
    return busyAndIdle(product, () => exportPriceList(page));
  },
};

export const stallOfWorkbook: Row = {
  ...facts,
  name: 'stall-xlsx',
  measured: 'longest stall of the event loop during the export of the window as XLSX',
  async prepare(ground) {
    const product = await startMonitored(ground);
    const page = await openWindowPage(product);
    return busyAndIdle(product, () => exportPriceList(page, 'xlsx'));
  },
};

export const stallOfReport: Row = {
  ...facts,
  name: 'stall-report',
  measured: 'longest stall of the event loop during a report over 24 months',
  async prepare(ground) {
    const product = await startMonitored(ground);
    const api = await openApi(product);
    return busyAndIdle(product, () => api.read(reportTarget(ground.shop.twoYears)));
  },
};

export const stallOfDiscounts: Row = {
  ...facts,
  name: 'stall-discounts',
  measured: 'longest stall of the event loop during the discounted orders of 24 months',
  async prepare(ground) {
    const product = await startMonitored(ground);
    const api = await openApi(product);
    const { from, to } = ground.shop.twoYears;
    return busyAndIdle(product, () => api.read(`/api/discount-orders?from=${from}&to=${to}`));
  },
};

function startMonitored(ground: Ground): Promise<RunningProduct> {
  return ground.startProduct({ host: 'browser', preload: STALL_MONITOR });
}

function busyAndIdle(product: RunningProduct, work: () => Promise<unknown>): Sides {
  let busyMs = 0;
  return {
    product: () =>
      longestStall(product, async () => {
        busyMs = await timeOf(work);
      }),
    reference: () => longestStall(product, () => delay(busyMs)),
  };
}

/** To be given to the product as `preload`. */
const STALL_MONITOR = fileURLToPath(new URL('stall-monitor.mjs', import.meta.url));

/** Milliseconds for which the product's event loop stood still at most while the work was done. */
async function longestStall(product: RunningProduct, work: () => Promise<unknown>): Promise<number> {
  await askMonitor(product);
  await work();
  return askMonitor(product);
}

async function askMonitor({ child }: RunningProduct): Promise<number> {
  const answer = once(child, 'message');
  child.send('longest');
  const [{ longestMs }] = (await answer) as [{ longestMs: number }];
  return longestMs;
}
