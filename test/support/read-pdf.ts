import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';

/** A text as it was drawn at once. Points, from the upper left of the page to its left end on the base line. */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of its letters. */
  readonly size: number;
  /** Name of its font in the document: another one where it is bold. */
  readonly font: string;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** In the order in which they were drawn. */
  readonly texts: readonly PdfText[];
}

export interface ReadPdf {
  readonly pages: readonly PdfPage[];
  /** Such as `Title` and `CreationDate`. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** Reads a PDF as another program does: what can be selected and copied on each page, and where it stands. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader takes the memory of what it is given.
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    const document = await task.promise;
    const { info } = await document.getMetadata();
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent({ disableNormalization: true });
      const drawn = items.filter((item) => 'str' in item).filter(({ str }) => str !== '');
      const texts = drawn.map((item) => ({
        text: item.str,
        x: Number(item.transform[4]),
        y: height - Number(item.transform[5]),
        width: item.width,
        size: Number(item.transform[0]),
        font: item.fontName,
      }));
      pages.push({ width, height, texts });
    }
    return { pages, info: { ...info } };
  } finally {
    await task.destroy();
  }
}

/** Of a space, in the size of the letters: what is further apart is in another column. */
const WIDEST_SPACE = 0.6;

/** The lines of a page from top to bottom, the texts of each from left to right with a tab between columns. */
export function linesOf({ texts }: PdfPage): string[] {
  const lines = new Map<number, PdfText[]>();
  for (const text of texts) {
    if (text.text.trim() === '') continue;
    const base = Math.round(text.y * 2);
    lines.set(base, [...(lines.get(base) ?? []), text]);
  }
  return [...lines]
    .sort(([one], [other]) => one - other)
    .map(([, line]) =>
      line
        .sort((one, other) => one.x - other.x)
        .map((text, index, all) => gapBefore(text, all[index - 1]) + text.text.trimEnd())
        .join(''),
    );
}

function gapBefore({ x, size }: PdfText, before: PdfText | undefined): string {
  if (before === undefined) return '';
  const gap = x - before.x - before.width;
  if (gap > WIDEST_SPACE * size) return '\t';
  return gap > size / 10 || before.text.endsWith(' ') ? ' ' : '';
}
