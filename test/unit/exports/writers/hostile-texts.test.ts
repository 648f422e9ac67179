import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SKU, writtenWorkbook } from '../../../support/written-workbook.ts';

const FRAGMENTS = [
  ...'=+-@|\t\n\r\0\u0001\u001f\u007f\u0085\u2028\uFEFF\uFFFE\uFFFF_x041;&<>"\'',
  '=HYPERLINK("http://a.example")',
  "=cmd|' /C calc'!A0",
  '<f>1+1</f>',
  '</t></is></c>',
  ']]>',
  '<![CDATA[',
  '&#13;',
  '&amp;',
  '_x0041_',
  '_x005F_',
  '_x0041',
  'xD800_',
  '\r\n',
  '\uD800',
  '\uDC00',
  '😀',
  '👩‍🍳',
  'שלום',
  '\u202E',
  'e\u0301',
  '1E5',
  '90.750',
  '  ',
];
const HOSTILE = fc.oneof(
  fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1 }),
);
const LONG = ['é'.repeat(32_767), '<'.repeat(32_767), '_x0041_'.repeat(4_681), '\n'.repeat(10_000)];

/** Formulas, and what leads out of the file. */
function activeElementsOf(parts: ReadonlyMap<string, string>): string[] {
  return [...parts.values()].flatMap(
    (part) => part.match(/<(f|hyperlink|externalReference|dataConsolidate)\b[^>]*>|TargetMode[^>]*/g) ?? [],
  );
}

describe('hostile texts in a workbook', () => {
  it('come back as they were, 5,000 of them, and none is a formula', async () => {
    const texts = [...fc.sample(HOSTILE, { seed: 4870, numRuns: 5_000 - LONG.length }), ...LONG];
    const { sheets, parts } = await writtenWorkbook({ rows: texts.map((sku) => ({ sku })), batchRows: 100 });
    const [, ...rows] = sheets[0]?.rows ?? [];

    expect(rows).toHaveLength(5_000);
    rows.forEach((row, index) => {
      expect(row).toEqual([texts[index]]);
    });
    expect(activeElementsOf(parts)).toEqual([]);
  });

  it('are as harmless in headings, sections and title', async () => {
    const hostile = '=1+1]]><f>1</f>&"\0\uD800_x0041_';
    const heading = { nl: hostile, en: hostile };
    const { sheets, parts } = await writtenWorkbook({
      document: { title: hostile, columns: [{ ...SKU, heading }], sectionColumn: 'section' },
      rows: [{ sku: 'a', section: hostile }],
    });

    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([['=1+1--><f>1<-f>&"--_x0041_', [[hostile], ['a']]]]);
    expect(activeElementsOf(parts)).toEqual([]);
  });
});
