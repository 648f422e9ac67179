import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Context } from '../context/bench-context.ts';
import { openApi, type RunningProduct } from '../context/running-product.ts';
import { openWindowPage } from '../context/window-page.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';
import { exportPriceList } from './exports.ts';
import { reportTarget } from './report.ts';

type Work = () => Promise<unknown>;

/** Loaded by the product before its own code. */
const STALL_MONITOR = fileURLToPath(new URL('stall-monitor.mjs', import.meta.url));

function stallRow(
  name: string,
  during: string,
  prepareWork: (product: RunningProduct, benchContext: Context) => Promise<Work>,
): Row {
  return {
    name,
    measured: `longest stall of the event loop during ${during}`,
    comparedWith: 'idle for as long',
    unit: 'ms',
    comparison: 'difference',
    bar: { atMost: 50 },
    rounds: 5,
    async prepare(benchContext) {
      const product = await benchContext.startProduct({ host: 'browser', preload: STALL_MONITOR });
      const work = await prepareWork(product, benchContext);
      let busyMs = 0;
      return {
        product: () =>
          longestStall(product, async () => {
            busyMs = await timeOf(work);
          }),
        reference: () => longestStall(product, () => delay(busyMs)),
      };
    },
  };
}

export const STALL_ROWS: readonly Row[] = [
  stallRow('stall-export', 'the export of the window', async (product) => {
    const page = await openWindowPage(product);
    return () => exportPriceList(page);
  }),
  stallRow('stall-xlsx', 'the export of the window as XLSX', async (product) => {
    const page = await openWindowPage(product);
    return () => exportPriceList(page, 'xlsx');
  }),
  stallRow('stall-report', 'a report over 24 months', async (product, { shop }) => {
    const api = await openApi(product);
    return () => api.read(reportTarget(shop.twoYears));
  }),
  stallRow('stall-discounts', 'the discounted orders of 24 months', async (product, { shop }) => {
    const api = await openApi(product);
    const { from, to } = shop.twoYears;
    return () => api.read(`/api/discount-orders?from=${from}&to=${to}`);
  }),
];

/** Milliseconds for which the product's event loop stood still at most while the work was done. */
async function longestStall(product: RunningProduct, work: Work): Promise<number> {
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
