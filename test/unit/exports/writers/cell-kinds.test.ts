import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { type CellValue, createColumn, type DatasetColumn } from '../../../../shared/datasets/dataset.ts';
import { SKU, writeAndReadWorkbook, writeWorkbookBytes } from '../../../support/written-workbook.ts';

/** Returns the cell below the heading, and the code of its number format. */
async function cellUnder(declared: DatasetColumn, value: CellValue) {
  const { sheets, parts } = await writeAndReadWorkbook({
    document: { columns: [declared, createColumn('last', 'integer', 'Laatste', 'Last')] },
    rows: [{ [declared.id]: value, last: 1 }],
  });
  const style = /<c r="A2" s="(\d+)"/.exec(sheets[0]?.xml ?? '')?.[1];
  const formats = (parts.get('xl/styles.xml') ?? '').match(/(?<=<cellXfs.*?)<xf [^>]*>/gs) ?? [];
  const format = /numFmtId="(\d+)"/.exec(formats[Number(style)] ?? '')?.[1] ?? '';
  const code = new RegExp(`numFmtId="${format}" formatCode="([^"]+)"`).exec(parts.get('xl/styles.xml') ?? '');
  return { value: sheets[0]?.rows[1]?.[0] ?? null, format: code?.[1] ?? format };
}

describe('the cells of a workbook', () => {
  it.each(['0012345678905', '90.750', '1E5', '=1+1', '-5', '2026-11-21', 'TRUE'])(
    'store %s as text, which stays text when the file is opened',
    async (text) => {
      expect(await cellUnder(SKU, text)).toEqual({ value: text, format: '49' });
    },
  );

  it.each([
    ['euros', 1234.5, '4'],
    ['unit-price', 1.25, '#,##0.00##'],
    ['percentage', 21, '2'],
    ['number', 1.125, '0'],
    ['integer', 42, '1'],
  ] as const)('show %s as numbers of the right format', async (kind, value, format) => {
    expect(await cellUnder(createColumn('x', kind, 'X', 'X'), value)).toEqual({ value, format });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '12,50', true])('refuse %s as an amount', async (value) => {
    const columns = [createColumn('value', 'euros', 'Bedrag', 'Value')];

    await expect(writeWorkbookBytes({ document: { columns }, rows: [{ value }] })).rejects.toThrow(TypeError);
  });

  it('refuse a text that Excel cannot store, and say where it is', async () => {
    const failure = await writeWorkbookBytes({ rows: [{ sku: 'a' }, { sku: 'x'.repeat(32_768) }] }).catch(
      (error: unknown) => error,
    );

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code: 'not_written', message: expect.stringContaining('A3 would have 32768') });
  });
});
