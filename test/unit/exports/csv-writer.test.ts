import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellValue } from '../../../electron/exports/dataset.ts';
import { type CsvColumn, writeCsv } from '../../../electron/exports/writers/csv-writer.ts';
import { parseCsv } from '../../support/parse-csv.ts';

type Row = readonly CellValue[];

/** The rows in batches, each cell under the id of its column. */
async function* batchesOf(columns: readonly CsvColumn[], rows: readonly Row[], batchRows = 3) {
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows);
    yield batch.map((row) => Object.fromEntries(columns.map(({ id }, index) => [id, row[index] ?? null])));
  }
}

async function gathered(chunks: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

async function csvOf(columns: readonly CsvColumn[], rows: readonly Row[]): Promise<string> {
  return (await gathered(writeCsv(columns, batchesOf(columns, rows)))).join('');
}

const TEXT: CsvColumn = { id: 'title', heading: 'titel', kind: 'text' };
const EUROS: CsvColumn = { id: 'value', heading: 'bedrag; "netto"', kind: 'euros' };

describe('the CSV for Excel (Nederland)', () => {
  it('is UTF-8 with a byte order mark, a header, semicolons and CRLF, to the byte', async () => {
    const bytes = Buffer.from(await csvOf([TEXT, EUROS], [['é', -12.5]]));

    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe('titel;"bedrag; ""netto"""\r\né;-12,50\r\n');
  });

  it('is a header alone when there are no rows', async () => {
    expect(await csvOf([TEXT], [])).toBe('\uFEFFtitel\r\n');
  });

  it('reads back cell by cell, and no text is a formula', async () => {
    const hostile = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n;"\'aé0＝＋－＠ ,') });
    const cell = fc.oneof(hostile, fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell)), async (rows) => {
        const [, ...parsed] = parseCsv((await csvOf([TEXT, { ...TEXT, id: 'further' }], rows)).slice(1));
        const unguarded = parsed.map((row) =>
          row.map((read) => read.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')),
        );
        expect(unguarded).toEqual(
          rows.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))),
        );
        for (const read of parsed.flat()) expect(read).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      }),
      { seed: 4870, numRuns: 1_000 },
    );
  });

  it('has an empty cell where a row has none', async () => {
    expect(await csvOf([TEXT, EUROS, { ...TEXT, id: 'last' }], [['a']])).toContain('\r\na;;\r\n');
  });

  it('comes in chunks, one for each batch, so that no file is held whole', async () => {
    const columns = [TEXT, EUROS];
    const rows = Array.from({ length: 20_000 }, (_, index) => [`product ${index}`, index]);
    const [head, ...chunks] = await gathered(writeCsv(columns, batchesOf(columns, rows, 1_000)));

    expect(chunks).toHaveLength(20);
    for (const chunk of chunks) expect(parseCsv(chunk)).toHaveLength(1_000);
    expect(parseCsv([head, ...chunks].join(''))).toHaveLength(20_001);
  });
});
