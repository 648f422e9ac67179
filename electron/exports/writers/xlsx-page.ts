import { documentDays } from './document-facts.ts';
import { headingOf, PDF_LABELS } from './pdf-text.ts';
import type { ExportDocument } from './writer.ts';
import { xmlText } from './xlsx-cells.ts';

/** What a sheet says at the head and foot of each printed page. */
export type PageTexts = Pick<ExportDocument, 'company' | 'title' | 'day' | 'period' | 'asOf' | 'language'>;

/** A4 upright has room for so many characters of the default font; wider sheets lie across. */
const UPRIGHT_CHARACTERS = 95;

/** How a sheet is printed, in the order that the format asks for: as wide as one page, as long as it needs. */
export function pageSetup(texts: PageTexts, widths: readonly number[]): string {
  const width = widths.reduce((all, each) => all + each, 0);
  const orientation = width > UPRIGHT_CHARACTERS ? 'landscape' : 'portrait';
  return `<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.7" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddHeader>${xmlText(headOf(texts))}</oddHeader><oddFooter>${xmlText(footOf(texts))}</oddFooter></headerFooter>`;
}

function headOf(texts: PageTexts): string {
  return `&L${printed(texts.company)}&C${printed(headingOf(texts))}&R${printed(documentDays(texts) ?? '')}`;
}

function footOf({ language }: PageTexts): string {
  return `&L&A&R${PDF_LABELS[language].page('&P', '&N')}`;
}

/** Excel takes 255 characters for all parts of a line together. */
const MOST_CHARACTERS = 70;

/** An ampersand begins a code there, two are one. */
function printed(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '));
  const isWhole = letters.length <= MOST_CHARACTERS;
  const shown = isWhole ? letters.join('') : `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
  return shown.replaceAll('&', '&&');
}
