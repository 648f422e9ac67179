import type { Features, PdfDocument, PdfDocumentClass } from 'pdfmake/js/PDFDocument.js';
import type { Language } from '../../../shared/contract/language.ts';

export interface TextStyle {
  readonly face: Face;
  readonly size: number;
  readonly color: string;
}

export interface RuleStyle {
  readonly weight: number;
  readonly color: string;
}

/** A PDF that is drawn page after page. Lengths are points, from the upper left of the page. */
export interface Paper {
  readonly regular: Face;
  readonly bold: Face;
  addPage(size: PageSize): void;
  /** One line of text as it is; `y` is its upper edge. */
  text(line: string, x: number, y: number, style: TextStyle): void;
  rule(from: number, to: number, y: number, style: RuleStyle): void;
  /** The bytes that are ready since the last call. */
  take(): Uint8Array[];
  end(): void;
}

export interface PaperProperties {
  readonly title: string;
  readonly language: Language;
  readonly createdAt: Date;
}

/** Letters stand as they are, so that a text is as wide as its letters are together. */
const PLAIN: Features = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'mark', 'mkmk', 'frac', 'numr', 'dnom', 'calt', 'clig', 'liga', 'rclt']
    .concat(['curs', 'kern', 'rvrn', 'ltra', 'ltrm'])
    .map((feature) => [feature, false]),
);

/** Loads what draws it now, fonts included. Of pdfmake only the document: its layout cannot split a high row. */
export async function openPaper({ title, language, createdAt }: PaperProperties): Promise<Paper> {
  const [{ default: loaded }, { default: fonts }] = await Promise.all([
    import('pdfmake/js/PDFDocument.js'),
    import('pdfmake/build/vfs_fonts.js'),
  ]);
  const Document: PdfDocumentClass = typeof loaded === 'function' ? loaded : loaded.default;
  const document = new Document(
    {},
    {},
    {},
    {},
    {
      autoFirstPage: false,
      font: null,
      pdfVersion: '1.7',
      lang: language,
      displayTitle: true,
      info: { Title: title, Creator: 'Tilldesk', CreationDate: createdAt },
    },
  );
  document.registerFont('regular', fontFile(fonts, 'Roboto-Regular.ttf'));
  document.registerFont('bold', fontFile(fonts, 'Roboto-Medium.ttf'));
  return paperOf(document);
}

function paperOf(document: PdfDocument): Paper {
  return {
    regular: createFace(document, 'regular', PLAIN),
    bold: createFace(document, 'bold', PLAIN),
    addPage: ({ width, height }) => {
      document.addPage({ size: [width, height], margin: 0 });
    },
    text: (line, x, y, { face, size, color }) => {
      if (line === '') return;
      document.font(face.name).fontSize(size).fillColor(color);
      document.text(line, x, y, { lineBreak: false, features: PLAIN });
    },
    rule: (from, to, y, { weight, color }) => {
      document.lineWidth(weight).strokeColor(color).moveTo(from, y).lineTo(to, y).stroke();
    },
    take: () => {
      const chunks: Uint8Array[] = [];
      for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
      return chunks;
    },
    end: () => document.end(),
  };
}

function fontFile(fonts: Readonly<Record<string, unknown>>, name: string): Uint8Array {
  const file = fonts[name];
  if (typeof file !== 'string') throw new TypeError(`pdfmake has no font ${name}`);
  return Buffer.from(file, 'base64');
}

export interface Face {
  readonly name: 'regular' | 'bold';
  /** In points. */
  widthOf(text: string, size: number): number;
  has(codePoint: number): boolean;
}

const UNITS_PER_EM = 1_000;

/** Each letter is measured once; the features must be such that letters do not change one another. */
function createFace(document: PdfDocument, name: Face['name'], features: Features): Face {
  const font = document.font(name)._font.font;
  const widths = new Map<string, number>();

  function widthOfLetter(letter: string): number {
    const known = widths.get(letter);
    if (known !== undefined) return known;
    const width = document.font(name).fontSize(UNITS_PER_EM).widthOfString(letter, { features });
    widths.set(letter, width);
    return width;
  }

  return {
    name,
    widthOf: (text, size) => {
      let units = 0;
      for (const letter of text) units += widthOfLetter(letter);
      return (units * size) / UNITS_PER_EM;
    },
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

/** A word with the white space or the sign after which a line may end. */
const PIECES = /[^\s/-]*(?:[/-]+|\s+|$)/g;

/** What adding up in another order may change, in points. */
const TOLERANCE = 0.01;

/** The lines of a text, none wider than `width`: broken between words, and in a word that is wider by itself. */
export function wrapText(text: string, width: number, face: Face, size: number): string[] {
  const widthOf = (part: string) => face.widthOf(part, size);
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width + TOLERANCE, widthOf));
}

type WidthOf = (part: string) => number;

function wrapParagraph(paragraph: string, width: number, widthOf: WidthOf): string[] {
  if (widthOf(paragraph) <= width) return [paragraph.trimEnd()];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of paragraph.trim().match(PIECES) ?? []) {
    if (used + widthOf(piece.trimEnd()) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    const parts = partsThatFit(piece, width, widthOf);
    const last = parts.pop() ?? '';
    lines.push(...parts);
    line += last;
    used += widthOf(last);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

function partsThatFit(piece: string, width: number, widthOf: WidthOf): string[] {
  const word = piece.trimEnd();
  if (widthOf(word) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const letter of word) {
    const further = widthOf(letter);
    if (used + further > width && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += letter;
    used += further;
  }
  return [...parts, part + piece.slice(word.length)];
}

/** In points of 1/72 inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const SHORT_SIDE = 595.28;

const LONG_SIDE = 841.89;

export const PORTRAIT: PageSize = { width: SHORT_SIDE, height: LONG_SIDE };

export const LANDSCAPE: PageSize = { width: LONG_SIDE, height: SHORT_SIDE };

export const MARGIN = 36;

/** Free space below the rows, for the footer. */
export const FOOTER_HEIGHT = 46;

export const INK = '#16191d';

export const MUTED = '#59606a';

export const ALARM = '#9b1c1c';

export const HAIRLINE = { weight: 0.4, color: '#d3d7dc' };

export const RULE = { weight: 0.8, color: INK };

/** Of the height of a line to the size of its letters. */
const LINE_SPACING = 1.25;

export function lineHeightOf(size: number): number {
  return size * LINE_SPACING;
}
