import type { Sabotage } from '../harness/sabotage.ts';

const CSV = 'electron/exports/writers/csv-writer.ts';
const FORMULAS = 'shared/formula-text.ts';
const CSV_WRITER = 'electron/exports/writers/csv-writer.ts';
const CELL = 'electron/exports/writers/xlsx-cells.ts';
const XML = 'electron/exports/writers/xlsx-cells.ts';

/** One for each kind of file and mistake, for the time that the tests may take. */
const IN_TESTS = [
  'no-prefix',
  'behind-separators',
  'unseen-characters',
  'sku-column',
  'prefixed-numbers',
  'full-width-forms',
  'single-quotes',
  'formula-cells',
];

const sabotage = (name: string, flaw: string, file: string, find: string, put: string): Sabotage => ({
  ...{ name, flaw },
  edit: { file, find, put },
  leftToAbuse: !IN_TESTS.includes(name),
});

export const EXPORT_TABLES_SABOTAGES: readonly Sabotage[] = [
  sabotage('no-prefix', 'a formula of CSV has no mark before it', FORMULAS, 'FORMULA.test(part) ?', 'false ?'),
  sabotage(
    'sku-column',
    'the column of SKUs is left out where CSV gets marks before formulas',
    CSV_WRITER,
    'excelCell(column, value, language)',
    "column.id === 'sku' ? dataCell('text', value) : excelCell(column, value, language)",
  ),
  sabotage(
    'prefixed-numbers',
    'negative amounts have the mark of formulas',
    CSV,
    "return decimalText(numeric(value), decimals, ',')",
    "return (Number(value) < 0 ? GUARD : '') + decimalText(numeric(value), decimals, ',')",
  ),
  sabotage(
    'full-width-forms',
    'the full-width forms of formulas are forgotten',
    FORMULAS,
    '@＝＋－＠﹦﹢﹣﹫]/v',
    '@]/v',
  ),
  sabotage('control-characters', 'control characters before a formula are forgotten', FORMULAS, '\\p{Cc}', ''),
  sabotage('guarded-already', 'a text that looks marked already gets no mark of its own', FORMULAS, "/^'*[[", '/^[['),
  sabotage('single-quotes', 'quotes inside of a cell are not doubled', CSV, "text.replaceAll('\"', '\"\"')", 'text'),
  sabotage(
    'bare-separator',
    'a cell with the separator of Excel in it has no quotes',
    CSV,
    'return quoted(guarded(text));',
    'return NEEDS_QUOTES.test(text) ? quoted(guarded(text)) : guarded(text);',
  ),
  sabotage(
    'behind-separators',
    'a formula behind a comma, a semicolon or a tab in a text has no mark',
    FORMULAS,
    'if (!SPLIT.test(text)) return guardedPart(text);',
    'return guardedPart(text);',
  ),
  sabotage(
    'unseen-characters',
    'characters without a form before a formula are forgotten',
    FORMULAS,
    '\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}',
    '\\p{Z}',
  ),
  sabotage(
    'formula-cells',
    'a text that begins like a formula becomes one in a workbook',
    CELL,
    "if (text === '') return '';",
    `if (text.startsWith('=')) return '<c r="' + address + '"><f>' + xmlText(text.slice(1)) + '</f></c>';`,
  ),
  sabotage(
    'text-amounts',
    'amounts are texts in a workbook',
    CELL,
    'return numberCell(number, address, cellStyle(kind));',
    'return textCell(String(number), address, cellStyle(kind));',
  ),
  sabotage('open-markup', 'what looks like XML is XML in a workbook', XML, ".replaceAll('<', '&lt;')", ''),
];
