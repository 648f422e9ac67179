import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { shortenText } from '../../../shared/paper-text.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import { documentFacts, documentHead, documentLimits, holdsPeople, inOneLine } from './document-facts.ts';
import { loadPdfMake } from './pdf-fonts.ts';
import { choosePageForm, createTotalWatch, INK, layOutTables, MUTED, type PageForm } from './pdf-table.ts';
import { createPrintableText, headingOf, MISSING_CHARACTER, PDF_LABELS } from './pdf-text.ts';
import { type PrintedTable, paperTables, printedTables, withShortShops } from './printed-tables.ts';
import { type DocumentEnd, type ExportDocument, shortfallMessage, type Writer } from './writer.ts';

/**
 * Nobody reads more. Measured for 5,000 orders of 9 columns on two cores that were busy with other work: 7 to 14 s and
 * 423 MB, in the 256 MB that a thread of exports has for old objects. Its layout cannot be cancelled meanwhile.
 */
const MAX_ROWS = 5_000;

/** A4: what the document is of, then its tables; on each page what it is and its number. */
export const pdfWriter: Writer = {
  extension: 'pdf',
  maxRows: MAX_ROWS,
  async *write(asked, batches, end) {
    const rows: ExportRow[] = [];
    for await (const batch of batches) rows.push(...batch);
    const known = end();
    const { pdfMake, hasCharacter } = await loadPdfMake();
    let cutTexts = 0;
    const printable = createPrintableText(hasCharacter, () => {
      cutTexts += 1;
    });
    const { tables: named, shops: ofTables } = withShortShops(paperTables(asked, rows, known), asked.shops);
    const document = printedDocument(asked, printable);
    const tables = printedTables(document, named, known, printable);
    const shops = ofTables.map((shop) => lineOf(printable(shop)));
    const parts = { document, end: known, tables, shops, cutTexts, form: choosePageForm(tables) };
    yield await drawWithTotals(parts, (definition) => pdfMake.createPdf(definition).getBuffer());
  },
};

/**
 * Drawn again as long as a total is alone on its page. Only a layout shows it. Keeping one together with its rows may push that of
 * a table below it to the next page.
 */
async function drawWithTotals(parts: DocumentParts, draw: (definition: TDocumentDefinitions) => Promise<Buffer>) {
  const kept = new Set<number>();
  for (;;) {
    const { alone, watch } = createTotalWatch();
    const bytes = await draw({ ...definitionOf(parts, kept), pageBreakBefore: watch });
    const found = [...alone].filter((table) => !kept.has(table));
    if (found.length === 0) return bytes;
    for (const table of found) kept.add(table);
  }
}

/** With its texts of the platform as paper has them. */
function printedDocument(document: ExportDocument, printable: (text: string) => string): ExportDocument {
  const { company, place, filters } = document;
  const inLine = (text: string) => lineOf(printable(text));
  return {
    ...document,
    company: inLine(company),
    place: place === null ? null : inLine(place),
    filters: filters.map(({ label, value, ...filter }) => ({ ...filter, label: inLine(label), value: inLine(value) })),
  };
}

interface DocumentParts {
  /** Printable, as all other texts here. */
  readonly document: ExportDocument;
  readonly end: DocumentEnd;
  readonly tables: readonly PrintedTable[];
  /** Full names of the shops, where rows have short ones. */
  readonly shops: readonly string[];
  /** How many texts were cut. */
  readonly cutTexts: number;
  readonly form: PageForm;
}

const ALARM = '#9b1c1c';

/** Left and right of the texts of a page, in points. */
const MARGIN = 36;

const ROOM_ABOVE = 48;

const ROOM_BELOW = 40;

function definitionOf(parts: DocumentParts, kept: ReadonlySet<number>): TDocumentDefinitions {
  const { document, end, tables, form } = parts;
  const { language } = document;
  const labels = PDF_LABELS[language];
  const hasMissing = tables.some(lacksCharacters);
  const title = headingOf(document);
  const note = hasMissing ? `${MISSING_CHARACTER} ${labels.missingCharacter}` : title;
  return {
    version: '1.7',
    language,
    displayTitle: true,
    info: { title, creator: 'Tilldesk', producer: 'Tilldesk', creationDate: new Date(end.asOf) },
    pageSize: 'A4',
    pageOrientation: form.orientation,
    pageMargins: [MARGIN, ROOM_ABOVE, MARGIN, ROOM_BELOW],
    defaultStyle: { font: 'Roboto', fontSize: form.fontSize, color: INK, lineHeight: 1.05 },
    header: (page) => (page === 1 ? null : runningHead(parts)),
    footer: (page, pages) => ({
      margin: [MARGIN, 14, MARGIN, 0],
      columns: [
        { ...small(shortenText(note, MAX_LINE_LENGTH[form.orientation])), width: '*' },
        { ...small(labels.page(page, pages)), width: 'auto' },
      ],
    }),
    content: [...headOf(parts), ...layOutTables(tables, language, kept), ...shopsBelow(parts)],
  };
}

