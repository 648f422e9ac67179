import type { ExportRow } from '../dataset.ts';
import type { Writer } from './writer.ts';

export const jsonLinesWriter: Writer = {
  extension: 'jsonl',
  maxRows: null,
  async *write({ columns }, batches) {
    const ids = columns.map(({ id }) => id);
    for await (const rows of batches) yield rows.map((row) => `${lineOf(row, ids)}\n`).join('');
  },
};

function lineOf(row: ExportRow, ids: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(ids.map((id) => [id, row[id] ?? null])));
}
