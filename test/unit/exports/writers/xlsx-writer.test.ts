import { describe, expect, it } from 'vitest';
import type { PaperTable } from '../../../../electron/exports/dataset.ts';
import { getCellStyle } from '../../../../electron/exports/writers/xlsx-cells.ts';
import { xlsxWriter } from '../../../../electron/exports/writers/xlsx-writer.ts';
import { createColumn, markKnownSum, markSummed } from '../../../../shared/datasets/dataset.ts';
import { writeChunks } from '../../../support/export-document.ts';
import { AS_OF, createWorkbookDocument, SKU, writeAndReadWorkbook } from '../../../support/written-workbook.ts';

const SECTION = createColumn('section', 'text', 'Onderdeel', 'Section');
const VALUE = markSummed(createColumn('value', 'euros', 'Bedrag', 'Value'));
const PIECES = markSummed(createColumn('quantity', 'number', 'Aantal', 'Quantity'));
const LIST = { columns: [createColumn('id', 'integer', 'Id', 'Id'), SKU, VALUE, PIECES] };
const SUMS = { value: 8.8, quantity: 16 };
const ROWS = Array.from({ length: 8 }, (_, index) => ({ id: index, sku: `sku ${index}`, value: 1.1, quantity: 2 }));

describe('a workbook of a list', () => {
  it('is a sheet with a title, a frozen header and a filter over the table', async () => {
    const { sheets, parts } = await writeAndReadWorkbook({ document: LIST, rows: ROWS, end: { sums: SUMS } });
    const [sheet] = sheets;

    expect(sheets.map(({ name }) => name)).toEqual(['Prijslijst', 'Totaal']);
    expect(sheet?.xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet?.xml).toContain('<autoFilter ref="A1:D9"/>');
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Prijslijst'!$A$1:$D$9</definedName>`,
    );
    expect(parts.get('xl/workbook.xml')).toContain(
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Prijslijst'!$1:$1</definedName>`,
    );
  });

  it('has its sums on a separate sheet, where no program reads them as a row', async () => {
    const { sheets } = await writeAndReadWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: SUMS },
    });

    expect(sheets[0]?.rows).toHaveLength(9);
    expect(sheets[0]?.rows.at(-1)).toEqual([7, 'sku 7', 1.1, 2]);
    expect(sheets[1]).toMatchObject({
      name: 'Totaal',
      rows: [
        ['Bedrag', 8.8],
        ['Aantal', 16],
      ],
    });
    expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:D9"/>');
  });

  it('shows unknown values in its cells, its total, a note and its properties', async () => {
    const cost = markKnownSum(createColumn('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost');
    const note = 'Niet bekend op dit platform: inkoopwaarde en marge. Totalen zijn zonder deze bedragen.';
    const written = {
      document: { columns: [SKU, VALUE, cost] },
      rows: [{ sku: 'a', value: 1, cost: null }],
      end: { sums: { value: 1, cost: null }, unknown: ['cost'] },
    };
    const { sheets, parts } = await writeAndReadWorkbook(written);
    expect(sheets[0]?.rows.slice(1)).toEqual([['a', 1, 'niet bekend']]);
    expect(sheets[1]?.rows).toEqual([
      ['Bedrag', 1],
      ['Inkoopwaarde', 'niet bekend'],
      [null, note],
    ]);
    expect(parts.get('docProps/core.xml')).toContain(`<dc:description>${note}</dc:description>`);
  });

  it('has no totals in the profile for programs, which would read them as a row', async () => {
    const { sheets } = await writeAndReadWorkbook({
      document: { ...LIST, isForImport: true },
      rows: ROWS,
      end: { sums: SUMS },
    });

    expect(sheets[0]?.rows).toHaveLength(9);
    expect(sheets[0]?.rows.at(-1)).toEqual([7, 'sku 7', 1.1, 2]);
  });

  it('says below its totals that rows are missing', async () => {
    const shortfall = { kind: 'failed', message: 'The platform did not answer.' } as const;
    const { sheets } = await writeAndReadWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: SUMS, shortfall },
    });

    expect(sheets[1]?.rows.at(-1)).toEqual([
      null,
      'ONVOLLEDIG (INCOMPLETE): Het kassaplatform viel tijdens het exporteren uit. Exporteer later opnieuw.',
    ]);
  });

  it('has only a header if there are no rows', async () => {
    const { sheets } = await writeAndReadWorkbook({ document: LIST, end: { sums: { value: 0, quantity: 0 } } });

    expect(sheets[0]?.rows).toEqual([['Id', 'Artikelnummer', 'Bedrag', 'Aantal']]);
    expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:D1"/>');
  });
});

describe('a workbook of a demo shop', () => {
  const document = { ...LIST, title: 'Openstaande facturen', day: '2026-10-31', isDemo: true } as const;

  it('says so in the tab of its list, whose first row stays the header', async () => {
    const { sheets } = await writeAndReadWorkbook({ document, rows: ROWS });
    expect(sheets[0]?.name).toBe('Demowinkel · Openstaande factu…');
    expect(sheets[0]?.rows.slice(0, 2)).toEqual([
      ['Id', 'Artikelnummer', 'Bedrag', 'Aantal'],
      [0, 'sku 0', 1.1, 2],
    ]);
    const { sheets: english } = await writeAndReadWorkbook({ document: { ...document, language: 'en' }, rows: ROWS });
    expect(english[0]?.name).toBe('Demo shop · Openstaande factur…');
  });

  it('has its usual name in a profile for imports', async () => {
    const { sheets } = await writeAndReadWorkbook({ document: { ...document, isForImport: true }, rows: ROWS });
    expect(sheets[0]?.name).toBe('Openstaande facturen 31-10-2026');
  });
});

