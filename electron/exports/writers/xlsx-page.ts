import type { PaperTable } from '../dataset.ts';
import { documentHead, documentLimits, holdsPeople, inOneLine } from './document-facts.ts';
import { PDF_LABELS } from './pdf-text.ts';
import type { ExportDocument } from './writer.ts';
import { xmlText } from './xlsx-cells.ts';

/** What a sheet says at the head and foot of each printed page. */
export type PageTexts = Pick<
  ExportDocument,
  'company' | 'title' | 'day' | 'period' | 'asOf' | 'language' | 'place' | 'filters' | 'columns'
> &
  Pick<PaperTable, 'amounts'>;

/** A4 has room for so many characters of the default font; sheets that are wider than upright lie across. */
const CHARACTERS = { portrait: 95, landscape: 150 } as const;

/** How a sheet is printed, in the order that the format asks for: as wide as one page, as long as it needs. */
export function pageSetup(texts: PageTexts, widths: readonly number[]): string {
  const width = widths.reduce((all, each) => all + each, 0);
  const orientation = width > CHARACTERS.portrait ? 'landscape' : 'portrait';
  return `<pageMargins left="0.5" right="0.5" top="0.8" bottom="0.7" header="0.3" footer="0.3"/>
<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>
<headerFooter><oddHeader>${xmlText(headOf(texts, CHARACTERS[orientation]))}</oddHeader><oddFooter>${xmlText(footOf(texts))}</oddFooter></headerFooter>`;
}

/** Excel takes no more for the head of a page, with its codes. */
const MOST_CHARACTERS = 255;

const MOST_OF_PART = 70;

/** What limits the rows has a line of its own, below the title. */
function headOf(texts: PageTexts, lineCharacters: number): string {
  const [company, title, days] = [texts.company, ...documentHead(texts)].map((part) => printed([part], MOST_OF_PART));
  const head = (below: string) => `&L${company}&C${title}${below}&R${days}`;
  const limits = [...documentLimits(texts), ...(texts.amounts === undefined ? [] : [texts.amounts])];
  if (limits.length === 0) return head('');
  const room = MOST_CHARACTERS - head('\n').length;
  return head(`\n${printed(limits, Math.min(room, lineCharacters))}`);
}

function footOf({ language, columns }: PageTexts): string {
  const labels = PDF_LABELS[language];
  const people = holdsPeople({ columns }) ? `&C${labels.hasPeople}` : '';
  return `&L&A${people}&R${labels.page('&P', '&N')}`;
}

/** An ampersand begins a code there, two are one: half of these is cut away. */
function printed(texts: readonly string[], most: number): string {
  const escaped = texts.map((text) => text.replaceAll(/\s+/g, ' ').replaceAll('&', '&&'));
  return inOneLine(escaped, most).replaceAll(/(?<!&)((?:&&)*)&(?!&)/g, '$1');
}
