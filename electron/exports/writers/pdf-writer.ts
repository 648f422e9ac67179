import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { shortenText } from '../../../shared/paper-text.ts';
import { formatUnknownNote } from '../../../shared/unknown-figures.ts';
import type { ExportRow } from '../dataset.ts';
import {
  createDocumentHead,
  holdsPeople,
  joinInOneLine,
  listDocumentFacts,
  listDocumentLimits,
} from './document-facts.ts';
import { loadPdfMake } from './pdf-fonts.ts';
import { choosePageForm, createTotalWatch, INK, layOutTables, MUTED, type PageForm } from './pdf-table.ts';
import { createPrintableText, formatHeading, MISSING_CHARACTER, PDF_LABELS } from './pdf-text.ts';
import { choosePaperTables, type PrintedTable, printTables, shortenShopNames } from './printed-tables.ts';
import { type DocumentEnd, type ExportDocument, getShortfallMessage, type Writer } from './writer.ts';

/**
 * Nobody reads more. Measured for 5,000 orders with 9 columns on two busy cores: 7 to 14 s and 423 MB. A worker of
 * exports has 256 MB for old objects. The layout cannot be cancelled.
 */
const MAX_ROWS = 5_000;

/** A4: what the document is about, then its tables. Each page has the title and its number. */
export const pdfWriter: Writer = {
  extension: 'pdf',
  maxRows: MAX_ROWS,
  async *write(original, batches, end) {
    const rows: ExportRow[] = [];
    for await (const batch of batches) rows.push(...batch);
    const known = end();
    const { pdfMake, hasCharacter } = await loadPdfMake();
    let cutTexts = 0;
    const printable = createPrintableText(hasCharacter, () => {
      cutTexts += 1;
    });
    const { tables: named, shops: tableShops } = shortenShopNames(
      choosePaperTables(original, rows, known),
      original.shops,
    );
    const document = toPrintableDocument(original, printable);
    const tables = printTables(document, named, known, printable);
    const shops = tableShops.map((shop) => toOneLine(printable(shop)));
    const parts = { document, end: known, tables, shops, cutTexts, form: choosePageForm(tables) };
    yield await drawWithTotals(parts, (definition) => pdfMake.createPdf(definition).getBuffer());
  },
};

/**
 * Draws again while a total is alone on its page, which only a layout shows. Keeping one together with its rows may
 * push the total of a table below it to the next page.
 */
async function drawWithTotals(parts: DocumentParts, draw: (definition: TDocumentDefinitions) => Promise<Buffer>) {
  const kept = new Set<number>();
  for (;;) {
    const { alone, watch } = createTotalWatch();
    const bytes = await draw({ ...createDefinition(parts, kept), pageBreakBefore: watch });
    const found = [...alone].filter((table) => !kept.has(table));
    if (found.length === 0) return bytes;
    for (const table of found) kept.add(table);
  }
}

/** With the platform's texts made printable. */
function toPrintableDocument(document: ExportDocument, printable: (text: string) => string): ExportDocument {
  const { company, place, filters } = document;
  const inLine = (text: string) => toOneLine(printable(text));
  return {
    ...document,
    company: inLine(company),
    place: place === null ? null : inLine(place),
    filters: filters.map(({ label, value, ...filter }) => ({ ...filter, label: inLine(label), value: inLine(value) })),
  };
}

interface DocumentParts {
  /** Printable, like all other texts here. */
  readonly document: ExportDocument;
  readonly end: DocumentEnd;
  readonly tables: readonly PrintedTable[];
  /** Full names of the shops, if rows have short ones. */
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

function createDefinition(parts: DocumentParts, kept: ReadonlySet<number>): TDocumentDefinitions {
  const { document, end, tables, form } = parts;
  const { language } = document;
  const labels = PDF_LABELS[language];
  const hasMissing = tables.some(hasMissingCharacters);
  const title = formatHeading(document);
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
    header: (page) => (page === 1 ? null : createRunningHead(parts)),
    footer: (page, pages) => ({
      margin: [MARGIN, 14, MARGIN, 0],
      columns: [
        { ...createSmallText(shortenText(note, MAX_LINE_LENGTH[form.orientation])), width: '*' },
        { ...createSmallText(labels.page(page, pages)), width: 'auto' },
      ],
    }),
    content: [...createHead(parts), ...layOutTables(tables, language, kept), ...createShopsBelow(parts)],
  };
}

function hasMissingCharacters({ title, rows }: PrintedTable): boolean {
  return [title ?? '', ...rows.flat()].some((text) => text.includes(MISSING_CHARACTER));
}

