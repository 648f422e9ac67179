import type { ExportRow } from '../dataset.ts';
import { joinRows, type Writer } from './writer.ts';

export const jsonLinesWriter: Writer = {
  extension: 'jsonl',
  maxRows: null,
  async *write({ columns }, batches) {
    const ids = columns.map(({ id }) => id);
    yield* joinRows(batches, (row) => `${createLine(row, ids)}\n`);
  },
};

function createLine(row: ExportRow, ids: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, row[id] ?? null])));
}
