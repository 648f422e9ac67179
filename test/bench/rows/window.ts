import type { BrowserContext, Page } from 'playwright';
import type { Context, ShopFacts } from '../context/bench-context.ts';
import { openBrowserWindow } from '../context/browser-window.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

async function openWindowOf(benchContext: Context) {
  const product = await benchContext.startProduct({ host: 'browser' });
  const window = await openBrowserWindow(product);
  benchContext.add(window.close);
  return window;
}

async function openCatalog(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#/catalog`);
  await page.locator('tr[data-index="0"] td:not(:empty)').first().waitFor();
}

/** A list of the window, opened by its address as a start of the program does. */
function firstRowsOf(list: 'catalog' | 'orders', words: string, choices: (shop: ShopFacts) => string): Row {
  return {
    name: `window-${list}`,
    measured: `opening the window on the ${words}, until its first row is drawn`,
    comparedWith: 'opening a picture of the same host',
    unit: 'ms',
    comparison: 'difference',
    bar: { atMost: 1_000 },
    rounds: 5,
    async prepare(benchContext) {
      const { origin, context } = await openWindowOf(benchContext);
      const product = () => timeToFirstRows(context, `${origin}/#/${list}${choices(benchContext.shop)}`);
      const reference = () => timeToFile(context, `${origin}/icon.svg`);
      await product();
      return { product, reference };
    },
  };
}

/** Milliseconds from the start of the navigation to the first row of the table with text in it. */
function timeToFirstRows(context: BrowserContext, address: string): Promise<number> {
  return onNewPage(context, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            const text = document.querySelector('tr[data-index="0"] td')?.textContent;
            if (text) resolve(performance.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  });
}

/** The same for a file that the host only serves: until it is loaded. Its policy lets no frame be asked for. */
function timeToFile(context: BrowserContext, address: string): Promise<number> {
  return onNewPage(context, async (page) => {
    await page.goto(address);
    return page.evaluate(() => performance.now());
  });
}

async function onNewPage(context: BrowserContext, measure: (page: Page) => Promise<number>): Promise<number> {
  const page = await context.newPage();
  try {
    return await measure(page);
  } finally {
    await page.close();
  }
}

/** Letters of a word that many products have: each leaves another list. */
const WORD = 'van';

const keystroke: Row = {
  name: 'window-keystroke',
  measured: 'a letter typed into the search of the catalog, until the filtered rows are drawn',
  comparedWith: 'its requests to the API',
  unit: 'ms',
  comparison: 'difference',
  bar: { atMost: 100 },
  rounds: 7,
  async prepare(benchContext) {
    const { origin, page } = await openWindowOf(benchContext);
    await openCatalog(page, origin);
    const field = page.getByRole('searchbox').first();
    let typed = 0;
    let latest: Keystroke = { totalMs: Number.NaN, apiMs: Number.NaN };
    return {
      async product() {
        if (typed % WORD.length === 0) await startOver();
        latest = await timeOfKeystroke(page, WORD[typed % WORD.length] ?? '');
        typed += 1;
        return latest.totalMs;
      },
      reference: async () => latest.apiMs,
    };

    async function startOver(): Promise<void> {
      await field.fill('');
      await page.waitForTimeout(1_000);
      await field.focus();
    }
  },
};

interface Keystroke {
  /** From the key to the first row of a list of another length. */
  readonly totalMs: number;
  /** While a request of the API was under way in between. */
  readonly apiMs: number;
}

/** Presses a key in the field that has the focus and waits until the list shows other rows. */
async function timeOfKeystroke(page: Page, key: string): Promise<Keystroke> {
  const measured = page.evaluate(
    () =>
      new Promise<Keystroke>((resolve) => {
        const isRead = () => Boolean(document.querySelector('tr[data-index="0"] td')?.textContent);
        // How many rows are left: the first one may be the same.
        const list = () => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
        const before = list();
        performance.clearResourceTimings();
        let pressedAt = 0;
        const look = () => {
          if (list() === before || !isRead()) return void requestAnimationFrame(look);
          const shownAt = performance.now();
          resolve({ totalMs: shownAt - pressedAt, apiMs: apiTimeBetween(pressedAt, shownAt) });
        };
        const onKey = (event: KeyboardEvent) => {
          pressedAt = event.timeStamp;
          requestAnimationFrame(look);
        };
        document.addEventListener('keydown', onKey, { once: true, capture: true });

        /** Requests that overlap count once. */
        function apiTimeBetween(from: number, to: number): number {
          const spans = performance
            .getEntriesByType('resource')
            .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
            .map((entry) => entry as PerformanceResourceTiming)
            .map(({ startTime, responseEnd }) => ({ start: Math.max(startTime, from), end: Math.min(responseEnd, to) }))
            .sort((one, other) => one.start - other.start);
          let sum = 0;
          let until = from;
          for (const { start, end } of spans) {
            sum += Math.max(0, end - Math.max(start, until));
            until = Math.max(until, end);
          }
          return sum;
        }
      }),
  );
  // The evaluation has begun once another one is answered.
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return measured;
}

const exportFrames: Row = {
  name: 'window-frames',
  measured: 'longest gap between two frames of the window while it exports its price list as CSV',
  comparedWith: 'idle for as long',
  unit: 'ms',
  comparison: 'difference',
  // A frame of an idle window takes 17 ms of the 100.
  bar: { atMost: 83 },
  rounds: 5,
  async prepare(benchContext) {
    const { origin, page } = await openWindowOf(benchContext);
    await openCatalog(page, origin);
    let exportMs = 0;
    return {
      product: () =>
        longestFrame(page, async () => {
          exportMs = await timeOf(() => exportPriceList(page));
        }),
      reference: () => longestFrame(page, () => page.waitForTimeout(exportMs)),
    };
  },
};

export const WINDOW_ROWS: readonly Row[] = [
  firstRowsOf('catalog', 'catalog', () => ''),
  firstRowsOf('orders', 'orders of 24 months', ({ twoYears: { from, to } }) => `?period=${from}..${to}`),
  keystroke,
  exportFrames,
];

/** The main button of the page, which writes the price list. */
async function exportPriceList(page: Page): Promise<void> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporteren', exact: true }).click();
  const download = await coming;
  await download.delete();
}

async function longestFrame(page: Page, work: () => Promise<unknown>): Promise<number> {
  const watched = await page.evaluateHandle(() => {
    const watch = { longestMs: 0, isOver: false };
    let last = performance.now();
    const frame = (now: number) => {
      watch.longestMs = Math.max(watch.longestMs, now - last);
      last = now;
      if (!watch.isOver) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return watch;
  });
  await work();
  return watched.evaluate((watch) => {
    watch.isOver = true;
    return watch.longestMs;
  });
}