function lacksCharacters({ title, rows }: PrintedTable): boolean {
  return [title ?? '', ...rows.flat()].some((text) => text.includes(MISSING_CHARACTER));
}

/** Characters that fit in one line of the top or bottom margin. */
const MAX_LINE_LENGTH = { portrait: 110, landscape: 165 } as const;

/** Letters of the facts above the tables, which may be anything that a platform calls its shops. */
const LONGEST = { company: 90, title: 120, fact: 2_000, note: 400 } as const;

/** More letters of names of shops than these stand below the tables. */
const SHOPS_ABOVE = 400;

const SEPARATOR = '  \u00B7  ';

/** Of what the figures are, once. */
function headOf(parts: DocumentParts): Content[] {
  const { document, end, cutTexts } = parts;
  const { language, company } = document;
  const labels = PDF_LABELS[language];
  const shops = shopsText(parts);
  const facts = documentFacts(document, end).filter((line) => line.length > 0);
  const unknown = formatUnknownNote(end.unknown, language);
  return [
    ...noticeOf({ document, end }).map((notice) => ({ ...strong(shortenText(notice, LONGEST.note)), color: ALARM })),
    strong(shortenText(company, LONGEST.company)),
    { text: shortenText(headingOf(document), LONGEST.title), bold: true, fontSize: 16, margin: [0, 1, 0, 3] },
    ...facts.map((line) => {
      const said = shortenText(line.map((fact) => `${fact.label}: ${fact.text}`).join(SEPARATOR), LONGEST.fact);
      return line.some(({ isStrong }) => isStrong) ? strong(said) : small(said);
    }),
    ...(shops === '' ? [] : [small(shops.length > SHOPS_ABOVE ? labels.shopsBelow : shops)]),
    ...(unknown === null ? [] : [strong(shortenText(unknown, LONGEST.note))]),
    ...(cutTexts === 0 ? [] : [strong(labels.cutTexts(cutTexts))]),
    { text: '', margin: [0, 0, 0, 8] },
  ];
}

/** The full names of all shops of the tables; empty where none has a short one, or the head names just these. */
function shopsText({ document, shops }: DocumentParts): string {
  if (shops.length === 0 || shops.join(', ') === document.place) return '';
  return `${PDF_LABELS[document.language].shops}: ${shops.join('; ')}`;
}

/** Below the tables, where they are too many for the head. */
function shopsBelow(parts: DocumentParts): Content[] {
  const shops = shopsText(parts);
  return shops.length > SHOPS_ABOVE ? [{ ...small(shops), margin: [0, 10, 0, 0] }] : [];
}

const LEAST_OF_COMPANY = 20;

/** Above three lines, which have room there. */
const ABOVE_RUNNING_HEAD = 16;

/** On each further page: whose figures of what and when, whether they are of persons, and what limits them. */
function runningHead({ document, end, form }: DocumentParts): Content {
  const maxLength = MAX_LINE_LENGTH[form.orientation];
  const people = holdsPeople(document) ? PDF_LABELS[document.language].hasPeople : '';
  const named = documentHead({ ...document, asOf: end.asOf }).join(SEPARATOR);
  const besides = named.length + people.length + 2 * SEPARATOR.length;
  const company = shortenText(document.company, Math.max(LEAST_OF_COMPANY, maxLength - besides));
  const limits = documentLimits(document);
  return {
    margin: [MARGIN, ABOVE_RUNNING_HEAD, MARGIN, 0],
    stack: [
      ...noticeOf({ document, end }).map((notice) => ({ ...strong(shortenText(notice, maxLength)), color: ALARM })),
      {
        columns: [
          { ...small([company, named].join(SEPARATOR)), width: '*' },
          { ...strong(people), width: 'auto' },
        ],
      },
      ...(limits.length > 0 ? [small(inOneLine(limits, maxLength, SEPARATOR))] : []),
    ],
  };
}

function noticeOf({ document, end }: Pick<DocumentParts, 'document' | 'end'>): string[] {
  const { language } = document;
  if (end.shortfall === null) return [];
  return [`${PDF_LABELS[language].incomplete}: ${shortfallMessage(end.shortfall, language)}`];
}

function small(text: string) {
  return { text, fontSize: 8, color: MUTED };
}

function strong(text: string) {
  return { text, fontSize: 8, bold: true };
}

function lineOf(text: string): string {
  return text.replaceAll('\n', ' ');
}
