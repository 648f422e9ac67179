import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import type { ExportDocument } from '../../../electron/exports/writers/writer.ts';
import { type CellValue, column, type DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';
import { parseCsv } from '../../support/parse-csv.ts';

type Row = readonly CellValue[];

const TITLE = column('title', 'text', 'titel', 'title');
const VALUE = column('value', 'euros', 'bedrag; "netto"', 'amount, "net"');

async function chunkTexts(
  columns: readonly DatasetColumn[],
  rows: readonly Row[],
  changes: Partial<ExportDocument> = {},
  batchRows?: number,
): Promise<string[]> {
  const batches = batchesOf(rowsOf(columns, rows), batchRows);
  const chunks = await chunksOf(csvWriter, documentOf(columns, changes), batches);
  return chunks.map((chunk) => chunk.toString());
}

async function csvOf(
  columns: readonly DatasetColumn[],
  rows: readonly Row[],
  changes: Partial<ExportDocument> = {},
): Promise<string> {
  return (await chunkTexts(columns, rows, changes)).join('');
}

describe('the CSV for Excel (Nederland)', () => {
  it('is UTF-8 with a byte order mark, a header, semicolons and CRLF, to the byte', async () => {
    const bytes = Buffer.from(await csvOf([TITLE, VALUE], [['é', -12.5]]));

    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('"titel";"bedrag; ""netto"""\r\n"é";-12,50\r\n');
  });

  it('has its headings in the language of the request', async () => {
    expect(await csvOf([TITLE], [], { language: 'en' })).toBe('\uFEFF"title"\r\n');
  });

  it('is a header alone when there are no rows', async () => {
    expect(await csvOf([TITLE], [])).toBe('\uFEFF"titel"\r\n');
  });

  it('has an empty cell where a row has none', async () => {
    expect(await csvOf([TITLE, VALUE, { ...TITLE, id: 'last' }], [['a']])).toContain('\r\n"a";;\r\n');
  });

  it('comes in chunks, one for each batch, so that no file is held whole', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`product ${index}`, index]);
    const [head, ...chunks] = await chunkTexts([TITLE, VALUE], rows, {}, 1_000);

    expect(chunks).toHaveLength(20);
    for (const chunk of chunks) expect(parseCsv(chunk)).toHaveLength(1_000);
    expect(parseCsv([head, ...chunks].join(''))).toHaveLength(20_001);
  });
});

describe('the CSV for programs', () => {
  it('has commas, points, the ids of the columns and no byte order mark, to the byte', async () => {
    const bytes = Buffer.from(await csvOf([TITLE, VALUE], [['=é', -12.5]], { profile: 'data' }));

    expect(bytes.toString('latin1').startsWith('title,value\r\n')).toBe(true);
    expect(bytes.toString()).toBe('title,value\r\n=é,-12.50\r\n');
  });
});
