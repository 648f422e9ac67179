import { openWindowPage } from '../ground/window-page.ts';
import type { Row } from '../harness/row.ts';
import { memoryOf, peakMemory } from '../probes/peak-memory.ts';
import { exportPriceList } from './price-list-export.ts';

export const exportMemory: Row = {
  name: 'export-memory',
  measured: 'peak memory during the export of the window, each time in a new process',
  comparedWith: 'idle, signed in',
  unit: 'MB',
  comparison: 'difference',
  bar: { atMost: 80 },
  rounds: 3,
  async prepare(ground) {
    let idle = Number.NaN;
    return {
      async product() {
        const product = await ground.startProduct({ host: 'browser' });
        const pid = product.child.pid ?? 0;
        const page = await openWindowPage(product);
        idle = memoryOf(pid);
        const peak = await peakMemory(pid, () => exportPriceList(page));
        await ground.stop(product);
        return peak;
      },
      reference: async () => idle,
    };
  },
};
