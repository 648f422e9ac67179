import type { ColumnKind } from '../../../shared/datasets/column.ts';

/** Code of a number format; those from 164 on are a workbook's own. */
const FORMAT_IDS = {
  general: 0,
  text: 49,
  integer: 1,
  euros: 4,
  'unit-price': 164,
  date: 165,
  timestamp: 166,
} as const;
type CellFormat = keyof typeof FORMAT_IDS;

const OWN_FORMATS = [
  { id: FORMAT_IDS['unit-price'], code: '#,##0.00##' },
  { id: FORMAT_IDS.date, code: 'dd-mm-yyyy' },
  { id: FORMAT_IDS.timestamp, code: 'dd-mm-yyyy hh:mm:ss' },
];
const FORMATS: readonly string[] = Object.keys(FORMAT_IDS);

/** `0.###` would show a whole number with a point behind it; `General` shows up to 3 decimals as they are. */
const FORMAT_OF_KIND: Readonly<Record<ColumnKind, CellFormat>> = {
  // With the format of texts a cell stays text when somebody opens and leaves it, be it `1E5` or `=A1`.
  text: 'text',
  choice: 'text',
  flag: 'text',
  euros: 'euros',
  'unit-price': 'unit-price',
  percentage: 'general',
  number: 'general',
  integer: 'integer',
  timestamp: 'timestamp',
  date: 'date',
};

/** Styles are numbers: the row formats, the same in a totals row, and two of their own. */
export const HEADING_STYLE = 2 * FORMATS.length;
export const WARNING_STYLE = HEADING_STYLE + 1;

export function cellStyle(kind: ColumnKind): number {
  return FORMATS.indexOf(FORMAT_OF_KIND[kind]);
}

export function totalStyle(kind: ColumnKind): number {
  return FORMATS.length + cellStyle(kind);
}

/** Numbers of fonts and borders in the part below. */
const FONTS = { plain: 0, bold: 1, warning: 2 };
const BORDERS = { none: 0, above: 1, below: 2 };

export function stylesPart(): string {
  const ids = Object.values(FORMAT_IDS);
  const styles = [
    ...ids.map((id) => styleOf(id, FONTS.plain, BORDERS.none)),
    ...ids.map((id) => styleOf(id, FONTS.bold, BORDERS.above)),
    styleOf(FORMAT_IDS.text, FONTS.bold, BORDERS.below),
    styleOf(FORMAT_IDS.text, FONTS.warning, BORDERS.none),
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="${OWN_FORMATS.length}">${OWN_FORMATS.map(formatOf).join('')}</numFmts>
<fonts count="3">${font('')}${font('<b/>')}${font('<b/>', '<color rgb="FFC00000"/>')}</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="3">${border('', '')}${border(RULE, '')}${border('', RULE)}</borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

const RULE = ' style="thin"';

function formatOf({ id, code }: (typeof OWN_FORMATS)[number]): string {
  return `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
}

function font(weight: string, color = ''): string {
  return `<font>${weight}<sz val="11"/>${color}<name val="Calibri"/><family val="2"/></font>`;
}

function border(top: string, bottom: string): string {
  return `<border><left/><right/><top${top}/><bottom${bottom}/><diagonal/></border>`;
}

function styleOf(format: number, fontId: number, borderId: number): string {
  return `<xf numFmtId="${format}" fontId="${fontId}" fillId="0" borderId="${borderId}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/>`;
}
