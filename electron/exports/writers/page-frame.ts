import { ALARM, FOOTER_HEIGHT, HAIRLINE, INK, lineHeightOf, MARGIN, MUTED, RULE } from './page-format.ts';
import type { Paper, TextStyle } from './paper.ts';
import { dayText } from './pdf-cell.ts';
import { type Sheet, usableWidth } from './pdf-sheet.ts';
import { PDF_WORDS } from './pdf-words.ts';
import { periodWords } from './period-words.ts';
import { MISSING_CHARACTER } from './printable-text.ts';
import { shortfallWords } from './shortfall-words.ts';
import { wrapText } from './wrap-text.ts';
import type { DocumentEnd, ExportDocument } from './writer.ts';

/** What is the same on every page: above the rows what the figures are of, below them the number of the page. */
export interface PageFrame {
  /** Where rows may begin, from the upper edge of the page, in points. */
  readonly top: number;
  draw(paper: Paper, number: number, count: number): void;
}

interface FrameLine {
  readonly text: string;
  readonly style: TextStyle;
}

const ZONE = 'Europe/Amsterdam';
const SMALL = 8;
const TITLE_SIZE = 15;
const SPACE_BELOW = 10;
const SEPARATOR = '  \u00B7  ';

/** More would leave too little of the page; what is longer ends in an ellipsis. */
const MOST_LINES = { notice: 4, account: 1, title: 2, facts: 3, filters: 4 } as const;

export function createPageFrame(
  document: ExportDocument,
  end: DocumentEnd,
  sheet: Sheet,
  paper: Paper,
  options: { readonly printable: (text: string) => string; readonly hasMissing: boolean },
): PageFrame {
  const { page } = sheet;
  const words = PDF_WORDS[document.language];
  const width = usableWidth(page);
  const right = MARGIN + width;
  const small: TextStyle = { face: paper.regular, size: SMALL, color: MUTED };
  const strong: TextStyle = { face: paper.bold, size: SMALL, color: INK };
  const alarm: TextStyle = { ...strong, color: ALARM };
  const title: TextStyle = { face: paper.bold, size: TITLE_SIZE, color: INK };

  function lines(text: string, style: TextStyle, most: number): FrameLine[] {
    const all = wrapText(options.printable(text), width, style.face, style.size);
    return shortened(all, most, width, style).map((line) => ({ text: line, style }));
  }

  const head = [
    ...lines(noticeOf(document, end), alarm, MOST_LINES.notice),
    ...lines(document.account, strong, MOST_LINES.account),
    ...lines(document.title, title, MOST_LINES.title),
    ...lines(factsOf(document, end), small, MOST_LINES.facts),
    ...lines(filtersOf(document), small, MOST_LINES.filters),
  ].filter(({ text }) => text !== '');
  const headHeight = head.reduce((height, { style }) => height + lineHeightOf(style.size), 0);
  const note = options.hasMissing ? `${MISSING_CHARACTER} ${words.missingCharacter}` : document.title;
  const [foot] = lines(note, small, 1);

  return {
    top: MARGIN + headHeight + SPACE_BELOW,
    draw: (drawn, number, count) => {
      let top = MARGIN;
      for (const { text, style } of head) {
        drawn.text(text, MARGIN, top, style);
        top += lineHeightOf(style.size);
      }
      drawn.rule(MARGIN, right, top + SPACE_BELOW / 2, RULE);
      const footTop = page.height - FOOTER_HEIGHT + 14;
      const pageText = words.page(number, count);
      drawn.rule(MARGIN, right, footTop - 4, HAIRLINE);
      if (foot !== undefined) drawn.text(foot.text, MARGIN, footTop, small);
      drawn.text(pageText, right - small.face.widthOf(pageText, SMALL), footTop, small);
    },
  };
}

function noticeOf({ language }: ExportDocument, { shortfall }: DocumentEnd): string {
  if (shortfall === null) return '';
  return `${PDF_WORDS[language].incomplete}: ${shortfallWords(shortfall, language)}`;
}

function factsOf({ period, place, language }: ExportDocument, { asOf }: DocumentEnd): string {
  const words = PDF_WORDS[language];
  const moment = dayText(asOf.slice(0, 19).replace('T', ' '), language);
  const facts = [
    period === null ? null : `${words.period}: ${periodWords(period, language)}`,
    `${words.place}: ${place ?? words.everywhere}`,
    `${words.zone}: ${ZONE}`,
    `${words.asOf} ${moment}`,
  ];
  return facts.filter((fact) => fact !== null).join(SEPARATOR);
}

function filtersOf({ filters, language }: ExportDocument): string {
  const words = PDF_WORDS[language];
  const named = filters.map(({ label, value }) => `${label}: ${value}`).join('; ');
  return `${words.filters}: ${named === '' ? words.noFilters : named}`;
}

function shortened(lines: readonly string[], most: number, width: number, style: TextStyle): string[] {
  if (lines.length <= most) return [...lines];
  const letters = Array.from(lines[most - 1] ?? '');
  while (letters.length > 0 && style.face.widthOf(`${letters.join('')}…`, style.size) > width) letters.pop();
  return [...lines.slice(0, most - 1), `${letters.join('')}…`];
}
