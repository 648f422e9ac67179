import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellValue } from '../../../electron/exports/dataset.ts';
import { type CsvColumn, writeCsv } from '../../../electron/exports/writers/csv-writer.ts';
import { parseCsv } from '../../support/parse-csv.ts';

async function* rowsOf(rows: readonly (readonly CellValue[])[]) {
  yield* rows;
}

async function gathered(chunks: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

async function csvOf(
  columns: readonly CsvColumn[],
  rows: readonly (readonly CellValue[])[],
): Promise<string> {
  return (await gathered(writeCsv(columns, rowsOf(rows)))).join('');
}

const TEXT: CsvColumn = { heading: 'titel', kind: 'text' };
const EUROS: CsvColumn = { heading: 'bedrag; "netto"', kind: 'euros' };

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
        const [, ...parsed] = parseCsv((await csvOf([TEXT, TEXT], rows)).slice(1));
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

  it('comes in chunks, so that no file is held whole', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`product ${index}`, index]);
    const chunks = await gathered(writeCsv([TEXT, EUROS], rowsOf(rows)));

    expect(chunks.length).toBeGreaterThan(5);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
    expect(parseCsv(chunks.join(''))).toHaveLength(20_001);
  });
});
