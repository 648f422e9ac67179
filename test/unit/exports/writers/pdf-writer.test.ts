import { describe, expect, it } from 'vitest';
import { ExportError } from '../../../../electron/exports/export-error.ts';
import { pdfWriter } from '../../../../electron/exports/writers/pdf-writer.ts';
import {
  type CellValue,
  choice,
  column,
  fixedColumn,
  hiddenLink,
  knownSum,
  personal,
  shopName,
  summed,
} from '../../../../shared/datasets/dataset.ts';
import { chunksOf, documentOf, rowsOf } from '../../../support/export-document.ts';
import { pdfBytes, writtenPdf } from '../../../support/written-pdf.ts';

const COLUMNS = [
  column('order_number', 'text', 'Ordernummer', 'Order number'),
  column('date_purchased', 'timestamp', 'Datum', 'Date'),
  choice('status', 'Status', 'Status', { complete: { nl: 'Afgerond', en: 'Complete' } }),
  column('is_paid', 'flag', 'Betaald', 'Paid'),
  summed(column('value_wt', 'euros', 'Bedrag', 'Value')),
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
    const { pages, lines } = await writtenPdf(COLUMNS, orders(120));

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

  it('has short names of shops, and the full ones once in its head', async () => {
    const shops = ['Linde & Loof Zwolle', 'Linde & Loof Haarlem', 'lindeenloof.example', 'Linde & Loof Haarlem'];
    const columns = [
      column('order_number', 'text', 'Ordernummer', 'Order'),
      shopName(column('shop', 'text', 'Winkel', 'Shop')),
    ];
    const { lines } = await writtenPdf(
      columns,
      shops.map((shop, index) => [`2026-${index}`, shop]),
    );

    expect(lines[0]).toContain('Winkels: Linde & Loof Haarlem; Linde & Loof Zwolle; lindeenloof.example');
    expect(lines[0]?.filter((line) => line.startsWith('2026-'))).toEqual([
      ...['2026-0\tZwolle', '2026-1\tHaarlem', '2026-2\tlindeenloof.example', '2026-3\tHaarlem'],
    ]);
  });

  it('has no text column in which nothing differs from what is usual, unless it is asked for', async () => {
    const columns = [
      column('order_number', 'text', 'Ordernummer', 'Order'),
      column('vat_code', 'text', 'Btw-code', 'VAT code'),
      { ...column('currency', 'text', 'Valuta', 'Currency'), usual: 'EUR' },
      summed(column('value_wt', 'euros', 'Bedrag', 'Value')),
    ];
    const headingOf = async (rows: readonly CellValue[][], changes = {}) => {
      const { lines } = await writtenPdf(columns, rows, changes);
      return lines[0]?.find((line) => line.startsWith('Ordernummer'));
    };
    const euros = ['2026-1', null, 'EUR', 1];
    expect(await headingOf([euros])).toBe('Ordernummer\tBedrag');
    expect(await headingOf([euros], { hasChosenColumns: true })).toBe('Ordernummer\tBtw-code\tValuta\tBedrag');
    expect(await headingOf([euros, ['2026-2', 'VH', 'USD', 1]])).toBe('Ordernummer\tBtw-code\tValuta\tBedrag');
  });

  it('has no column that the head says for every row, chosen or not, unless there is no other', async () => {
    const headings = async (fixed: readonly string[], hasChosenColumns = false) => {
      const { lines } = await writtenPdf(COLUMNS, orders(1), { fixed, hasChosenColumns });
      return lines[0]?.at(-3);
    };
    expect(await headings(['status', 'is_paid'])).toBe('Ordernummer\tDatum\tBedrag');
    expect(await headings(['status', 'is_paid'], true)).toBe('Ordernummer\tDatum\tBedrag');
    expect(await headings(COLUMNS.map(({ id }) => id))).toContain('Ordernummer\tDatum\tStatus');
  });

  it('speaks English where it is asked to', async () => {
    const { lines } = await writtenPdf(COLUMNS, orders(1), { language: 'en' }, { sums: { value_wt: -1234.5 } });

    expect(lines[0]).toEqual([
      'demo',
      'Lijst',
      'Shop/location: all · Amounts: in euros · Time zone: Europe/Amsterdam · As of: 21/11/2026 10:00:00',
      'Order number\tDate\tStatus\tPaid\tValue',
      '2026-10000\t25/10/2026 02:30\tComplete\tYes\t−1,234.50',
      'Total\t−1,234.50',
      'Lijst\tpage 1 of 1',
    ]);
  });

  it('has what the platform does not know in its cells, its total, and a note', async () => {
    const cost = knownSum(column('cost', 'euros', 'Inkoopwaarde', 'Cost'), 'cost');
    const rows = orders(120).map((cells) => [...cells, null]);
    const end = { sums: { value_wt: 1, cost: null }, unknown: ['cost', 'tips'] };
    const { lines } = await writtenPdf([...COLUMNS, cost], rows, {}, end);
    expect(lines[0]).toContain(
      'Niet bekend op dit platform: inkoopwaarde en marge, fooien. Wat daarvan ontbreekt, staat er niet als 0.',
    );
    const all = lines.flat();
    expect(all).toContain('2026-10000\t25-10-2026 02:30\tAfgerond\tJa\t−1.234,50\tniet bekend');
    expect(all).toContain('Totaal\t1,00\tniet bekend');
  });

  it('says of what the figures are, and on each further page in two lines', async () => {
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
    const { lines } = await writtenPdf(COLUMNS, orders(120), changes, { asOf: '2026-11-01T09:30:05+01:00' });

    expect(lines[0]?.slice(0, 4)).toEqual([
      'Winkel & Zoon',
      'Kortingsorders',
      'Periode: 1 t/m 31 oktober 2026 · Winkel/vestiging: Utrecht · Bedragen: in euro · Tijdzone: Europe/Amsterdam · ' +
        'Stand van: 01-11-2026 09:30:05',
      'Filters: Status: Afgerond; Zoeken: 2026',
    ]);
    for (const page of lines.slice(1)) {
      expect(page.slice(0, 2)).toEqual([
        'Winkel & Zoon · Kortingsorders · 1 t/m 31 oktober 2026',
        'Utrecht · Status: Afgerond · Zoeken: 2026',
      ]);
    }
  });

  it('has a part of each filter on its further pages, also where all of them are too long for a line', async () => {
    const changes = {
      company: 'Een heel lange naam van een bedrijf '.repeat(3),
      title: 'Orders',
      place: 'Linde Utrecht, kassa, '.repeat(20),
      period: { from: '2026-10-01', to: '2026-10-31' },
      filters: [
        { label: 'Status', value: 'Terugbetaald' },
        { label: 'Zoektekst', value: 'een zoektekst '.repeat(10) },
      ],
    };
    const { lines } = await writtenPdf(COLUMNS, orders(120), changes);

    expect(lines.length).toBeGreaterThan(1);
    for (const page of lines.slice(1)) {
      expect(page[0]).toMatch(/^Een heel lange naam.+… · Orders · 1 t\/m 31 oktober 2026$/);
      expect(page[1]).toMatch(/^Linde Utrecht, kassa, .+… · Status: Terugbetaald · Zoektekst: een .+…$/);
      expect(page[2]).toBe('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
    }
  });

  it('says that there are no rows', async () => {
    const { pages, lines } = await writtenPdf(COLUMNS, [], {}, { sums: { value_wt: 0 } });

    expect(pages).toHaveLength(1);
    expect(lines[0]).toContain('Geen rijen');
    expect(lines[0]).toContain('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
    expect(lines[0]?.join()).not.toContain('Totaal');
  });

  it('ends with the totals, which have the headings above them on whatever page they are', async () => {
    for (let count = 36; count <= 48; count += 3) {
      const { lines } = await writtenPdf(COLUMNS, orders(count), {}, { sums: { value_wt: 99.5 } });
      const last = lines.at(-1) ?? [];

      expect(last.at(-2)).toBe('Totaal\t99,50');
      expect(last).toContain('Ordernummer\tDatum\tStatus\tBetaald\tBedrag');
    }
  });

  it('leaves out addresses, which nobody can follow on paper', async () => {
    const link = hiddenLink(column('backoffice_url', 'text', 'Backoffice', 'Back office'));
    const rows = orders(1).map((cells) => [...cells, 'https://backoffice.example/orders/1']);
    const { letters } = await writtenPdf([...COLUMNS, link], rows);
    expect(letters).not.toContain('backoffice');
    expect(letters).toContain('2026-10000');
  });

  it('says in every header that rows are missing, and that the total is of some', async () => {
    const shortfall = { kind: 'failed', message: 'Only 120 of 300 rows.' } as const;
    const { lines } = await writtenPdf(COLUMNS, orders(120), {}, { shortfall, sums: { value_wt: 1 } });

    const words = 'Het kassaplatform viel tijdens het lezen uit. Exporteer later opnieuw.';
    for (const page of lines) expect(page[0]).toBe(`ONVOLLEDIG (INCOMPLETE): ${words}`);
    expect(lines.at(-1)).toContain('Totaal van wat er is\t1,00');
  });

  it('is portrait, and landscape where the columns are wide', async () => {
    const title = column('title', 'text', 'Artikel', 'Product');
    const wide = [title, { ...title, id: 'group' }, { ...title, id: 'shop' }, { ...title, id: 'customer' }];
    const words = 'Koffiebonen espresso donker gebrand, hele bonen, 1 kg';

    const { pages: narrow } = await writtenPdf(wide, [['a', 'b', 'c', 'd']]);
    const { pages: broad } = await writtenPdf(wide, [[words, words, words, words]]);
    expect(narrow).toMatchObject([{ width: 595.28, height: 841.89 }]);
    expect(broad).toMatchObject([{ width: 841.89, height: 595.28 }]);
  });

  it('of a list with tables that add it up lies across where its texts would be broken', async () => {
    const titles = ['customer', 'shop', 'email', 'group'].map((id) => column(id, 'text', id, id));
    const words = 'Bed & Breakfast Hoekstra Stichting';
    const summary = { title: 'Samen', columns: COLUMNS.slice(0, 1), rows: [{ key: '1', order_number: '1' }] };
    const { pages } = await writtenPdf(titles, [[words, words, words, words]], {}, { summaries: [summary] });

    expect(pages[0]?.width).toBe(841.89);
    expect(pages[0]?.texts.filter(({ text }) => text === words)).toHaveLength(4);
  });

  it('has smaller letters rather than e-mail addresses of two lines', async () => {
    const email = column('email', 'text', 'E-mailadres', 'E-mail');
    const columns = [...COLUMNS, ...['a', 'b', 'c', 'd'].map((id) => column(id, 'text', id, id)), email];
    const words = ['Bed & Breakfast Hoekstra', 'Utrecht, kassa 2', 'Kinderopvang Bos', 'Cadeaus'];
    const address = 'wouter.brouwer.van.der.linden.69@mail.example';
    const { pages } = await writtenPdf(columns, [[...(orders(1)[0] ?? []), ...words, address]]);

    expect(pages[0]?.texts.map(({ text }) => text)).toContain(address);
  });

  it('has headings of numbers in two lines at most', async () => {
    const amounts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) =>
      summed(column(id, 'euros', 'Korting incl. btw', 'Discount incl. VAT')),
    );
    const columns = [...COLUMNS, ...amounts, column('note', 'text', 'Opmerking', 'Note')];
    const row = [
      ...(orders(1)[0] ?? []),
      ...amounts.map(() => 1),
      'Een opmerking die zo lang is dat zij alle ruimte vraagt',
    ];
    const { lines } = await writtenPdf(columns, [row]);

    expect(lines[0]?.filter((line) => /^(btw|Korting|incl\. btw)(\t\1)*$/.test(line))).not.toContain(
      amounts.map(() => 'btw').join('\t'),
    );
    expect(lines[0]?.some((line) => line.includes('incl. btw'))).toBe(true);
  });

  it.each(['nl', 'en'] as const)(
    'never has its totals or the note below them alone on a page, in %s',
    async (language) => {
      const note = 'Een toelichting op het totaal';
      const end = { sums: { value_wt: 1 }, totals: { cells: {}, note } };
      const total = language === 'nl' ? 'Totaal' : 'Total';
      const pagesOf = new Set<number>();
      for (let count = 44; count <= 56; count += 1) {
        const { lines } = await writtenPdf(COLUMNS, orders(count), { language }, end);
        const last = lines.at(-1) ?? [];
        const at = last.findIndex((line) => line.startsWith(total));
        expect(last.slice(at - 2, at).map((line) => line.slice(0, 10))).toEqual([
          `2026-${10_000 + count - 2}`,
          `2026-${10_000 + count - 1}`,
        ]);
        expect(last[at + 1]).toBe(note);
        expect(lines.flat().filter((line) => line.startsWith('2026-1'))).toHaveLength(count);
        pagesOf.add(lines.length);
      }
      // One more row began a page.
      expect([...pagesOf]).toEqual([1, 2]);
    },
  );

  it.each([
    ['nl', 'Aantal orders: 120', 'Let op: bevat persoonsgegevens', 'Volgorde: bedrag', 'Stand van 21-11-2026'],
    ['en', 'Aantal orders: 120', 'Note: contains personal data', 'Sorted by: bedrag', 'As of 21/11/2026'],
  ] as const)(
    'says in its head how many, in which order, and whose data, and on further pages when, in %s',
    async (...said) => {
      const [language, count, people, order, asOf] = said;
      const filters = [
        { label: 'Status', value: 'x' },
        { label: order.split(': ')[0] ?? '', value: 'bedrag', isLimit: false as const },
      ];
      const changes = { language, filters, counted: 'Aantal orders' };
      const { lines, pages } = await writtenPdf(
        [...COLUMNS, personal(column('name', 'text', 'Klant', 'Customer'))],
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
      const plain = await writtenPdf(COLUMNS, orders(1), { language });
      expect(plain.lines[0]).not.toContain(people);
    },
  );

  it('breaks an e-mail address behind its @ or a dot, where its column has no room for it', async () => {
    const email = column('email', 'text', 'E-mailadres', 'E-mail');
    const columns = [...COLUMNS, ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => column(id, 'text', id, id)), email];
    const words = [
      ...['Bed & Breakfast Hoekstra', 'Utrecht, kassa 2', 'Kinderopvang Bos', 'Cadeaus', 'Zakelijk'],
      ...['Kinderopvang', 'Kinderopvang'],
    ];
    const addresses = ['wouter.brouwer.van.der.linden.69@mail.example', 'a@b.example'];
    const rows = addresses.map((address) => [...(orders(1)[0] ?? []), ...words, address]);
    const { pages } = await writtenPdf(columns, rows);

    const texts = (pages[0]?.texts ?? []).map(({ text }) => text);
    expect(texts).toContain('a@b.example');
    expect(texts).not.toContain(addresses[0]);
    const parts = texts.filter((text) => text !== 'a@b.example' && addresses[0]?.includes(text) && text.length > 5);
    expect(parts.join('')).toBe(addresses[0]);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/[@.]$/);
  });

  it('breaks no number of a table that has longer ones than those under the same heading before it', async () => {
    const share = column('share', 'percentage', 'Verschil in een % van alles', 'Share');
    const columns = [...['a', 'b', 'c', 'd'].map((id) => column(id, 'text', id, id)), share];
    const words = 'Leveringen/diensten belast met hoog tarief';
    const table = (title: string, value: number) => ({
      ...{ title, columns },
      rows: [{ key: title, a: words, b: words, c: words, d: words, share: value }],
    });
    const { pages } = await writtenPdf(
      columns,
      [['x', 'x', 'x', 'x', 1]],
      {},
      { paper: [table('A', 1), table('B', 123_456_789.12)] },
    );

    expect(pages.flatMap(({ texts }) => texts.map(({ text }) => text))).toContain('123.456.789,12');
  });

  it('begins below its head, also where few rows do not fit there', async () => {
    const [wide, words] = [column('title', 'text', 'Artikel', 'Product'), 'Koffiebonen espresso '.repeat(18)];
    const { lines } = await writtenPdf(
      [wide],
      Array.from({ length: 24 }, (_, index) => [`${index} ${words}`]),
    );

    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]?.join('\n')).toContain('0 Koffiebonen');
  });

  it('breaks the headings of numbers before the names in its rows', async () => {
    const amounts = ['to30', 'to60', 'to90', 'over90', 'total'].map((id) =>
      column(id, 'euros', 'Bedrag van een heel lange kop', id),
    );
    const name = 'Zorgboerderij Hendriks Stichting';
    const { pages } = await writtenPdf(
      [column('customer', 'text', 'Klant', 'Customer'), ...amounts],
      [[name, 1, 1, 1, 1, 1]],
    );

    expect(pages[0]).toMatchObject({ width: 595.28 });
    expect(pages[0]?.texts.map(({ text }) => text)).toContain(name);
  });

  it('has prices with two decimals unless one needs more, and their marks below one another', async () => {
    const price = column('ppu', 'unit-price', 'Prijs', 'Price');
    const { pages } = await writtenPdf([price], [[12.5], [1234.5678], [0.125]]);
    const texts = pages[0]?.texts ?? [];
    const endOf = (number: string) => {
      const found = texts.find(({ text }) => text === number);
      if (found === undefined) throw new Error(`there is no ${number}`);
      return found.x + found.width;
    };
    const missing = ['1.234,5678', '0,125', '12,50'].map((number) => endOf('1.234,5678') - endOf(number));

    expect(missing[1]).toBeGreaterThan(1);
    expect(missing[2]).toBeCloseTo(2 * (missing[1] ?? 0), 1);
  });

  it('says that data of persons are left out, and nothing of filters where there are none', async () => {
    const { lines } = await writtenPdf(COLUMNS, orders(1), { hidesPeople: true });

    expect(lines[0]?.[3]).toBe('Weggelaten: namen en andere gegevens van personen');
    expect(lines.flat().join(' ')).not.toContain('Filters');
    expect((await writtenPdf(COLUMNS, orders(1))).lines.flat().join(' ')).not.toContain('Weggelaten');
  });

  it('has the sign of a percentage beside its word in a narrow heading', async () => {
    const texts = Array.from({ length: 9 }, (_, at) => column(`text-${at}`, 'text', 'Tekst', 'Text'));
    const share = column('share', 'percentage', 'Verschil %', 'Difference %');
    const words = 'Leveringen/diensten belast met hoog tarief';
    const { pages } = await writtenPdf([...texts, share], [[...texts.map(() => words), 1]]);

    const printed = pages.flatMap((page) => page.texts.map(({ text }) => text));
    expect(printed.filter((text) => /Verschil|%/.test(text))).toHaveLength(1);
  });

  it('shortens the names of shops by what all shops of the account have in common', async () => {
    const shop = shopName(column('shop', 'text', 'Winkel', 'Shop'));
    const shops = ['Linde Utrecht, kassa 1', 'Linde Utrecht, kassa 2', 'Linde Haarlem', 'Linde Zwolle'];
    const cells = [['Linde Utrecht, kassa 1'], ['Linde Utrecht, kassa 2']];
    const { lines } = await writtenPdf([shop], cells, { shops });

    expect(lines[0]).toContain('Winkels: Linde Utrecht, kassa 1; Linde Utrecht, kassa 2');
    expect(lines[0]).toContain('Utrecht, kassa 1');
    const place = 'Linde Utrecht, kassa 1';
    const ofOne = await writtenPdf([shop], [[place]], { shops, place });
    expect(ofOne.lines.flat().join(' ')).not.toContain('Winkels:');
  });

  it('has the word for its totals across the columns up to the first sum', async () => {
    const columns = [
      column('id', 'integer', 'Nummer', 'Number'),
      column('land', 'text', 'Land', 'Country'),
      summed(column('value', 'euros', 'Bedrag', 'Value')),
    ];
    const { pages } = await writtenPdf(columns, [[20_001, 'NL', 1]], {}, { sums: { value: 1 } });
    const placeOf = (text: string) => pages[0]?.texts.find((found) => found.text === text)?.x ?? 0;

    expect(placeOf('Totaal')).toBeCloseTo(36, 0);
    expect(placeOf('20001')).toBeGreaterThan(placeOf('Totaal') + 1);
  });

  it('has words for headings that a program needs', async () => {
    const { lines } = await writtenPdf([fixedColumn('fldDebet', 'text', 'Debet', 'Debit')], [['a']]);
    expect(lines[0]).toContain('Debet');
    expect(lines[0]).not.toContain('fldDebet');
  });

  it('has the day of rows that are a state behind its title', async () => {
    const { info, lines } = await writtenPdf(COLUMNS, orders(1), { title: 'Debiteurenlijst', day: '2026-10-31' });
    expect(lines[0]).toContain('Debiteurenlijst per 31-10-2026');
    expect(info.Title).toBe('Debiteurenlijst per 31-10-2026');
  });

  it('has a title and the time of its figures, and is the same again for the same rows', async () => {
    const { info } = await writtenPdf(COLUMNS, orders(1), { title: 'Prijslijst' });
    const document = documentOf(COLUMNS);
    const rows = rowsOf(COLUMNS, orders(3));

    expect(info).toMatchObject({ Title: 'Prijslijst', CreationDate: 'D:20261121090000Z', Language: 'nl' });
    expect(info).not.toHaveProperty('Author');
    expect(await pdfBytes(document, rows)).toEqual(await pdfBytes(document, rows));
  });

  it('throws what the rows throw', async () => {
    const failure = new ExportError('incomplete', 'no more');
    async function* failing() {
      yield rowsOf(COLUMNS, orders(1));
      throw failure;
    }
    await expect(chunksOf(pdfWriter, documentOf(COLUMNS), failing())).rejects.toBe(failure);
  });
});
