import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { createColumn, markSummed } from '../../../shared/datasets/dataset.ts';
import { libreOffice, withConverted } from '../../support/libre-office.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { SKU, type WorkbookCase, writeWorkbookBytes } from '../../support/written-workbook.ts';

/** LibreOffice takes seconds to start, many on a busy machine. */
const TIMEOUT_MS = 120_000;

/** The first sheet as LibreOffice shows it: formatted cells, in English. */
async function openedInLibreOffice(written: WorkbookCase): Promise<string[][]> {
  const file = join(createTemporaryFolder(), 'list.xlsx');
  await writeFile(file, await writeWorkbookBytes(written));
  const text = await withConverted(file, 'csv', (path) => readFile(path));
  return parse(text, { relax_column_count: true });
}

describe('a workbook in LibreOffice, where it is installed', () => {
  it(
    'has its columns, the right sums, dates, and unchanged texts',
    async ({ skip }) => {
      skip(libreOffice === null, 'LibreOffice is not installed');
      const columns = [
        SKU,
        markSummed(createColumn('value', 'euros', 'Bedrag', 'Value')),
        createColumn('stock', 'number', 'Voorraad', 'Stock'),
        createColumn('at', 'timestamp', 'Tijd', 'Time'),
      ];
      const at = '2026-10-25T02:30:00+01:00';
      const skus = ['0012345678905', '90.750', '1E5', '=1+1', 'a\nb', '_x0041_\u0001', '<f>"&'];
      const rows = Array.from({ length: 700 }, (_, index) => {
        return { sku: skus[index % skus.length] ?? '', value: (index * 37 - 5_000) / 100, stock: 1.5, at };
      });
      const cents = rows.reduce((sum, { value }) => sum + Math.round(value * 100), 0);

      const end = { sums: { value: cents / 100 } };
      const [header, ...read] = await openedInLibreOffice({ document: { columns }, rows, end });
      const table = read.slice(0, rows.length);

      expect(header).toEqual(['Artikelnummer', 'Bedrag', 'Voorraad', 'Tijd']);
      expect(table.map(([sku]) => sku)).toEqual(rows.map(({ sku }) => sku));
      expect(table.reduce((sum, [, value]) => sum + centsOf(value), 0)).toBe(cents);
      expect(new Set(table.map(([, , ...shown]) => shown.join(' ')))).toEqual(new Set(['1.5 25-10-2026 02:30:00']));
      expect(read).toHaveLength(rows.length);
    },
    TIMEOUT_MS,
  );
});

/** From a text such as `-1,234.50`. */
function centsOf(shown = ''): number {
  return Math.round(Number(shown.replaceAll(',', '')) * 100);
}
