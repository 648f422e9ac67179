import { type Mutant, mutantsOf } from '../harness/mutant.ts';

/** For the time that the tests may take. */
const IN_TESTS = [
  'no-prefix',
  'sku-column',
  'prefixed-numbers',
  'full-width-forms',
  'single-quotes',
  'behind-separators',
  'unseen-characters',
  'formula-cells',
];

export const EXPORT_TABLES_MUTANTS: readonly Mutant[] = mutantsOf(IN_TESTS, {
  'shared/formula-text.ts': {
    'no-prefix': ['a formula of CSV has no mark before it', 'FORMULA.test(part) ?', 'false ?'],
    'full-width-forms': ['the full-width forms of formulas are forgotten', '@＝＋－＠﹦﹢﹣﹫]/v', '@]/v'],
    'control-characters': ['control characters before a formula are forgotten', '\\p{Cc}', ''],
    'guarded-already': ['a text that looks marked already gets no mark of its own', "/^'*[[", '/^[['],
    'behind-separators': [
      'a formula behind a comma, a semicolon or a tab in a text has no mark',
      'if (!SPLIT.test(text)) return guardedPart(text);',
      'return guardedPart(text);',
    ],
    'unseen-characters': [
      'characters without a form before a formula are forgotten',
      '\\p{Cf}\\p{Z}\\p{Default_Ignorable_Code_Point}',
      '\\p{Z}',
    ],
  },
  'electron/exports/writers/csv-writer.ts': {
    'sku-column': [
      'the column of SKUs is left out where CSV gets marks before formulas',
      'excelCell(column, row[column.id] ?? null, language)',
      "column.id === 'sku' ? dataCell('text', row[column.id] ?? null) : excelCell(column, row[column.id] ?? null, language)",
    ],
    'prefixed-numbers': [
      'negative amounts have the mark of formulas',
      "return decimalText(numeric(value), decimals, ',')",
      "return (Number(value) < 0 ? '\\'' : '') + decimalText(numeric(value), decimals, ',')",
    ],
    'single-quotes': ['quotes inside of a cell are not doubled', "text.replaceAll('\"', '\"\"')", 'text'],
    'bare-separator': [
      'a cell with the separator of Excel in it has no quotes',
      'return quoted(guarded(text));',
      'return NEEDS_QUOTES.test(text) ? quoted(guarded(text)) : guarded(text);',
    ],
  },
  'electron/exports/writers/xlsx-cells.ts': {
    'formula-cells': [
      'a text that begins like a formula becomes one in a workbook',
      "if (text === '') return '';",
      "if (text.startsWith('=')) return '<c r=\"' + address + '\"><f>' + xmlText(text.slice(1)) + '</f></c>';",
    ],
    'text-amounts': [
      'amounts are texts in a workbook',
      '? numberCell(number, address, style)',
      '? textCell(String(number), address, style)',
    ],
    'open-markup': ['what looks like XML is XML in a workbook', ".replaceAll('<', '&lt;')", ''],
  },
});
