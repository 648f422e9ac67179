import fc from 'fast-check';
import { type CellValue, column } from '../../../shared/datasets/dataset.ts';

/** What a spreadsheet may run, what ends a cell or a line, and what editors treat oddly. */
const HOSTILE = [
  ...'=+-@\t\r\n\0;,"\'|%!\\aé0€＝＋－＠ ',
  '\u2028',
  '\uFEFF',
  '𝟘',
  '\u202E',
  '\u00A0',
  '\u200B',
  '\u3164',
];
/** What a workbook could take for its own. */
const MARKUP = ['<f>1+1</f>', '</t></is></c>', ']]>', '&amp;', '_x0041_', '_x005F_', '\r\n', '\uD800', '1E5'];

export const TABLE_COLUMNS = [
  column('title', 'text', 'titel', 'title'),
  column('value', 'euros', 'bedrag', 'value'),
  column('further', 'text', 'meer', 'more'),
  column('price', 'unit-price', 'prijs', 'price'),
];

export type HostileTable = readonly (readonly CellValue[])[];

const formulas = fc.constantFrom(
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://x.example")',
  "'=1",
  "''@A1",
  "x,=cmd|' /C calc'!A0",
  'a\t@A1',
  '\u00A0=1',
  '\u2060\u200B+1',
  '-12,50',
  '1E5',
);
const made = fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 });
const text = fc.oneof(made, fc.string({ unit: 'grapheme' }), formulas);
const amountOf = (most: number, parts: number): fc.Arbitrary<number> =>
  fc.integer({ min: -most, max: most }).map((amount) => (amount === 0 ? 0 : amount / parts));
const cents = amountOf(1e11, 100);
const units = amountOf(1e10, 10_000);

const row = fc.tuple(text, fc.option(cents), text, fc.option(units));
const tables: fc.Arbitrary<HostileTable> = fc.array(row, { maxLength: 6 });
/** With what UTF-8 cannot hold, for a workbook writes it in a way of its own. */
const workbookTexts = fc.oneof(
  made.filter((one) => one !== ''),
  formulas,
  fc.array(fc.constantFrom(...MARKUP, ...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1 }),
);

export function hostileTables(seed: number, count: number): readonly HostileTable[] {
  return fc.sample(tables, { seed, numRuns: count });
}

export function hostileTexts(seed: number, count: number): readonly string[] {
  return fc.sample(workbookTexts, { seed, numRuns: count });
}
