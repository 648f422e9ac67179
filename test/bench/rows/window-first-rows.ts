import type { BrowserContext, Page } from 'playwright';
import { openBrowserWindow } from '../ground/browser-window.ts';
import type { ShopFacts } from '../ground/shop-facts.ts';
import type { Row } from '../harness/row.ts';

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
    async prepare(ground) {
      const { origin, context } = await openBrowserWindow(ground);
      const product = () => timeToFirstRows(context, `${origin}/#/${list}${choices(ground.shop)}`);
      const reference = () => timeToDrawnFile(context, `${origin}/icon.svg`);
      await product();
      return { product, reference };
    },
  };
}

export const firstProducts = firstRowsOf('catalog', 'catalog', () => '');

export const firstOrders = firstRowsOf(
  'orders',
  'orders of 24 months',
  ({ twoYears: { from, to } }) => `?period=${from}..${to}`,
);

/** Milliseconds from the start of the navigation to the first row of the table with text in it. */
async function timeToFirstRows(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: 'commit' });
    return await page.evaluate(
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
  } finally {
    await page.close();
  }
}

/** The same for a file that the host only hands out: until it is drawn. */
async function timeToDrawnFile(context: BrowserContext, address: string): Promise<number> {
  const page: Page = await context.newPage();
  try {
    await page.goto(address);
    return await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
    );
  } finally {
    await page.close();
  }
}
