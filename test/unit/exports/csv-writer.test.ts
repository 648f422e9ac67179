import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import type { ExportDocument } from '../../../electron/exports/writers/writer.ts';
import { type CellValue, createColumn, type DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { createDocument, createRows, splitIntoBatches, writeChunks } from '../../support/export-document.ts';

type Row = readonly CellValue[];

const TITLE = createColumn('title', 'text', 'titel', 'title');
const VALUE = createColumn('value', 'euros', 'bedrag; "netto"', 'amount, "net"');

async function csvOf(
  columns: readonly DatasetColumn[],
  rows: readonly Row[],
  changes: Partial<ExportDocument> = {},
): Promise<string> {
  const chunks = await writeChunks(
    csvWriter,
    createDocument(columns, changes),
    splitIntoBatches(createRows(columns, rows)),
  );
  return Buffer.concat(chunks).toString();
}

describe('the CSV for Excel (Nederland)', () => {
  it('is, byte for byte, UTF-8 with a byte order mark, a header, semicolons and CRLF', async () => {
    const bytes = Buffer.from(await csvOf([TITLE, VALUE], [['é', -12.5]]));

    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('"titel";"bedrag; ""netto"""\r\n"é";-12,50\r\n');
  });

  it('has an empty cell if a row has no value', async () => {
    expect(await csvOf([TITLE, VALUE, { ...TITLE, id: 'last' }], [['a']])).toContain('\r\n"a";;\r\n');
  });
});

describe('the CSV for programs', () => {
  it('has, byte for byte, commas, decimal points, column ids and no byte order mark', async () => {
    const bytes = Buffer.from(await csvOf([TITLE, VALUE], [['=é', -12.5]], { profile: 'data' }));

    expect(bytes.toString('latin1').startsWith('title,value\r\n')).toBe(true);
    expect(bytes.toString()).toBe('title,value\r\n=é,-12.50\r\n');
  });
});
