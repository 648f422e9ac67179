import { describe, expect, it } from 'vitest';
import { createColumn } from '../../../shared/datasets/dataset.ts';
import { joinLetters, type WrittenPdf, writeAndReadPdf } from '../../support/written-pdf.ts';

const TITLE = createColumn('title', 'text', 'Artikel', 'Product');
const COLUMNS = [
  TITLE,
  createColumn('value', 'euros', 'Bedrag', 'Value'),
  { ...TITLE, id: 'link', heading: { nl: 'Link', en: 'Link' } },
];

function expectWithinPages({ pages }: WrittenPdf): void {
  const outside = pages.flatMap(({ width, height, texts }) =>
    texts.filter(
      ({ x, y, width: length, size }) => x < 0 || x + length > width || y - size < 0 || y + size / 2 > height,
    ),
  );
  expect(outside).toEqual([]);
}

/** The texts of the first cell, by line. */
function printedCell({ pages }: WrittenPdf): string {
  const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
  const heading = texts.indexOf('Artikel');
  const cell = texts.slice(heading + 1, texts.indexOf('after'));
  return cell.filter((text) => text !== 'Artikel' && !text.startsWith('pagina')).join('');
}

describe('a PDF of hostile texts', () => {
  it.each([
    ['a SKU of 200 characters', 'S'.repeat(200)],
    ['an URL', `https://example.example/${'path/'.repeat(60)}?q=${'x'.repeat(100)}`],
    ['500 characters in words', 'woord '.repeat(83)],
    ['500 characters in one word', 'W'.repeat(500)],
    ['250 lines', 'a\n'.repeat(250)],
  ])('wraps %s over lines and pages and loses nothing', async (_, text) => {
    const pdf = await writeAndReadPdf(COLUMNS, [
      ['before', 1, 'x'],
      [text, 2, text],
      ['after', 3, 'x'],
    ]);

    expectWithinPages(pdf);
    const first = [...joinLetters(text)][0] ?? '';
    const count = (letters: string) => letters.split(first).length - 1;
    expect(count(pdf.letters)).toBeGreaterThanOrEqual(2 * count(joinLetters(text)));
    for (const page of pdf.lines) expect(page.join()).toContain('Artikel');
    expect(pdf.lines.at(-1)?.join('\n')).toContain('after\t3,00');
  });

  it.each([
    ['one word', 'W'.repeat(200_000)],
    ['words', 'W '.repeat(100_000)],
    ['lines', 'W\n'.repeat(100_000)],
    ['letters that the font lacks', 'W\u05D0'.repeat(100_000)],
    ['accents', `W${'\u0301\u0316'.repeat(100_000)}`],
    ['letters that get longer when normalized', 'W\u0958'.repeat(250)],
  ])('cuts a text of 200,000 characters at 500: %s', async (_, text) => {
    const pdf = await writeAndReadPdf([TITLE], [[text], ['after']]);

    expect(printedCell(pdf).length).toBeLessThanOrEqual(500);
    expect(printedCell(pdf)).toMatch(/^[WẂ].*…$/s);
    expect(pdf.lines.at(-1)?.join('\n')).toContain('after');
  });

  it.each([
    ['nl', 1, '1 tekst is ingekort tot 500 tekens. Een CSV-bestand heeft de hele tekst.'],
    ['nl', 2, '2 teksten zijn ingekort tot 500 tekens. Een CSV-bestand heeft de hele tekst.'],
    ['en', 1, '1 text was cut to 500 characters. A CSV file has the whole text.'],
    ['en', 2, '2 texts were cut to 500 characters. A CSV file has the whole text.'],
  ] as const)('says how many texts it has cut: %s, %i', async (language, count, note) => {
    const rows = [...Array.from({ length: count }, () => ['x'.repeat(501)]), ['x'.repeat(500)]];
    const { lines } = await writeAndReadPdf([TITLE], rows, { language });
    expect(lines[0]).toContain(note);
  });

  it('also cuts texts outside its tables, and counts each once even if several pages show it', async () => {
    const long = 'W'.repeat(200_000);
    const { lines } = await writeAndReadPdf(
      [{ ...TITLE, heading: { nl: long, en: long } }],
      Array.from({ length: 100 }, () => ['x']),
      { company: long, place: long, filters: [{ label: 'Zoekterm', value: long }] },
    );
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]?.join('\n')).toContain('4 teksten zijn ingekort tot 500 tekens.');
  });

  it('drops invisible characters, and explains the replacement of characters that the font lacks', async () => {
    const text = 'a\u0000b\u0007c\u202Ed\u200B \u05D0 😀 中\ud800 e\u0301';
    const { lines } = await writeAndReadPdf([TITLE], [[text]]);

    expect(lines[0]).toContain('abcd � � �� é');
    expect(lines[0]?.at(-1)).toBe('� vervangt een teken dat het lettertype niet heeft\tpagina 1 van 1');
  });

  it('prints European letters and symbols unchanged', async () => {
    const text = 'Żółć Ünïcödé ñ Ελληνικά Кириллица “quotes” € ± ½ 100 % ﬁ → fi';
    const { lines } = await writeAndReadPdf([TITLE], [[text.replace(' → fi', '')]]);

    expect(lines[0]).toContain('Żółć Ünïcödé ñ Ελληνικά Кириллица “quotes” € ± ½ 100 % ﬁ');
  });

  it('treats texts as text, never as markup', async () => {
    const texts = ['<b>x</b>', '{{page}}', '(a) Tj ET', '\\', 'data:image/png;base64,AAAA', '=1+1'];
    const { lines } = await writeAndReadPdf(
      [TITLE],
      texts.map((text) => [text]),
    );

    for (const text of texts) expect(lines[0]).toContain(text);
  });

  it('shortens header texts that would fill the page', async () => {
    const long = 'x '.repeat(5_000);
    const changes = { company: long, title: long, place: long, filters: [{ label: long, value: long }] };
    const shortfall = { kind: 'moved', message: long } as const;
    const pdf = await writeAndReadPdf(COLUMNS, [['row', 1, 'x']], changes, { shortfall });

    expectWithinPages(pdf);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.lines[0]).toContain('row\t1,00\tx');
  });
});
