import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import { column } from '../../../shared/datasets/column.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';
import { libreOffice, withConverted } from '../../support/libre-office.ts';

const COLUMNS = [
  column('title', 'text', 'Artikel', 'Product'),
  column('value_wt', 'euros', 'Bedrag', 'Value'),
  column('ppu', 'unit-price', 'Prijs', 'Price'),
  column('vat', 'percentage', 'Btw %', 'VAT %'),
  column('on', 'date', 'Datum', 'Date'),
];

const ROWS = [
  ['Crème "brûlée"; 0,5 €', -12.5, 10.7025, 21, '2026-10-25'],
  ['=1+1', 1234567.8, 0.5, 5.5, '2026-03-29'],
  ['-10% actie', 0, 9, 9, '2026-01-01'],
  ['twee\nregels', 0.05, 1, 0, '2024-02-29'],
];

async function openedByLibreOffice(): Promise<readonly (readonly unknown[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-csv-'));
  try {
    const file = join(folder, 'lijst.csv');
    const chunks = await chunksOf(csvWriter, documentOf(COLUMNS), batchesOf(rowsOf(COLUMNS, ROWS)));
    await writeFile(file, Buffer.concat(chunks));
    const [sheet] = await withConverted(file, 'xlsx', (path) => readXlsx(path));
    return sheet?.data ?? [];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the CSV for Excel, where LibreOffice is installed', () => {
  it('opens in its columns, with amounts as numbers and days as days', async ({ skip }) => {
    skip(libreOffice === null, 'LibreOffice is not installed');
    const [header, ...rows] = await openedByLibreOffice();

    expect(header).toEqual(['Artikel', 'Bedrag', 'Prijs', 'Btw %', 'Datum']);
    expect(rows).toEqual(
      ROWS.map(([title, value, price, vat, day]) => [
        String(title).replace(/^(?=[=-])/, "'"),
        value,
        price,
        vat,
        new Date(`${day}T00:00:00Z`),
      ]),
    );
  });
});
