import { describe, expect, it } from 'vitest';
import type { ExportRow } from '../../../../electron/exports/dataset.ts';
import { createSheet, sheetColumns } from '../../../../electron/exports/writers/xlsx-sheet.ts';
import { xlsxWriter } from '../../../../electron/exports/writers/xlsx-writer.ts';
import { column } from '../../../../shared/datasets/dataset.ts';
import { batchesOf, documentOf, endOf } from '../../../support/written-workbook.ts';

const BATCH_ROWS = 1_000;
/** Batches of some 150 KB of XML, where each stream on the way holds 64 KB. */
const MOST_AHEAD = 40;

/** Texts that no compression makes small, so that little of them fits between writer and reader. */
function batchAt(index: number): ExportRow[] {
  return Array.from({ length: BATCH_ROWS }, (_, row) => {
    const seed = index * BATCH_ROWS + row;
    const digits = Array.from({ length: 8 }, (_, at) =>
      Math.abs(Math.sin(seed * 8 + at + 1))
        .toString(36)
        .slice(2),
    );
    return { key: String(seed), sku: digits.join('') };
  });
}

function endlessRows() {
  const told = { batches: 0, isClosed: false };
  async function* batches() {
    try {
      for (let index = 0; ; index += 1) {
        told.batches += 1;
        yield batchAt(index);
      }
    } finally {
      told.isClosed = true;
    }
  }
  return { told, batches: batches() };
}

async function* failingAfter(batches: number, failure: unknown): AsyncGenerator<ExportRow[]> {
  for (let index = 0; index < batches; index += 1) yield batchAt(index);
  throw failure;
}

async function drained(chunks: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _ of chunks);
    return null;
  } catch (error) {
    return error;
  }
}

describe('the XML of a sheet', () => {
  it('is held for the widths of its columns up to four million characters', async () => {
    const sku = 'x'.repeat(32_000);
    const rows = Array.from({ length: 300 }, (_, id) => ({ key: String(id), sku }));
    const sheet = createSheet({
      ...{ language: 'nl', columns: sheetColumns([column('sku', 'text', 'Artikelnummer', 'SKU')], 'nl'), rows: [rows] },
      ...{ isFirst: true, fixed: [], title: null, notes: () => [] },
      page: () => documentOf(),
    });
    const bytes: number[] = [];
    for await (const chunk of sheet.chunks()) bytes.push(chunk.length);

    expect(Math.max(...bytes)).toBeLessThan(4_100_000);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(9_600_000);
  });
});

describe('the stream of a workbook', () => {
  it.each([0, 1, 40])('throws what the rows throw, as it is, after %d batches', async (batches) => {
    const failure = new Error('the platform failed');

    expect(await drained(xlsxWriter.write(documentOf(), failingAfter(batches, failure), endOf))).toBe(failure);
  });

  it('throws what is thrown at the end', async () => {
    const failure = new RangeError('sums too large');
    const end = () => {
      throw failure;
    };

    expect(await drained(xlsxWriter.write(documentOf(), batchesOf(), end))).toBe(failure);
  });

  it('ends the rows when nobody reads on', async () => {
    const { told, batches } = endlessRows();
    for await (const _ of xlsxWriter.write(documentOf(), batches, endOf)) if (told.batches > 3) break;

    expect(told.isClosed).toBe(true);
  });

  it('ends the rows when the reader fails', async () => {
    const { told, batches } = endlessRows();
    const failure = new Error('disk full');
    async function* failingReader() {
      for await (const chunk of xlsxWriter.write(documentOf(), batches, endOf)) {
        yield chunk;
        if (told.batches > 3) throw failure;
      }
    }

    expect(await drained(failingReader())).toBe(failure);
    expect(told.isClosed).toBe(true);
  });

  it('ends the rows when a cell cannot be written', async () => {
    const { told, batches } = endlessRows();
    const document = documentOf({ columns: [column('sku', 'euros', 'Bedrag', 'Value')] });

    expect(await drained(xlsxWriter.write(document, batches, endOf))).toBeInstanceOf(TypeError);
    expect(told).toEqual({ batches: 1, isClosed: true });
  });

  it('takes no row before it is read, and then no more than fit on the way', async () => {
    const { told, batches } = endlessRows();
    const chunks = xlsxWriter.write(documentOf(), batches, endOf)[Symbol.asyncIterator]();
    expect(told.batches).toBe(0);

    await chunks.next();
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);

    expect(told.batches).toBeLessThan(MOST_AHEAD);
    await chunks.return?.();
    expect(told.isClosed).toBe(true);
  });
});
