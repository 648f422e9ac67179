import { textCell } from './cell.ts';
import { HEADING_STYLE } from './cell-style.ts';
import { rowOf } from './closing-rows.ts';
import { isText, type SheetColumn, widthOf } from './sheet-columns.ts';

/** All of a sheet that lies before its first row: the header stands still, and one sheet of the file is chosen. */
export function sheetStart(columns: readonly SheetColumn[], isFirst: boolean): string {
  const headings = columns.map(({ letters, heading }) => textCell(heading, `${letters}1`, HEADING_STYLE));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>
<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>
<sheetFormatPr defaultRowHeight="15"/>
<cols>${columns.map(columnOf).join('')}</cols>
<sheetData>${rowOf(1, headings.join(''))}`;
}

function columnOf(column: SheetColumn, index: number): string {
  return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`;
}

/** All that follows the last row. `lastRow` is that of the table; what closes it lies below and is never filtered. */
export function sheetEnd(columns: readonly SheetColumn[], lastRow: number): string {
  return `</sheetData>
<autoFilter ref="${tableRange(columns, lastRow)}"/>
<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>
${knownTexts(columns, lastRow)}</worksheet>`;
}

/** With the header, such as `A1:J100`. */
export function tableRange(columns: readonly SheetColumn[], lastRow: number): string {
  return `A1:${columns.at(-1)?.letters ?? 'A'}${lastRow}`;
}

/** Keeps Excel from marking each SKU or number of an order as a number that was typed wrongly. */
function knownTexts(columns: readonly SheetColumn[], lastRow: number): string {
  const ranges = columns.filter(isText).map(({ letters }) => `${letters}2:${letters}${lastRow}`);
  if (ranges.length === 0 || lastRow === 1) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}
