import type { BrowserContext, Page } from 'playwright';
import type { Context, ShopFacts } from '../context/bench-context.ts';
import { openBrowserWindow } from '../context/browser-window.ts';
import type { Row } from '../harness/measure-row.ts';

async function openWindowOf(benchContext: Context) {
  const product = await benchContext.startProduct({ host: 'browser' });
  const window = await openBrowserWindow(product);
  benchContext.add(window.close);
  return window;
}

/** A list of the window, opened by its address like at a start of the program. */
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

/** The same for a file that the host only serves, until it is loaded. Its policy allows no frame to be requested. */
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

/** Letters of a word that many products have: each gives another list. */
const WORD = 'van';

const keystroke: Row = {
  name: 'window-keystroke',
  measured: 'a letter typed into the search of the catalog, until the filtered rows are drawn',
  comparedWith: 'nothing',
  unit: 'ms',
  comparison: 'difference',
  bar: { atMost: 100 },
  rounds: 7,
  async prepare(benchContext) {
    const { origin, page } = await openWindowOf(benchContext);
    await page.goto(`${origin}/#/catalog`);
    await page.locator('tr[data-index="0"] td:not(:empty)').first().waitFor();
    const field = page.getByRole('searchbox').first();
    let typed = 0;
    return {
      async product() {
        if (typed % WORD.length === 0) {
          await field.fill('');
          await page.waitForTimeout(1_000);
          await field.focus();
        }
        const key = WORD[typed % WORD.length] ?? '';
        typed += 1;
        return timeOfKeystroke(page, key);
      },
      reference: async () => 0,
    };
  },
};

/** Presses a key in the focused field, and returns the milliseconds until the list shows other rows. */
async function timeOfKeystroke(page: Page, key: string): Promise<number> {
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isRead = () => Boolean(document.querySelector('tr[data-index="0"] td')?.textContent);
        // The number of remaining rows: the first one may be the same.
        const list = () => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
        const before = list();
        let pressedAt = 0;
        const look = () => {
          if (list() === before || !isRead()) requestAnimationFrame(look);
          else resolve(performance.now() - pressedAt);
        };
        const onKey = (event: KeyboardEvent) => {
          pressedAt = event.timeStamp;
          requestAnimationFrame(look);
        };
        document.addEventListener('keydown', onKey, { once: true, capture: true });
      }),
  );
  // The first evaluation has started once another one is answered.
  await page.evaluate(() => undefined);
  await page.keyboard.press(key);
  return measured;
}

export const WINDOW_ROWS: readonly Row[] = [
  firstRowsOf('catalog', 'catalog', () => ''),
  firstRowsOf('orders', 'orders of 24 months', ({ twoYears: { from, to } }) => `?period=${from}..${to}`),
  keystroke,
];
