import type { Features, PdfDocument } from 'pdfmake/js/PDFDocument.js';

/** A font in one weight. */
export interface Face {
  readonly name: 'regular' | 'bold';
  /** In points. */
  widthOf(text: string, size: number): number;
  has(codePoint: number): boolean;
}

const UNITS_PER_EM = 1_000;

/** Each letter is measured once; the features must be such that letters do not change one another. */
export function createFace(document: PdfDocument, name: Face['name'], features: Features): Face {
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
