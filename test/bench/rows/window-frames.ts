import type { Page } from 'playwright';
import { openBrowserWindow } from '../ground/browser-window.ts';
import type { Row } from '../harness/row.ts';
import { timeOf } from '../probes/time-of.ts';

export const exportFrames: Row = {
  name: 'window-frames',
  measured: 'longest gap between two frames of the window while it exports its price list as CSV',
  comparedWith: 'idle for as long',
  unit: 'ms',
  comparison: 'difference',
  // A frame of an idle window takes 17 ms of the 100.
  bar: { atMost: 83 },
  rounds: 5,
  async prepare(ground) {
    const { origin, page } = await openBrowserWindow(ground);
    await page.goto(`${origin}/#/catalog`);
    await page.locator('tr[data-index="0"] td:not(:empty)').first().waitFor();
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
