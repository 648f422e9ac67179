import { openBrowserWindow } from '../ground/browser-window.ts';
import type { Row } from '../harness/row.ts';
import { type Keystroke, timeOfKeystroke } from '../probes/keystroke.ts';

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
