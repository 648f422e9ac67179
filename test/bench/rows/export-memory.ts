import type { ExportFormat } from '../../../shared/contract/exports.ts';
import { openWindowPage } from '../ground/window-page.ts';
import type { Row } from '../harness/row.ts';
import { memoryOf, peakMemory } from '../probes/peak-memory.ts';
import { exportPriceList } from './price-list-export.ts';

const facts = { comparedWith: 'idle, signed in', unit: 'MB', comparison: 'difference', rounds: 3 } as const;

export const exportMemory: Row = {
  ...facts,
  name: 'export-memory',
  measured: 'peak memory during the export of the window, each time in a new process',
  bar: { atMost: 80 },
  prepare: memoryDuring('csv'),
};

export const workbookMemory: Row = {
  ...facts,
  name: 'xlsx-memory',
  measured: 'the same during its export as XLSX',
  bar: { atMost: 120 },
  prepare: memoryDuring('xlsx'),
};

function memoryDuring(format: ExportFormat): Row['prepare'] {
  return async (ground) => {
    let idle = Number.NaN;
    return {
      async product() {
        const product = await ground.startProduct({ host: 'browser' });
        const pid = product.child.pid ?? 0;
        const page = await openWindowPage(product);
        idle = memoryOf(pid);
        const peak = await peakMemory(pid, () => exportPriceList(page, format));
        await ground.stop(product);
        return peak;
      },
      reference: async () => idle,
    };
  };
}
