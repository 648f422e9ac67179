import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import { type DocumentFact, documentFacts } from './document-facts.ts';
import { headingOf, PDF_LABELS } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';
import { cell, LABEL_STYLE, NOTE_STYLE, textCell, WARNING_STYLE } from './xlsx-cells.ts';
import { pageSetup } from './xlsx-page.ts';
import { columnOf, hasTotals, rowOf, type Sheet, type SheetNote, worksheet } from './xlsx-sheet.ts';

interface FactLine {
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: string | number;
}

const FACT_WIDTHS = [22, 60];

/** A sheet that says what the file is: a line for each fact, whose dates are dates. */
export function createFactsSheet(document: ExportDocument, end: DocumentEnd, isFirst: boolean): Sheet {
  const { language } = document;
  const { from, to } = PDF_LABELS[language];
  const lines = factsOf(document, end).flatMap(({ label, text, period, moment, count }): FactLine[] => {
    if (count !== undefined) return [{ label, kind: 'integer', value: count }];
    if (moment !== undefined) return [{ label, kind: 'timestamp', value: moment }];
    if (period === undefined) return [{ label, kind: 'text', value: text }];
    return [
      { label: from, kind: 'date', value: period.from },
      { label: to, kind: 'date', value: period.to },
    ];
  });
  return createLinesSheet(document, end, lines.map(lineCells(language)), isFirst);
}

/** A sheet with the totals of a list, one below the other under the names of its columns, and what is to be known of them. */
export function createTotalsSheet(document: ExportDocument, end: DocumentEnd, notes: readonly SheetNote[]): Sheet {
  const { language, columns } = document;
  const { sums, totals } = end;
  const totalOf = ({ id, isSummed }: DatasetColumn) => (isSummed ? sums[id] : (totals?.cells[id] ?? undefined));
  const lines = hasTotals(document)
    ? columns.flatMap((column): FactLine[] => {
        const total = totalOf(column);
        if (total === undefined) return [];
        const label = column.heading[language];
        if (total === null) return [{ label, kind: 'text', value: NOT_KNOWN[language] }];
        return [{ label, kind: column.kind, value: total }];
      })
    : [];
  const noted = notes.map(({ text, isWarning }) => (row: number) => {
    return textCell(text, `B${row}`, isWarning ? WARNING_STYLE : NOTE_STYLE);
  });
  return createLinesSheet(document, end, [...lines.map(lineCells(language)), ...noted], false);
}

type CellsOfRow = (row: number) => string;

function lineCells(language: Language): (line: FactLine) => CellsOfRow {
  return ({ label, kind, value }) =>
    (row) =>
      textCell(label, `A${row}`, LABEL_STYLE) + cell({ kind, choices: {} }, value, `B${row}`, language);
}

function createLinesSheet(
  document: ExportDocument,
  end: DocumentEnd,
  lines: readonly CellsOfRow[],
  isFirst: boolean,
): Sheet {
  const rows = lines.map((cellsOf, index) => rowOf(index + 1, cellsOf(index + 1)));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${worksheet(isFirst, '')}
<cols>${FACT_WIDTHS.map(columnOf).join('')}</cols>
<sheetData>${rows.join('')}</sheetData>
${pageSetup({ ...document, asOf: end.asOf }, FACT_WIDTHS)}
</worksheet>`);
  }
  return { chunks, headerRows: 0, range: () => null };
}

function factsOf(document: ExportDocument, end: DocumentEnd): DocumentFact[] {
  const { company, document: title } = PDF_LABELS[document.language];
  return [
    { label: company, text: document.company },
    { label: title, text: headingOf(document) },
    ...documentFacts(document, end).flat(),
  ];
}