describe('the sheet that describes a workbook', () => {
  const document = {
    title: 'Betalingen',
    company: 'Linde & Loof',
    place: 'Utrecht',
    period: { from: '2026-10-01', to: '2026-10-31' },
    filters: [{ label: 'Status', value: 'Afgerond' }],
    hidesPeople: true,
  };

  it('has company, title, days, location, filters, time and what is left out, with dates as dates', async () => {
    const { facts } = await writeAndReadWorkbook({ document, end: { asOf: AS_OF } });

    expect(facts?.rows).toEqual([
      ['Bedrijf', 'Linde & Loof'],
      ['Document', 'Betalingen'],
      ['Van', new Date('2026-10-01T00:00:00Z')],
      ['Tot en met', new Date('2026-10-31T00:00:00Z')],
      ['Winkel/vestiging', 'Utrecht'],
      ['Bedragen', 'in euro'],
      ['Tijdzone', 'Europe/Amsterdam'],
      ['Stand van', new Date('2026-11-21T14:00:00Z')],
      ['Filters', 'Status: Afgerond'],
      ['Weggelaten', 'namen en andere gegevens van personen'],
    ]);
  });

  it('comes after a list or a report, and is missing in a profile for imports', async () => {
    const names = async (changes: object) => {
      const { parts } = await writeAndReadWorkbook({
        document: { ...document, ...changes },
        rows: [{ section: 'Omzet', sku: 'a' }],
      });
      return [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    };

    expect(await names({})).toEqual(['Betalingen', 'Over dit bestand']);
    expect(await names({ columns: [SECTION, SKU], sectionColumn: 'section', language: 'en' })).toEqual([
      'Omzet',
      'About this file',
    ]);
    expect(await names({ isForImport: true })).toEqual(['Betalingen']);
  });
});

describe('the totals among the rows of a workbook', () => {
  const columns = [SKU, VALUE];
  const [sales, returns, turnover] = [
    { key: 'a', sku: 'a', value: 3 },
    { key: 'b', sku: 'b', value: -1 },
    { key: 'sum', sku: 'Som', value: 2, isSum: true as const },
  ];
  const written = (rows: PaperTable['rows'], note?: string) => {
    const tables = [{ title: 'Omzet', columns, rows, ...(note && { note }) }];
    return writeAndReadWorkbook({
      document: { columns: [SECTION, ...columns], sectionColumn: 'section' },
      end: { sheets: tables },
    });
  };

  it('are bold below a line, and their sheet has no filter', async () => {
    const { sheets: all } = await written([sales, returns, turnover], 'Een toelichting.');
    const sheets = all.filter(({ name }) => name !== 'Rapport');

    expect(sheets[0]?.xml).not.toContain('autoFilter');
    expect(sheets[0]?.xml).toContain('<pane ySplit="2" topLeftCell="A3"');
    const styleAt = (address: string) => new RegExp(`r="${address}" s="(\\d+)"`).exec(sheets[0]?.xml ?? '')?.[1];
    expect(styleAt('B5')).toBe(String(getCellStyle('euros', true)));
    expect(styleAt('B3')).toBe(String(getCellStyle('euros')));
    expect(sheets[0]?.rows.slice(5)).toEqual([
      [null, null],
      ['Een toelichting.', null],
    ]);
  });
});

describe('a workbook of sections', () => {
  const document = { title: 'Rapport', columns: [SECTION, SKU], sectionColumn: 'section' };
  const rows = ['Omzet', 'Omzet', 'Btw', 'Btw', 'Btw', 'Controles'].map((section, index) => ({
    section,
    sku: `sku ${index}`,
  }));

  it('has a sheet for each section, in order', async () => {
    const { sheets, parts, facts } = await writeAndReadWorkbook({ document, rows, batchRows: 2 });

    expect(sheets.map((sheet) => [sheet.name, sheet.rows.flat()])).toEqual([
      ['Omzet', ['Artikelnummer', 'sku 0', 'sku 1']],
      ['Btw', ['Artikelnummer', 'sku 2', 'sku 3', 'sku 4']],
      ['Controles', ['Artikelnummer', 'sku 5']],
    ]);
    expect(parts.get('xl/workbook.xml')).toContain(`localSheetId="1" hidden="1">'Btw'!$A$1:$A$4<`);
    expect([...sheets, facts].map((sheet) => sheet?.xml.includes('tabSelected'))).toEqual([true, false, false, false]);
  });

  it('says on the last sheet that rows are missing', async () => {
    const { sheets } = await writeAndReadWorkbook({
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
  it('reserves a row of a sheet for the header', () => {
    expect(xlsxWriter.maxRows).toBe(1_048_576 - 1);
  });

  it('declares every part that the file contains', async () => {
    const { parts } = await writeAndReadWorkbook({});
    const declared = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)];

    expect(declared.map(([, name]) => name).toSorted()).toEqual(
      [...parts.keys()].filter((name) => !/rels$|^\[/.test(name)).toSorted(),
    );
  });

  it('throws the errors of the rows unchanged', async () => {
    const failure = new Error('the platform failed');
    async function* failing() {
      yield [{ key: '1', sku: 'a' }];
      throw failure;
    }

    await expect(writeChunks(xlsxWriter, createWorkbookDocument(), failing())).rejects.toBe(failure);
  });
});
