import { describe, expect, it } from 'vitest';
import { xlsxWriter } from '../../../../electron/exports/writers/xlsx-writer.ts';
import { column, knownSum, summed } from '../../../../shared/datasets/dataset.ts';
import { AS_OF, SKU, workbookBytes, writtenWorkbook } from '../../../support/written-workbook.ts';

const SECTION = column('section', 'text', 'Onderdeel', 'Section');
const VALUE = summed(column('value', 'euros', 'Bedrag', 'Value'));
const PIECES = summed(column('quantity', 'number', 'Aantal', 'Quantity'));
const LIST = { columns: [column('id', 'integer', 'Id', 'Id'), SKU, VALUE, PIECES] };
const ROWS = Array.from({ length: 8 }, (_, index) => ({ id: index, sku: `sku ${index}`, value: 1.1, quantity: 2 }));

describe('a workbook of a list', () => {
  it('has the day of rows that are a state in the name of its sheet', async () => {
    const { sheets } = await writtenWorkbook({ document: { title: 'Openstaande facturen', day: '2026-10-31' } });
    expect(sheets.map(({ name }) => name)).toEqual(['Openstaande facturen 31-10-2026']);
  });

  it('is one sheet under the title, with a header that stands still and a filter over the table', async () => {
    const { sheets, parts } = await writtenWorkbook({ document: LIST, rows: ROWS });
    const [sheet] = sheets;

    expect(sheets.map(({ name }) => name)).toEqual(['Prijslijst']);
    expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet?.xml).toContain('<autoFilter ref="A1:D9"/>');
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Prijslijst'!$A$1:$D$9</definedName>`,
    );
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Prijslijst'!$1:$1</definedName>`,
    );
  });

  it('has room for what is in a column, and for its heading', async () => {
    const long = { nl: 'Een heel lang opschrift van een kolom', en: '' };
    const columns = [SKU, VALUE, { ...column('id', 'integer', '', ''), heading: long }];
    const { sheets } = await writtenWorkbook({ document: { columns } });

    expect(sheets[0]?.xml.match(/(?<= width=")\d+/g)).toEqual(['30', '14', String(long.nl.length + 5)]);
  });

  it('is printed on A4 across, as wide as a page', async () => {
    const { sheets } = await writtenWorkbook({});

    expect(sheets[0]?.xml).toContain('<pageSetUpPr fitToPage="1"/>');
    expect(sheets[0]?.xml).toContain('paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"');
  });

  it('ends with the sums below a free row, outside of the filter', async () => {
    const { sheets } = await writtenWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: { value: 8.8, quantity: 16 } },
    });

    expect(sheets[0]?.rows.slice(8)).toEqual([
      [7, 'sku 7', 1.1, 2],
      [null, null, null, null],
      [null, 'Totaal', 8.8, 16],
    ]);
    expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:D9"/>');
  });

  it('has what the platform does not know in its cells, its total, a note below it, and its properties', async () => {
    const cost = knownSum(column('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost');
    const note = 'Niet bekend op dit platform: inkoopwaarde en marge. Wat daarvan ontbreekt, staat er niet als 0.';
    const written = {
      document: { columns: [SKU, VALUE, cost] },
      rows: [{ sku: 'a', value: 1, cost: null }],
      end: { sums: { value: 1, cost: null }, unknown: ['cost'] },
    };
    const { sheets, parts } = await writtenWorkbook(written);
    expect(sheets[0]?.rows.slice(1)).toEqual([
      ['a', 1, 'niet bekend'],
      [null, null, null],
      ['Totaal', 1, 'niet bekend'],
      [note, null, null],
    ]);
    expect(parts.get('docProps/core.xml')).toContain(`<dc:description>${note}</dc:description>`);
  });

  it('that a program imports has the note on what is not known in its properties alone', async () => {
    const written = { document: { isForImport: true }, rows: [{ sku: 'a' }], end: { unknown: ['tips'] } };
    const { sheets, parts } = await writtenWorkbook(written);
    expect(sheets[0]?.rows).toEqual([['Artikelnummer'], ['a']]);
    expect(parts.get('docProps/core.xml')).toContain('<dc:description>Niet bekend op dit platform: fooien.');
  });

  it('has the note on the totals below them, but not where a program imports it', async () => {
    const written = {
      rows: [{ sku: 'a', value: 1 }],
      end: { sums: { value: 1 }, totals: { cells: {}, note: 'omzet 1' } },
    };
    const read = async (isForImport: boolean) =>
      (await writtenWorkbook({ ...written, document: { columns: [SKU, VALUE], isForImport } })).sheets[0]?.rows;
    expect((await read(false))?.slice(3)).toEqual([
      ['Totaal', 1],
      ['omzet 1', null],
    ]);
    expect(await read(true)).toHaveLength(2);
  });

  it('has both notes where rows are missing too', async () => {
    const shortfall = { kind: 'moved', message: 'moved' } as const;
    const { sheets } = await writtenWorkbook({ rows: [{ sku: 'a' }], end: { unknown: ['tips'], shortfall } });
    expect(
      sheets[0]?.rows
        .slice(2)
        .flat()
        .map((cell) => String(cell).split(/[ :]/)[0]),
    ).toEqual(['null', 'ONVOLLEDIG', 'Niet']);
  });

  it('has no totals where no column has a sum', async () => {
    expect((await writtenWorkbook({ rows: [{ sku: 'a' }] })).sheets[0]?.rows).toEqual([['Artikelnummer'], ['a']]);
  });

  it('has no totals where a program reads it, which would take them for a row', async () => {
    const { sheets } = await writtenWorkbook({
      document: { ...LIST, isForImport: true },
      rows: ROWS,
      end: { sums: { value: 8.8, quantity: 16 } },
    });

    expect(sheets[0]?.rows).toHaveLength(9);
    expect(sheets[0]?.rows.at(-1)).toEqual([7, 'sku 7', 1.1, 2]);
  });

  it('says in its last row that rows are missing', async () => {
    const shortfall = { kind: 'failed', message: 'The platform did not answer.' } as const;
    const { sheets } = await writtenWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: { value: 8.8, quantity: 16 }, shortfall },
    });

    expect(sheets[0]?.rows.at(-2)?.[1]).toBe('Totaal');
    expect(sheets[0]?.rows.at(-1)).toEqual([
      'ONVOLLEDIG (INCOMPLETE): Het kassaplatform viel tijdens het lezen uit. Exporteer later opnieuw.',
      null,
      null,
      null,
    ]);
  });

  it('is a header and totals when there are no rows', async () => {
    const { sheets } = await writtenWorkbook({ document: LIST, end: { sums: { value: 0, quantity: 0 } } });

    expect(sheets[0]?.rows).toEqual([
      ['Id', 'Artikelnummer', 'Bedrag', 'Aantal'],
      [null, null, null, null],
      [null, 'Totaal', 0, 0],
    ]);
    expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:D1"/>');
  });
});

