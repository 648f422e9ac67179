import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { column } from '../../../shared/datasets/dataset.ts';
import { lettersOf, type WrittenPdf, writtenPdf } from '../../support/written-pdf.ts';

const TITLE = column('title', 'text', 'Artikel', 'Product');
const COLUMNS = [
  TITLE,
  column('value', 'euros', 'Bedrag', 'Value'),
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

describe('a PDF of hostile texts', () => {
  it.each([
    ['a SKU of 200 characters', 'S'.repeat(200)],
    ['an URL', `https://example.example/${'path/'.repeat(60)}?q=${'x'.repeat(100)}`],
    ['10,000 characters in words', 'woord '.repeat(1_667)],
    ['10,000 characters in one word', 'W'.repeat(10_000)],
    ['a thousand lines', 'a\n'.repeat(1_000)],
  ])('breaks %s into lines and pages and loses nothing', async (_, text) => {
    const pdf = await writtenPdf(COLUMNS, [
      ['before', 1, 'x'],
      [text, 2, text],
      ['after', 3, 'x'],
    ]);

    expectWithinPages(pdf);
    const first = [...lettersOf(text)][0] ?? '';
    const count = (letters: string) => letters.split(first).length - 1;
    expect(count(pdf.letters)).toBeGreaterThanOrEqual(2 * count(lettersOf(text)));
    for (const page of pdf.lines) expect(page.join()).toContain('Artikel');
    expect(pdf.lines.at(-1)?.join('\n')).toContain('after\t3,00');
  });

  it('drops invisible characters, and explains the replacement of characters that the font lacks', async () => {
    const text = 'a\u0000b\u0007c\u202Ed\u200B \u05D0 😀 中\ud800 e\u0301';
    const { lines } = await writtenPdf([TITLE], [[text]]);

    expect(lines[0]).toContain('abcd � � �� é');
    expect(lines[0]?.at(-1)).toBe('� staat voor een teken dat het lettertype niet heeft\tpagina 1 van 1');
  });

  it('prints European letters and symbols unchanged', async () => {
    const text = 'Żółć Ünïcödé ñ Ελληνικά Кириллица “quotes” € ± ½ 100 % ﬁ → fi';
    const { lines } = await writtenPdf([TITLE], [[text.replace(' → fi', '')]]);

    expect(lines[0]).toContain('Żółć Ünïcödé ñ Ελληνικά Кириллица “quotes” € ± ½ 100 % ﬁ');
  });

  it('treats texts as text, never as markup', async () => {
    const texts = ['<b>x</b>', '{{page}}', '(a) Tj ET', '\\', 'data:image/png;base64,AAAA', '=1+1'];
    const { lines } = await writtenPdf(
      [TITLE],
      texts.map((text) => [text]),
    );

    for (const text of texts) expect(lines[0]).toContain(text);
  });

  it('shortens header texts that would fill the page', async () => {
    const long = 'x '.repeat(5_000);
    const changes = { company: long, title: long, place: long, filters: [{ label: long, value: long }] };
    const shortfall = { kind: 'moved', message: long } as const;
    const pdf = await writtenPdf(COLUMNS, [['row', 1, 'x']], changes, { shortfall });

    expectWithinPages(pdf);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.lines[0]).toContain('row\t1,00\tx');
  });

  it('fits fifty columns of any text within the page', async () => {
    const columns = Array.from({ length: 50 }, (_, index) => ({ ...TITLE, id: `column${index}` }));
    const cells = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 50, maxLength: 50 });
    const rows = fc.sample(cells, { numRuns: 2, seed: 4870 });

    expectWithinPages(await writtenPdf(columns, rows));
  });
});
