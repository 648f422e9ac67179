import { readFileSync } from 'node:fs';
import { openWindowPage } from '../ground/window-page.ts';
import type { Row } from '../harness/row.ts';
import { timeOf } from '../probes/time-of.ts';
import { writePlainPriceList } from './plain-price-list.ts';
import { exportPriceList } from './price-list-export.ts';

export const exportToFile: Row = {
  name: 'export',
  measured: 'price list to CSV, bridge call of the window over HTTP until the file is there',
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 5,
  async prepare(ground) {
    const page = await openWindowPage(await ground.startProduct({ host: 'browser' }));
    const plainFile = ground.scratchFile('plain.csv');
    const rows = await writePlainPriceList(ground, plainFile);
    const exported = await page.download(await exportPriceList(page));
    requireSameText(exported, readFileSync(plainFile, 'utf8'));
    return {
      detail: `${rows} rows, both files equal`,
      product: () => timeOf(() => exportPriceList(page)),
      reference: () => timeOf(() => writePlainPriceList(ground, plainFile)),
    };
  },
};

/** A shorter way to another file would be no reference. */
function requireSameText(left: string, right: string): void {
  if (left === right) return;
  const [lines, others] = [left.split('\r\n'), right.split('\r\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  throw new Error(`line ${at + 1} of the files is “${lines[at]}” and “${others[at]}”`);
}
