import { describe, expect, it } from 'vitest';
import { jsonLinesWriter } from '../../../electron/exports/writers/json-lines-writer.ts';
import { column } from '../../../shared/datasets/dataset.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';

const COLUMNS = [
  column('title', 'text', 'titel', 'title'),
  column('is_paid', 'flag', 'betaald', 'paid'),
  column('value_wt', 'euros', 'bedrag', 'amount'),
];

async function linesOf(rows: readonly (readonly (string | number | boolean | null)[])[]) {
  const chunks = await chunksOf(jsonLinesWriter, documentOf(COLUMNS), batchesOf(rowsOf(COLUMNS, rows)));
  return Buffer.concat(chunks).toString();
}

describe('JSON lines', () => {
  it('are an object for each row, with the values of the API under the ids of the columns', async () => {
    expect(await linesOf([['=1\n"é"', true, -12.5]])).toBe(
      '{"title":"=1\\n\\"é\\"","is_paid":true,"value_wt":-12.5}\n',
    );
  });

  it('tell an empty cell as null, and no row as nothing', async () => {
    expect(await linesOf([['a', false, null]])).toBe('{"title":"a","is_paid":false,"value_wt":null}\n');
    expect(await linesOf([])).toBe('');
  });
});
