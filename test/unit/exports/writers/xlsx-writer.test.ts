import { describe, expect, it } from 'vitest';
import type { PaperTable } from '../../../../electron/exports/dataset.ts';
import { cellStyle, totalStyle } from '../../../../electron/exports/writers/xlsx-cells.ts';
import { xlsxWriter } from '../../../../electron/exports/writers/xlsx-writer.ts';
import { code, column, knownSum, personal, signed, summed } from '../../../../shared/datasets/dataset.ts';
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

  it('is a sheet under the title, with a header that stands still and a filter over the table', async () => {
    const { sheets, parts } = await writtenWorkbook({ document: LIST, rows: ROWS });
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

  it('has columns as wide as their heading and their longest text, up to 60, where it is wrapped', async () => {
    const long = { nl: 'Een heel lang opschrift van een kolom', en: '' };
    const columns = [
      SKU,
      column('title', 'text', 'Titel', 'Title'),
      code('country', 'Land', 'Country'),
      VALUE,
      { ...column('id', 'integer', '', ''), heading: long },
    ];
    const check = 'Omzet en btw van alle orders zijn samen wat is ontvangen';
    const rows = [check, `${check} en op rekening`].map((sku, id) => ({
      sku,
      title: 'kort',
      country: 'NL',
      value: 1,
      id,
    }));
    const written = async (some: typeof rows) => {
      const { sheets } = await writtenWorkbook({ document: { columns }, rows: some });
      return (sheets[0]?.xml.match(/(?<= width=")\d+/g) ?? []).map(Number);
    };

    expect(await written([])).toEqual([SKU.heading.nl.length + 5, 12, 12, 14, long.nl.length + 5]);
    expect(await written(rows.slice(0, 1))).toEqual([check.length + 2, 12, 12, 14, long.nl.length + 5]);
    expect(await written(rows)).toEqual([60, 12, 12, 14, long.nl.length + 5]);
  });

  it('has headings and texts that are wrapped where it is too wide to be read on a page, fixed ones first', async () => {
    const amounts = Array.from({ length: 8 }, (_, at) => column(`a${at}`, 'euros', 'Bedrag incl. btw', 'Value'));
    const texts = ['shop', 'title'].map((id) => column(id, 'text', id, id));
    const columns = [...texts, ...amounts];
    const rows = [
      { shop: 'Linde & Loof Utrecht, kassa 1', title: 'Een omschrijving met heel veel woorden achter elkaar' },
    ];
    const written = async (document: { fixed?: string[]; columns: typeof columns }) => {
      const { sheets, parts } = await writtenWorkbook({ document, rows });
      expect(parts.get('xl/styles.xml')).toContain('<alignment wrapText="1"/>');
      return (sheets[0]?.xml.match(/(?<= width=")\d+/g) ?? []).map(Number);
    };
    const narrow = amounts.map(() => 14);

    expect(await written({ columns: [...texts, ...amounts.slice(5)] })).toEqual([31, 54, 21, 21, 21]);
    expect(await written({ columns })).toEqual([31, 47, ...narrow]);
    expect(await written({ columns, fixed: ['shop'] })).toEqual([12, 54, ...narrow]);
    const { sheets, parts } = await writtenWorkbook({ document: { columns, fixed: ['shop'] }, rows });
    const inCell = ['A2', 'B2'].map((address) => alignmentOf(address, sheets[0]?.xml, parts.get('xl/styles.xml')));
    expect(inCell).toEqual(['<alignment vertical="top"/>', '<alignment vertical="top" wrapText="1"/>']);
    expect(await written({ columns: [...columns, ...columns] })).toHaveLength(20);
  });

  it('has the headings of numbers at the right, where their cells are, beside the button of the filter', async () => {
    const columns = [...LIST.columns, column('at', 'timestamp', 'Datum', 'Date')];
    const { sheets, parts } = await writtenWorkbook({ document: { columns } });
    const isRight = (address: string) =>
      alignmentOf(address, sheets[0]?.xml, parts.get('xl/styles.xml')) ===
      '<alignment horizontal="right" indent="2" wrapText="1"/>';

    expect(['A1', 'B1', 'C1', 'D1', 'E1'].map(isRight)).toEqual([true, false, true, true, true]);
  });

  it('wraps the texts of rows, and the note on the totals, in rows of no fixed height', async () => {
    const { sheets, parts } = await writtenWorkbook({
      document: LIST,
      rows: ROWS,
      end: {
        sums: { value: 8.8, quantity: 16 },
        totals: { cells: {}, note: 'Een toelichting. '.repeat(20).trimEnd() },
      },
    });
    const styles = (parts.get('xl/styles.xml') ?? '').match(/<xf [^>]*applyAlignment[^>]*>.*?<\/xf>/g) ?? [];
    const isWrapped = (sheet: number, address: string) => {
      const style = Number(new RegExp(`r="${address}" s="(\\d+)"`).exec(sheets[sheet]?.xml ?? '')?.[1]);
      return styles[style]?.includes('wrapText="1"');
    };

    expect([isWrapped(0, 'B2'), isWrapped(0, 'C2'), isWrapped(1, 'B3')]).toEqual([true, false, true]);
    expect(sheets.map(({ xml }) => /customHeight="1">/.test(xml))).toEqual([false, false]);
  });

  it('has its sums on a sheet of their own, where no program takes them for a row', async () => {
    const { sheets } = await writtenWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: { value: 8.8, quantity: 16 } },
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

  it('has what the platform does not know in its cells, its total, a note with that, and its properties', async () => {
    const cost = knownSum(column('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost');
    const note = 'Niet bekend op dit platform: inkoopwaarde en marge. Wat daarvan ontbreekt, staat er niet als 0.';
    const written = {
      document: { columns: [SKU, VALUE, cost] },
      rows: [{ sku: 'a', value: 1, cost: null }],
      end: { sums: { value: 1, cost: null }, unknown: ['cost'] },
    };
    const { sheets, parts } = await writtenWorkbook(written);
    expect(sheets[0]?.rows.slice(1)).toEqual([['a', 1, 'niet bekend']]);
    expect(sheets[1]?.rows).toEqual([
      ['Bedrag', 1],
      ['Inkoopwaarde', 'niet bekend'],
      [null, note],
    ]);
    expect(parts.get('docProps/core.xml')).toContain(`<dc:description>${note}</dc:description>`);
  });

  it('that a program imports has the note on what is not known in its properties alone', async () => {
    const written = { document: { isForImport: true }, rows: [{ sku: 'a' }], end: { unknown: ['tips'] } };
    const { sheets, parts } = await writtenWorkbook(written);
    expect(sheets[0]?.rows).toEqual([['Artikelnummer'], ['a']]);
    expect(parts.get('docProps/core.xml')).toContain('<dc:description>Niet bekend op dit platform: fooien.');
  });

  it('has the note on the totals with them, but not where a program imports it', async () => {
    const written = {
      rows: [{ sku: 'a', value: 1 }],
      end: { sums: { value: 1 }, totals: { cells: {}, note: 'omzet 1' } },
    };
    const read = async (isForImport: boolean) =>
      (await writtenWorkbook({ ...written, document: { columns: [SKU, VALUE], isForImport } })).sheets;
    expect((await read(false))[1]?.rows).toEqual([
      ['Bedrag', 1],
      [null, 'omzet 1'],
    ]);
    expect((await read(true)).map(({ rows }) => rows.length)).toEqual([2]);
  });

  it('has both notes where rows are missing too', async () => {
    const shortfall = { kind: 'moved', message: 'moved' } as const;
    const { sheets } = await writtenWorkbook({ rows: [{ sku: 'a' }], end: { unknown: ['tips'], shortfall } });
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Prijslijst', 2],
      ['Let op', 2],
    ]);
    expect(sheets[1]?.rows.map((cells) => String(cells[1]).split(/[ :]/)[0])).toEqual(['ONVOLLEDIG', 'Niet']);
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

  it('says below its totals that rows are missing', async () => {
    const shortfall = { kind: 'failed', message: 'The platform did not answer.' } as const;
    const { sheets } = await writtenWorkbook({
      document: LIST,
      rows: ROWS,
      end: { sums: { value: 8.8, quantity: 16 }, shortfall },
    });

    expect(sheets[1]?.rows.at(-1)).toEqual([
      null,
      'ONVOLLEDIG (INCOMPLETE): Het kassaplatform viel tijdens het lezen uit. Exporteer later opnieuw.',
    ]);
  });

  it('is a header when there are no rows', async () => {
    const { sheets } = await writtenWorkbook({ document: LIST, end: { sums: { value: 0, quantity: 0 } } });

    expect(sheets[0]?.rows).toEqual([['Id', 'Artikelnummer', 'Bedrag', 'Aantal']]);
    expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:D1"/>');
  });
});

describe('the sheet that says what a workbook is', () => {
  const document = {
    title: 'Betalingen',
    company: 'Linde & Loof',
    place: 'Utrecht',
    period: { from: '2026-10-01', to: '2026-10-31' },
    filters: [{ label: 'Status', value: 'Afgerond' }],
    hidesPeople: true,
  };

  it('has company, title, days, location, filters, moment and what is left out, with dates as such', async () => {
    const { facts } = await writtenWorkbook({ document, end: { asOf: AS_OF } });

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

  it('has how many rows there are, the order by itself, and that there is data of persons', async () => {
    const { facts } = await writtenWorkbook({
      document: {
        ...{ columns: [SKU, personal(VALUE)], counted: 'Aantal orders' },
        filters: [{ label: 'Volgorde', value: 'bedrag, oplopend', isLimit: false }],
      },
      end: { asOf: AS_OF, rows: 3 },
    });
    expect(facts?.rows.slice(-3)).toEqual([
      ['Aantal orders', 3],
      ['Volgorde', 'bedrag, oplopend'],
      ['Let op', 'bevat persoonsgegevens'],
    ]);
  });

  it('lies behind a list, before a report, and not in what a program imports', async () => {
    const names = async (changes: object) => {
      const { parts } = await writtenWorkbook({ document: { ...document, ...changes }, rows: [{ sku: 'a' }] });
      return [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    };

    expect(await names({})).toEqual(['Betalingen', 'Over dit bestand']);
    expect(await names({ columns: [SECTION, SKU], sectionColumn: 'section', language: 'en' })).toEqual([
      'About this file',
      '-',
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
    return writtenWorkbook({
      document: { columns: [SECTION, ...columns], sectionColumn: 'section' },
      end: { sheets: tables },
    });
  };

  it('are bold below a rule, and outside of the filter', async () => {
    const { sheets } = await written([sales, returns, turnover], 'Een toelichting.');

    expect(sheets[0]?.xml).toContain('<autoFilter ref="A2:B4"/>');
    expect(sheets[0]?.xml).toContain('<pane ySplit="2" topLeftCell="A3"');
    const styleAt = (address: string) => new RegExp(`r="${address}" s="(\\d+)"`).exec(sheets[0]?.xml ?? '')?.[1];
    expect(styleAt('B5')).toBe(String(totalStyle('euros')));
    expect(styleAt('B3')).toBe(String(cellStyle('euros')));
    expect(sheets[0]?.rows.slice(5)).toEqual([
      [null, null],
      ['Een toelichting.', null],
    ]);
  });

  it('have the shop or location that was asked for in the title above them', async () => {
    const end = { sheets: [{ title: 'Omzet', columns, rows: [turnover] }] };
    const titleOf = async (place: string | null) => {
      const document = { columns: [SECTION, ...columns], sectionColumn: 'section', place };
      return (await writtenWorkbook({ document, end })).sheets[0]?.rows[0]?.[0];
    };

    expect(await titleOf('Linde Utrecht, kassa 1')).toBe('Omzet · Linde Utrecht, kassa 1');
    expect(await titleOf('Linde Utrecht, kassa 1, '.repeat(20))).toMatch(/^Omzet · Linde Utrecht, .{50,98}…$/);
    expect(await titleOf(null)).toBe('Omzet');
  });

  it('leave no filter where they lie between other rows', async () => {
    const { sheets, parts } = await written([sales, turnover, returns]);

    expect(sheets[0]?.xml).not.toContain('autoFilter');
    expect(parts.get('xl/workbook.xml')).not.toContain('_FilterDatabase');
    expect(parts.get('xl/workbook.xml')).toContain('Print_Titles');
  });

  it('have tables that add up a list on sheets of their own', async () => {
    const summaries = [{ title: 'Per dag', columns, rows: [sales, turnover] }];
    const { sheets } = await writtenWorkbook({
      document: { columns },
      rows: [{ sku: 'x', value: 1 }],
      end: { summaries },
    });

    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['Prijslijst', 2],
      ['Totaal', 0],
      ['Per dag', 3],
    ]);
  });
});

describe('the cells of a comparison in a workbook', () => {
  it('have signs, and percentages where the amounts of a row are percentages', async () => {
    const difference = signed(column('difference', 'euros', 'Verschil', 'Difference'));
    const columns = [VALUE, difference];
    const rows = [
      { key: 'a', value: 3, difference: 1 },
      { key: 'b', value: 47.5, difference: 0.5, isPercentage: true as const },
    ];
    const { sheets, parts } = await writtenWorkbook({
      document: { columns: [SECTION, ...columns], sectionColumn: 'section' },
      end: { sheets: [{ title: 'Omzet', columns, rows }] },
    });
    const formats = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf numFmtId="(\d+)" fontId/g)].slice(1);
    const codes = new Map(
      [...(parts.get('xl/styles.xml') ?? '').matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [
        id,
        code,
      ]),
    );
    const formatAt = (address: string) => {
      const style = Number(new RegExp(`r="${address}" s="(\\d+)"`).exec(sheets[0]?.xml ?? '')?.[1]);
      const id = formats[style]?.[1] ?? '';
      return codes.get(id) ?? id;
    };

    expect(['A3', 'B3', 'A4', 'B4'].map(formatAt)).toEqual([
      '4',
      '+#,##0.00;-#,##0.00;0.00',
      '0.00&quot;%&quot;',
      '+0.00&quot; pp&quot;;-0.00&quot; pp&quot;;0.00&quot; pp&quot;',
    ]);
  });
});

describe('a workbook of sections', () => {
  const document = { title: 'Rapport', columns: [SECTION, SKU], sectionColumn: 'section' };
  const rows = ['Omzet', 'Omzet', 'Btw', 'Btw', 'Btw', 'Controles'].map((section, index) => ({
    section,
    sku: `sku ${index}`,
  }));

  it.each([1, 2, 3, 100])('has a sheet for each in their order, from batches of %d rows', async (batchRows) => {
    const { sheets, parts, facts } = await writtenWorkbook({ document, rows, batchRows });

    expect(sheets.map((sheet) => [sheet.name, sheet.rows.flat()])).toEqual([
      ['Omzet', ['Artikelnummer', 'sku 0', 'sku 1']],
      ['Btw', ['Artikelnummer', 'sku 2', 'sku 3', 'sku 4']],
      ['Controles', ['Artikelnummer', 'sku 5']],
    ]);
    expect(parts.get('xl/workbook.xml')).toContain(`localSheetId="2" hidden="1">'Btw'!$A$1:$A$4<`);
    expect([facts, ...sheets].map((sheet) => sheet?.xml.includes('tabSelected'))).toEqual([true, false, false, false]);
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
      rows: rows.map((row) => ({ ...row, value: 5 })),
      end: { sums: { value: 30 } },
    });

    expect(sheets.at(-1)?.rows).toEqual([
      ['Artikelnummer', 'Bedrag'],
      ['sku 5', 5],
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
  it('leaves room on a sheet for the header', () => {
    expect(xlsxWriter.maxRows).toBe(1_048_576 - 1);
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

/** How the text of a cell stands in it, by the style that it names. */
function alignmentOf(address: string, sheet = '', styles = ''): string | undefined {
  const style = Number(new RegExp(`r="${address}" s="(\\d+)"`).exec(sheet)?.[1]);
  const all = styles.match(/<xf [^>]*applyAlignment[^>]*>.*?<\/xf>/g) ?? [];
  return all[style]?.match(/<alignment .*?\/>/)?.[0];
}