/** Characters that fit in one line of the top or bottom margin. */
const MAX_LINE_LENGTH = { portrait: 110, landscape: 165 } as const;

/** Maximum lengths of the facts above the tables: a platform may call its shops anything. */
const MAX_LENGTHS = { company: 90, title: 120, fact: 2_000, note: 400 } as const;

/** Longer names of shops than this are below the tables. */
const MAX_SHOPS_ABOVE = 400;

const SEPARATOR = '  \u00B7  ';

/** What the figures are about, once. */
function createHead(parts: DocumentParts): Content[] {
  const { document, end, cutTexts } = parts;
  const { language, company } = document;
  const labels = PDF_LABELS[language];
  const shops = formatShops(parts);
  const facts = listDocumentFacts(document, end).filter((line) => line.length > 0);
  const unknown = formatUnknownNote(end.unknown, language);
  return [
    ...createNotices({ document, end }).map((notice) => ({
      ...createStrongText(shortenText(notice, MAX_LENGTHS.note)),
      color: ALARM,
    })),
    createStrongText(shortenText(company, MAX_LENGTHS.company)),
    { text: shortenText(formatHeading(document), MAX_LENGTHS.title), bold: true, fontSize: 16, margin: [0, 1, 0, 3] },
    ...facts.map((line) => {
      const said = shortenText(line.map((fact) => `${fact.label}: ${fact.text}`).join(SEPARATOR), MAX_LENGTHS.fact);
      return line.some(({ isStrong }) => isStrong) ? createStrongText(said) : createSmallText(said);
    }),
    ...(shops === '' ? [] : [createSmallText(shops.length > MAX_SHOPS_ABOVE ? labels.shopsBelow : shops)]),
    ...(unknown === null ? [] : [createStrongText(shortenText(unknown, MAX_LENGTHS.note))]),
    ...(cutTexts === 0 ? [] : [createStrongText(labels.cutTexts(cutTexts))]),
    { text: '', margin: [0, 0, 0, 8] },
  ];
}

/** The full names of all shops of the tables; empty if none has a short one, or the head names just these. */
function formatShops({ document, shops }: DocumentParts): string {
  if (shops.length === 0 || shops.join(', ') === document.place) return '';
  return `${PDF_LABELS[document.language].shops}: ${shops.join('; ')}`;
}

/** Below the tables, if they are too long for the head. */
function createShopsBelow(parts: DocumentParts): Content[] {
  const shops = formatShops(parts);
  return shops.length > MAX_SHOPS_ABOVE ? [{ ...createSmallText(shops), margin: [0, 10, 0, 0] }] : [];
}

const MIN_COMPANY_LENGTH = 20;

/** Leaves room for three lines. */
const ABOVE_RUNNING_HEAD = 16;

/** On each further page: the company, the document and its days, whether it has personal data, and what limits it. */
function createRunningHead({ document, end, form }: DocumentParts): Content {
  const maxLength = MAX_LINE_LENGTH[form.orientation];
  const people = holdsPeople(document) ? PDF_LABELS[document.language].hasPeople : '';
  const named = createDocumentHead({ ...document, asOf: end.asOf }).join(SEPARATOR);
  const besides = named.length + people.length + 2 * SEPARATOR.length;
  const company = shortenText(document.company, Math.max(MIN_COMPANY_LENGTH, maxLength - besides));
  const limits = listDocumentLimits(document);
  return {
    margin: [MARGIN, ABOVE_RUNNING_HEAD, MARGIN, 0],
    stack: [
      ...createNotices({ document, end }).map((notice) => ({
        ...createStrongText(shortenText(notice, maxLength)),
        color: ALARM,
      })),
      {
        columns: [
          { ...createSmallText([company, named].join(SEPARATOR)), width: '*' },
          { ...createStrongText(people), width: 'auto' },
        ],
      },
      ...(limits.length > 0 ? [createSmallText(joinInOneLine(limits, maxLength, SEPARATOR))] : []),
    ],
  };
}

function createNotices({ document, end }: Pick<DocumentParts, 'document' | 'end'>): string[] {
  const { language } = document;
  if (end.shortfall === null) return [];
  return [`${PDF_LABELS[language].incomplete}: ${getShortfallMessage(end.shortfall, language)}`];
}

function createSmallText(text: string) {
  return { text, fontSize: 8, color: MUTED };
}

function createStrongText(text: string) {
  return { text, fontSize: 8, bold: true };
}

function toOneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}
