import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context/bench-context.ts';
import { type BrowserWindow, launchBrowser, openBrowserWindow } from '../context/browser-window.ts';
import { memoryOf, type ServerProcess, startProduct } from '../context/running-product.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

/** The pages that a person opens in a morning. */
const PAGES = ['overview', 'catalog', 'orders', 'discounts', 'report', 'journal', 'product-sales', 'day-closing'];

/** Longer than the minute after which threads end and garbage is collected. */
const REST_MS = 75_000;

const restMemory: Row = {
  name: 'rest-memory',
  measured: 'memory on the demo shop with its window open, after use of 8 pages and 75 s of rest',
  comparedWith: 'nothing',
  unit: 'MB',
  comparison: 'difference',
  bar: { atMost: 110 },
  rounds: 5,
  prepare: async (benchContext) => ({
    product: () =>
      onNewFolder(benchContext, async (product) => {
        const { origin, page, close } = await openBrowserWindow(product);
        await page.reload();
        for (const name of PAGES) {
          await page.goto(`${origin}/#/${name}`);
          await page.waitForLoadState('networkidle');
        }
        await wait(REST_MS);
        const memory = memoryOf(product);
        await close();
        return memory;
      }),
    reference: async () => 0,
  }),
};

const firstFigures: Row = {
  name: 'first-figures',
  measured: 'first start, with an empty data folder, until the window shows the figures of the demo shop',
  comparedWith: 'start of an empty Fastify',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 15 },
  rounds: 5,
  prepare: async (benchContext) => ({
    async product() {
      const browser = await launchBrowser();
      try {
        return await onNewFolder(benchContext, async (product) => {
          const windowMs = await timeOf(async () => showFigures(await openBrowserWindow(product, browser)));
          return product.startMs + windowMs;
        });
      } finally {
        await browser.close();
      }
    },
    async reference() {
      const running = await benchContext.startEmptyFastify();
      await benchContext.stop(running);
      return running.startMs;
    },
  }),
};

export const FIRST_START_ROWS: readonly Row[] = [firstFigures, restMemory];

/** The product with its window on a separate data folder, which is removed afterwards. */
async function onNewFolder(
  { processes, scratchFile, stop }: Context,
  measure: (product: ServerProcess) => Promise<number>,
): Promise<number> {
  const folder = scratchFile('new-folder');
  mkdirSync(folder);
  const product = await startProduct(processes, folder, { host: 'browser' });
  try {
    return await measure(product);
  } finally {
    await stop(product);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reloads the page, signed in as it is, and waits for an amount. */
async function showFigures({ page }: BrowserWindow): Promise<void> {
  await page.reload();
  await page.waitForFunction(() => /€\s?\d/.test(document.querySelector('main')?.textContent ?? ''));
}
