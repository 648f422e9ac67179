import type { Features, PdfDocument, PdfDocumentClass } from 'pdfmake/js/PDFDocument.js';
import type { Language } from '../../../shared/contract/language.ts';
import { createFace, type Face } from './face.ts';
import type { PageSize } from './page-format.ts';

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

/**
 * Opens an empty document. What draws it is loaded only now, fonts included, and reads no file. Of pdfmake only the
 * document is used: its layout lets a row that is higher than a page run out of it, and holds all rows at once.
 */
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
