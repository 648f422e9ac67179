import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { type CellValue, choice, column, type DatasetColumn } from '../../../../shared/datasets/dataset.ts';
import { SKU, workbookBytes, writtenWorkbook } from '../../../support/written-workbook.ts';

const KINDS = [
  SKU,
  choice('status', 'Status', 'Status', { complete: { nl: 'Voltooid', en: 'Complete' } }),
  column('paid', 'flag', 'Betaald', 'Paid'),
  column('value', 'euros', 'Bedrag', 'Value'),
  column('ppu', 'unit-price', 'Prijs', 'Price'),
  column('vat', 'percentage', 'Btw %', 'VAT %'),
  column('stock', 'number', 'Voorraad', 'Stock'),
  column('id', 'integer', 'Id', 'Id'),
  column('date', 'date', 'Dag', 'Day'),
  column('at', 'timestamp', 'Tijd', 'Time'),
];
const ROW = {
  sku: '0012345678905',
  status: 'complete',
  paid: false,
  value: -1234.5,
  ppu: 0.1234,
  vat: 12.25,
  stock: 1.125,
  id: 42,
  date: '2026-11-21',
  at: '2026-11-21T14:00:05+01:00',
};

/** The cell below the heading, and the code of its number format. */
async function cellUnder(declared: DatasetColumn, value: CellValue) {
  const { sheets, parts } = await writtenWorkbook({
    document: { columns: [declared, column('last', 'integer', 'Laatste', 'Last')] },
    rows: [{ [declared.id]: value, last: 1 }],
  });
  const style = /<c r="A2" s="(\d+)"/.exec(sheets[0]?.xml ?? '')?.[1];
  const formats = (parts.get('xl/styles.xml') ?? '').match(/(?<=<cellXfs.*?)<xf [^>]*>/gs) ?? [];
  const format = /numFmtId="(\d+)"/.exec(formats[Number(style)] ?? '')?.[1] ?? '';
  const code = new RegExp(`numFmtId="${format}" formatCode="([^"]+)"`).exec(parts.get('xl/styles.xml') ?? '');
  return { value: sheets[0]?.rows[1]?.[0] ?? null, format: code?.[1] ?? format };
}

describe('the cells of a workbook', () => {
  it('are of the type of their kind, with the words of the language', async () => {
    const { sheets } = await writtenWorkbook({ document: { columns: KINDS }, rows: [ROW] });

    expect(sheets[0]?.rows).toEqual([
      KINDS.map(({ heading }) => heading.nl),
      [
        '0012345678905',
        'Voltooid',
        'Nee',
        -1234.5,
        0.1234,
        12.25,
        1.125,
        42,
        new Date('2026-11-21T00:00:00Z'),
        new Date('2026-11-21T14:00:05Z'),
      ],
    ]);
  });

  it.each(['0012345678905', '90.750', '1E5', '=1+1', '-5', '2026-11-21', 'TRUE'])(
    'hold %s as text, and keep it text when they are opened',
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
  ] as const)('show %s as numbers of their own form', async (kind, value, format) => {
    expect(await cellUnder(column('x', kind, 'X', 'X'), value)).toEqual({ value, format });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '12,50', true])('refuse %s for an amount', async (value) => {
    const columns = [column('value', 'euros', 'Bedrag', 'Value')];

    await expect(workbookBytes({ document: { columns }, rows: [{ value }] })).rejects.toThrow(TypeError);
  });

  it('refuse a text that Excel cannot hold, and say where', async () => {
    const failure = await workbookBytes({ rows: [{ sku: 'a' }, { sku: 'x'.repeat(32_768) }] }).catch(
      (error: unknown) => error,
    );

    expect(failure).toBeInstanceOf(ExportError);
    expect(failure).toMatchObject({ code: 'not_written', message: expect.stringContaining('A3 would have 32768') });
  });
});
