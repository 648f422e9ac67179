import { describe, expect, it } from 'vitest';
import {
  type CellValue,
  createChoice,
  createColumn,
  markKnownSum,
  markPersonal,
  markShopName,
  markSummed,
} from '../../../../shared/datasets/dataset.ts';
import { createDocument, createRows } from '../../../support/export-document.ts';
import { writeAndReadPdf, writePdfBytes } from '../../../support/written-pdf.ts';

const COLUMNS = [
  createColumn('order_number', 'text', 'Ordernummer', 'Order number'),
  createColumn('date_purchased', 'timestamp', 'Datum', 'Date'),
  createChoice('status', 'Status', 'Status', { complete: { nl: 'Afgerond', en: 'Complete' } }),
  createColumn('is_paid', 'flag', 'Betaald', 'Paid'),
  markSummed(createColumn('value_wt', 'euros', 'Bedrag', 'Value')),
];

function orders(count: number): CellValue[][] {
  return Array.from({ length: count }, (_, index) => [
    `2026-${10_000 + index}`,
    '2026-10-25T02:30:00+01:00',
    'complete',
    index % 2 === 0,
    -1234.5 + index,
  ]);
}

describe('a PDF of a list', () => {
  it('holds every cell of every row, and the header row and the page number on each page', async () => {
    const { pages, lines } = await writeAndReadPdf(COLUMNS, orders(120));

    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of lines.entries()) {
      expect(page).toContain('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
      expect(page.at(-1)).toBe(`Lijst\tpagina ${index + 1} van ${pages.length}`);
    }
    const all = lines.flat();
    expect(all).toContain('2026-10000\t25-10-2026 02:30\tAfgerond\tJa\t−1.234,50');
    expect(all.filter((line) => line.startsWith('2026-1'))).toHaveLength(120);
    expect(all).toContain('2026-10119\t25-10-2026 02:30\tAfgerond\tNee\t−1.115,50');
  });

  it('has short shop names, and lists the full ones once in its head', async () => {
    const shops = ['Linde & Loof Zwolle', 'Linde & Loof Haarlem', 'lindeenloof.example', 'Linde & Loof Haarlem'];
    const columns = [
      createColumn('order_number', 'text', 'Ordernummer', 'Order'),
      markShopName(createColumn('shop', 'text', 'Winkel', 'Shop')),
    ];
    const { lines } = await writeAndReadPdf(
      columns,
      shops.map((shop, index) => [`2026-${index}`, shop]),
    );

    expect(lines[0]).toContain('Winkels: Linde & Loof Haarlem; Linde & Loof Zwolle; lindeenloof.example');
    expect(lines[0]?.filter((line) => line.startsWith('2026-'))).toEqual([
      ...['2026-0\tZwolle', '2026-1\tHaarlem', '2026-2\tlindeenloof.example', '2026-3\tHaarlem'],
    ]);
  });

  it('omits a text column that always has the usual value, unless it was chosen', async () => {
    const columns = [
      createColumn('order_number', 'text', 'Ordernummer', 'Order'),
      createColumn('vat_code', 'text', 'Btw-code', 'VAT code'),
      { ...createColumn('currency', 'text', 'Valuta', 'Currency'), defaultText: 'EUR' },
      markSummed(createColumn('value_wt', 'euros', 'Bedrag', 'Value')),
    ];
    const headingOf = async (rows: readonly CellValue[][], changes = {}) => {
      const { lines } = await writeAndReadPdf(columns, rows, changes);
      return lines[0]?.find((line) => line.startsWith('Ordernummer'));
    };
    const euros = ['2026-1', null, 'EUR', 1];
    expect(await headingOf([euros])).toBe('Ordernummer\tBedrag');
    expect(await headingOf([euros], { hasChosenColumns: true })).toBe('Ordernummer\tBtw-code\tValuta\tBedrag');
    expect(await headingOf([euros, ['2026-2', 'VH', 'USD', 1]])).toBe('Ordernummer\tBtw-code\tValuta\tBedrag');
  });

  it('omits a column whose only value is in the head, even if it was chosen, unless it is the only column', async () => {
    const headings = async (fixed: readonly string[], hasChosenColumns = false) => {
      const { lines } = await writeAndReadPdf(COLUMNS, orders(1), { fixed, hasChosenColumns });
      return lines[0]?.at(-3);
    };
    expect(await headings(['status', 'is_paid'])).toBe('Ordernummer\tDatum\tBedrag');
    expect(await headings(['status', 'is_paid'], true)).toBe('Ordernummer\tDatum\tBedrag');
    expect(await headings(COLUMNS.map(({ id }) => id))).toContain('Ordernummer\tDatum\tStatus');
  });

  it('shows unknown values in its cells, its total and a note', async () => {
    const cost = markKnownSum(createColumn('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost');
    const rows = orders(120).map((cells) => [...cells, null]);
    const end = { sums: { value_wt: 1, cost: null }, unknown: ['cost', 'tips'] };
    const { lines } = await writeAndReadPdf([...COLUMNS, cost], rows, {}, end);
    expect(lines[0]).toContain(
      'Niet bekend op dit platform: inkoopwaarde en marge, fooien. Totalen zijn zonder deze bedragen.',
    );
    const all = lines.flat();
    expect(all).toContain('2026-10000\t25-10-2026 02:30\tAfgerond\tJa\t−1.234,50\tniet bekend');
    expect(all).toContain('Totaal\t1,00\tniet bekend');
  });

  it('describes the figures, and repeats that in two lines on each further page', async () => {
    const changes = {
      company: 'Winkel & Zoon',
      title: 'Kortingsorders',
      place: 'Utrecht',
      period: { from: '2026-10-01', to: '2026-10-31' },
      filters: [
        { label: 'Status', value: 'Afgerond' },
        { label: 'Zoeken', value: '2026' },
      ],
    };
    const { lines } = await writeAndReadPdf(COLUMNS, orders(120), changes, { asOf: '2026-11-01T09:30:05+01:00' });

    expect(lines[0]?.slice(0, 4)).toEqual([
      'Winkel & Zoon',
      'Kortingsorders',
      'Periode: 1 t/m 31 oktober 2026 · Winkel/vestiging: Utrecht · Bedragen: in euro · Tijdzone: Europe/Amsterdam · ' +
        'Stand van: 01-11-2026 09:30',
      'Filters: Status: Afgerond; Zoeken: 2026',
    ]);
    for (const page of lines.slice(1)) {
      expect(page.slice(0, 2)).toEqual([
        'Winkel & Zoon · Kortingsorders · 1 t/m 31 oktober 2026',
        'Utrecht · Status: Afgerond · Zoeken: 2026',
      ]);
    }
  });

  it('says that there are no rows', async () => {
    const { pages, lines } = await writeAndReadPdf(COLUMNS, [], {}, { sums: { value_wt: 0 } });

    expect(pages).toHaveLength(1);
    expect(lines[0]).toContain('Geen rijen');
    expect(lines[0]).toContain('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
    expect(lines[0]?.join()).not.toContain('Totaal');
  });

  it('says in every header that rows are missing and that totals are partial', async () => {
    const shortfall = { kind: 'failed', message: 'Only 120 of 300 rows.' } as const;
    const { lines } = await writeAndReadPdf(COLUMNS, orders(120), {}, { shortfall, sums: { value_wt: 1 } });

    const words = 'Het kassaplatform viel tijdens het exporteren uit. Exporteer later opnieuw.';
    for (const page of lines) expect(page[0]).toBe(`ONVOLLEDIG (INCOMPLETE): ${words}`);
    expect(lines.at(-1)).toContain('Totaal van de rijen in dit bestand\t1,00');
  });

  it.each([
    ['portrait', 4, { width: 595.28, height: 841.89 }],
    ['landscape', 5, { width: 841.89, height: 595.28 }],
  ])('is %s with %i columns of free text', async (_form, count, page) => {
    const title = createColumn('title', 'text', 'Artikel', 'Product');
    const titles = Array.from({ length: count }, (_, at) => ({ ...title, id: `title-${at}` }));
    const { pages } = await writeAndReadPdf(titles, [titles.map(({ id }) => id)]);
    expect(pages).toMatchObject([page]);
  });

  it('uses a smaller font for many columns, and keeps everything within its margins', async () => {
    const value = createColumn('value', 'euros', 'Bedrag', 'Value');
    const amounts = Array.from({ length: 18 }, (_, at) => ({ ...value, id: `value-${at}` }));
    const sizes = [];
    for (const columns of [[value], amounts]) {
      const { pages } = await writeAndReadPdf(columns, [columns.map(() => -12_345.67)]);
      const cells = pages[0]?.texts.filter(({ text }) => text === '−12.345,67') ?? [];
      expect(cells).toHaveLength(columns.length);
      for (const { x, width } of cells) expect(x + width).toBeLessThanOrEqual((pages[0]?.width ?? 0) - 35);
      sizes.push(cells[0]?.size);
    }
    expect(sizes).toEqual([8.5, 6.5]);
  });

  it('repeats the headings and a row above a total that does not fit on the page before', {
    timeout: 30_000,
  }, async () => {
    const note = 'Een toelichting op het totaal';
    const end = { sums: { value_wt: 1 }, totals: { cells: {}, note } };
    const rowsBefore = new Set<number>();
    for (let count = 46; count <= 52; count += 1) {
      const { lines } = await writeAndReadPdf(COLUMNS, orders(count), {}, end);
      const page = lines.find((texts) => texts.includes('Totaal\t1,00')) ?? [];
      expect(page).toContain('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
      expect(lines.flat().indexOf(note)).toBeGreaterThan(lines.flat().indexOf('Totaal\t1,00'));
      expect(lines.flat().filter((line) => line.startsWith('2026-1'))).toHaveLength(count);
      rowsBefore.add(page.filter((line) => line.startsWith('2026-1')).length);
    }
    expect(Math.min(...rowsBefore)).toBe(1);
  });

  it.each([25, 26, 40, 60])(
    'never puts a total on a page by itself: %i rows of a table with a title',
    async (count) => {
      const table = (title: string, rows: number) => ({
        title,
        columns: COLUMNS,
        rows: [
          ...createRows(COLUMNS, orders(rows)),
          ...createRows(COLUMNS, [[`Som ${title}`, null, null, null, 1]]),
        ].map((row, index, all) => (index === all.length - 1 ? { ...row, isSum: true as const } : row)),
      });
      for (let above = 0; above < 24; above += 6) {
        const paper = [table('Boven', above), table('Lang', count), table('Onder', 30)];
        const { lines } = await writeAndReadPdf(COLUMNS, [], { sectionColumn: 'section' }, { paper });
        for (const sum of ['Som Lang', 'Som Onder']) {
          const page = lines.find((texts) => texts.some((line) => line.startsWith(sum))) ?? [];
          const at = page.findIndex((line) => line.startsWith(sum));
          expect.soft(page[at - 1]?.startsWith('2026-1'), `${sum} ${above}`).toBe(true);
        }
      }
    },
  );

  it.each([
    ['nl', 'Aantal orders: 120', 'Let op: bevat persoonsgegevens', 'Volgorde: bedrag', 'Stand van 21-11-2026'],
    ['en', 'Aantal orders: 120', 'Note: contains personal data', 'Sorted by: bedrag', 'As of 21/11/2026'],
  ] as const)(
    'says in its head how many rows in which order of which company, and on further pages the time, in %s',
    async (...said) => {
      const [language, count, people, order, asOf] = said;
      const filters = [
        { label: 'Status', value: 'x' },
        { label: order.split(': ')[0] ?? '', value: 'bedrag', isLimit: false as const },
      ];
      const changes = { language, filters, counted: 'Aantal orders' };
      const { lines, pages } = await writeAndReadPdf(
        [...COLUMNS, markPersonal(createColumn('name', 'text', 'Klant', 'Customer'))],
        orders(120),
        changes,
      );

      expect(lines[0]?.join('\n')).toContain(count);
      expect(lines[0]?.join('\n')).toContain(`Filters: Status: x \u00B7 ${order}`);
      expect(lines[0]).toContain(people);
      expect(lines[1]?.[0]).toContain(asOf);
      for (const page of lines.slice(1)) {
        expect(page[0]).toMatch(new RegExp(`\\t${people.split(': ')[1]}$`));
        expect(page[1]).toBe('Status: x');
      }
      const fontOf = (line: string) => pages[0]?.texts.find(({ text }) => line.startsWith(text))?.font;
      expect(fontOf(people)).toBe(fontOf('demo'));
      expect(fontOf('Filters: ')).not.toBe(fontOf('demo'));
      const plain = await writeAndReadPdf(COLUMNS, orders(1), { language });
      expect(plain.lines[0]).not.toContain(people);
    },
  );

  it('says that personal data is left out, and does not mention filters if there are none', async () => {
    const { lines } = await writeAndReadPdf(COLUMNS, orders(1), { hidesPeople: true });

    expect(lines[0]?.[3]).toBe('Weggelaten: namen en andere gegevens van personen');
    expect(lines.flat().join(' ')).not.toContain('Filters');
    expect((await writeAndReadPdf(COLUMNS, orders(1))).lines.flat().join(' ')).not.toContain('Weggelaten');
  });

  it('has the day of rows that describe a state after its title', async () => {
    const { info, lines } = await writeAndReadPdf(COLUMNS, orders(1), { title: 'Debiteurenlijst', day: '2026-10-31' });
    expect(lines[0]).toContain('Debiteurenlijst per 31-10-2026');
    expect(info.Title).toBe('Debiteurenlijst per 31-10-2026');
  });

  it('has a title and the time of its figures, and is identical for identical rows', async () => {
    const { info } = await writeAndReadPdf(COLUMNS, orders(1), { title: 'Prijslijst' });
    const document = createDocument(COLUMNS);
    const rows = createRows(COLUMNS, orders(3));

    expect(info).toMatchObject({ Title: 'Prijslijst', CreationDate: 'D:20261121090000Z', Language: 'nl' });
    expect(info).not.toHaveProperty('Author');
    expect(await writePdfBytes(document, rows)).toEqual(await writePdfBytes(document, rows));
  });
});
