import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import { type CellValue, createColumn, type DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { createDocument, createRows, splitIntoBatches, writeChunks } from '../../support/export-document.ts';
import { libreOffice, withConverted } from '../../support/libre-office.ts';
import { type ReadWorkbook, readXlsx } from '../../support/read-xlsx.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const COLUMNS = [
  createColumn('title', 'text', 'Artikel', 'Product'),
  createColumn('value_wt', 'euros', 'Bedrag', 'Value'),
  createColumn('ppu', 'unit-price', 'Prijs', 'Price'),
  createColumn('vat', 'percentage', 'Btw %', 'VAT %'),
  createColumn('on', 'date', 'Datum', 'Date'),
];

const ROWS = [
  ['Crème "brûlée"; 0,5 €', -12.5, 10.7025, 21, '2026-10-25'],
  ['=1+1', 1234567.8, 0.5, 5.5, '2026-03-29'],
  ['-10% actie', 0, 9, 9, '2026-01-01'],
  ['twee\nregels', 0.05, 1, 0, '2024-02-29'],
];

/**
 * What a spreadsheet would run: at the beginning of a cell, after characters that it drops, and after each separator.
 */
const ATTACKS = [
  '=1+1',
  'x,=1+1',
  'x;=1+1',
  'x\t=1+1',
  'x\r\n=1+1',
  ...[' ', '\u00a0', '\u200b', '\u2060', '\ufeff', '\0', '"', "'"].flatMap((unseen) => [
    `${unseen}=1+1`,
    `x,${unseen}=1+1`,
  ]),
  '@SUM(A1)',
  '+1+1',
  '-1+1',
  'x,"=1+1',
  '=1+1,"',
];
const SEPARATORS = [',', ';', '\t'];

/** The file as LibreOffice opens it, with its own names for sheets and cells. */
async function openedByLibreOffice(file: Uint8Array, separator = ';'): Promise<ReadWorkbook> {
  const path = join(createTemporaryFolder(), 'lijst.csv');
  await writeFile(path, file);
  return withConverted(path, 'xlsx', async (converted) => readXlsx(await readFile(converted)), separator);
}

function formulasIn({ sheets }: ReadWorkbook): readonly string[] {
  return sheets.flatMap(({ xml }) => xml.match(/<f[ >][^<]*<\/f>/g) ?? []);
}

async function written(columns: readonly DatasetColumn[], rows: readonly (readonly CellValue[])[]) {
  return Buffer.concat(
    await writeChunks(csvWriter, createDocument(columns), splitIntoBatches(createRows(columns, rows))),
  );
}

describe('the CSV for Excel, where LibreOffice is installed', { timeout: 120_000 }, () => {
  it.for(SEPARATORS)('contains no formula when opened with the separator %j', async (separator, { skip }) => {
    skip(libreOffice === null, 'LibreOffice is not installed');
    const bare = ATTACKS.map((text) => `${text}${separator}${text}`).join('\r\n');
    expect(formulasIn(await openedByLibreOffice(Buffer.from(bare), separator))).not.toEqual([]);

    const columns = [createColumn('one', 'text', 'Een', 'One'), ...COLUMNS];
    const rows = ATTACKS.flatMap((text, at) => [
      [text, ATTACKS.at(-at) ?? '', -12.5, 10.7025, 21, '2026-10-25'],
      [null, text, 0, -0.5, null, null],
      ['', text, null, 1, 21, null],
    ]);
    expect(formulasIn(await openedByLibreOffice(await written(columns, rows), separator))).toEqual([]);
  });

  it('opens in columns, with amounts as numbers and days as dates', async ({ skip }) => {
    skip(libreOffice === null, 'LibreOffice is not installed');
    const { sheets } = await openedByLibreOffice(await written(COLUMNS, ROWS));
    const [header, ...rows] = sheets[0]?.rows ?? [];

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