describe('a workbook of sections', () => {
  const document = { title: 'Rapport', columns: [SECTION, SKU], sectionColumn: 'section' };
  const rows = ['Omzet', 'Omzet', 'Btw', 'Btw', 'Btw', 'Controles'].map((section, index) => ({
    section,
    sku: `sku ${index}`,
  }));

  it.each([1, 2, 3, 100])('has a sheet for each in their order, from batches of %d rows', async (batchRows) => {
    const { sheets, parts } = await writtenWorkbook({ document, rows, batchRows });

    expect(sheets.map((sheet) => [sheet.name, sheet.rows.flat()])).toEqual([
      ['Omzet', ['Artikelnummer', 'sku 0', 'sku 1']],
      ['Btw', ['Artikelnummer', 'sku 2', 'sku 3', 'sku 4']],
      ['Controles', ['Artikelnummer', 'sku 5']],
    ]);
    expect(parts.get('xl/workbook.xml')).toContain(`localSheetId="1" hidden="1">'Btw'!$A$1:$A$4<`);
    expect(sheets.map(({ xml }) => xml.includes('tabSelected'))).toEqual([true, false, false]);
  });

  it('parts the rows by a column that is not in the file', async () => {
    const { sheets } = await writtenWorkbook({ document: { ...document, columns: [SKU] }, rows });

    expect(sheets.map(({ name }) => name)).toEqual(['Omzet', 'Btw', 'Controles']);
  });

  it('keeps the column of the sections where it is the only one', async () => {
    const { sheets } = await writtenWorkbook({ document: { ...document, columns: [SECTION] }, rows });

    expect(sheets[2]?.rows).toEqual([['Onderdeel'], ['Controles']]);
  });

  it('has another sheet for a section that comes again', async () => {
    const { sheets } = await writtenWorkbook({ document, rows: [...rows, { section: 'Omzet', sku: 'late' }] });

    expect(sheets.at(-1)?.name).toBe('Omzet (2)');
    expect(sheets.at(-1)?.rows).toEqual([['Artikelnummer'], ['late']]);
  });

  it('has a sheet with the header when there are no rows', async () => {
    const { sheets } = await writtenWorkbook({ document });

    expect(sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([['Rapport', [['Artikelnummer']]]]);
  });

  it('has no totals: the sums are those of all sheets', async () => {
    const columns = [SECTION, SKU, VALUE];
    const { sheets } = await writtenWorkbook({
      document: { ...document, columns },
      rows,
      end: { sums: { value: 1 } },
    });

    expect(sheets.at(-1)?.rows).toEqual([
      ['Artikelnummer', 'Bedrag'],
      ['sku 5', null],
    ]);
  });

  it('says on the last sheet that rows are missing', async () => {
    const { sheets } = await writtenWorkbook({
      document,
      rows,
      end: { shortfall: { kind: 'moved', message: 'Rows moved.' } },
    });

    expect(sheets.map(({ rows: read }) => read.at(-1)?.[0])).toEqual([
      'sku 1',
      'sku 4',
      'ONVOLLEDIG (INCOMPLETE): De gegevens bleven veranderen tijdens het lezen. Exporteer later opnieuw.',
    ]);
  });
});

describe('xlsxWriter', () => {
  it('leaves room on a sheet for the header and what closes it', () => {
    expect(xlsxWriter.maxRows).toBe(1_048_576 - 6);
  });

  it('makes the same bytes of the same rows, however they come', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: index, sku: `sku ${index}`, value: 1 }));
    const written = (batchRows: number) => workbookBytes({ document: LIST, rows, batchRows });

    const bytes = await written(500);
    expect(bytes.equals(await written(500))).toBe(true);
    expect(bytes.equals(await written(7))).toBe(true);
  });

  it('dates its parts by when the rows were read', async () => {
    const bytes = await workbookBytes({});

    // Hours, and days of the year, where the header of the first part has them.
    expect(bytes.readUInt16LE(10)).toBe(14 << 11);
    expect(bytes.readUInt16LE(12)).toBe(((2026 - 1980) << 9) | (11 << 5) | 21);
  });

  it('tells of the document what it is and when it was made', async () => {
    const { parts } = await writtenWorkbook({});
    const core = parts.get('docProps/core.xml');

    expect(core).toContain('<dc:title>Prijslijst</dc:title>');
    expect(core).toContain(`>${new Date(AS_OF).toISOString().slice(0, 19)}Z</dcterms:created>`);
  });

  it('declares every part that is in the file', async () => {
    const { parts } = await writtenWorkbook({});
    const declared = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)];

    expect(declared.map(([, name]) => name).toSorted()).toEqual(
      [...parts.keys()].filter((name) => !/rels$|^\[/.test(name)).toSorted(),
    );
  });
});
