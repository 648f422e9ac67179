import type { Sabotage } from '../harness/sabotage.ts';

const CSV = 'electron/exports/writers/csv-cell.ts';
const CSV_WRITER = 'electron/exports/writers/csv-writer.ts';
const CELL = 'electron/exports/writers/xlsx/cell.ts';
const XML = 'electron/exports/writers/xlsx/xml-text.ts';

/** One for each kind of file and mistake, for the time that the tests may take. */
const IN_TESTS = [
  'no-prefix',
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
  sabotage('no-prefix', 'a formula of CSV has no mark before it', CSV, 'needsGuard(text) ?', 'false ?'),
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
    CSV,
    ", '＝', '＋', '－', '＠'",
    '',
  ),
  sabotage(
    'control-characters',
    'control characters before a formula are forgotten',
    CSV,
    ", '\\t', '\\r', '\\n', '\\0'",
    '',
  ),
  sabotage(
    'guarded-already',
    'a text that looks marked already gets no mark of its own',
    CSV,
    'text.charAt(start));',
    'text.charAt(0));',
  ),
  sabotage(
    'single-quotes',
    'quotes inside of a cell are not doubled',
    CSV,
    "text.replaceAll('\"', '\"\"')",
    'text',
  ),
  sabotage(
    'bare-separator',
    'a cell with the separator of Excel in it has no quotes',
    CSV,
    '/[";\\r\\n]/',
    '/["\\r\\n]/',
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
