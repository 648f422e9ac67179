import type { Page } from 'playwright';
import { openBrowserWindow } from '../ground/browser-window.ts';
import type { Row } from '../harness/row.ts';

/** Letters of a word that many products have: each leaves another list. */
const WORD = 'van';

export const keystroke: Row = {
  name: 'window-keystroke',
  measured: 'a letter typed into the search of the catalog, until the filtered rows are drawn',
  comparedWith: 'its requests to the API',
  unit: 'ms',
  comparison: 'difference',
  bar: { atMost: 100 },
  rounds: 7,
  async prepare(ground) {
    const { origin, page } = await openBrowserWindow(ground);
    await page.goto(`${origin}/#/catalog`);
    const field = page.getByRole('searchbox').first();
    await page.locator('tr[data-index="0"] td:not(:empty)').first().waitFor();
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
            .map(({ startTime, responseEnd }) => ({
              start: Math.max(startTime, from),
              end: Math.min(responseEnd, to),
            }))
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
