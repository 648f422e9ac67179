import type { ColumnKind } from '../../../shared/datasets/dataset.ts';
import { type DocumentFact, documentFacts } from './document-facts.ts';
import { headingOf, PDF_LABELS } from './pdf-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';
import { cell, LABEL_STYLE, textCell } from './xlsx-cells.ts';
import { pageSetup } from './xlsx-page.ts';
import { columnOf, rowOf, type Sheet, worksheet } from './xlsx-sheet.ts';

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
  const rows = lines.map(({ label, kind, value }, index) => {
    const address = `B${index + 1}`;
    return rowOf(
      index + 1,
      textCell(label, `A${index + 1}`, LABEL_STYLE) + cell({ kind, choices: {} }, value, address, language),
    );
  });
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
