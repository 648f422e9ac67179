import { openBrowserWindow } from '../ground/browser-window.ts';
import type { ShopFacts } from '../ground/shop-facts.ts';
import type { Row } from '../harness/row.ts';
import { timeToDrawnFile, timeToFirstRows } from '../probes/first-rows.ts';

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
