import { getDocument, VerbosityLevel } from 'unpdf/pdfjs';

/**
 * A text as it was drawn in one operation. In points, from the upper left of the page to the left end of its base line.
 */
export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of its font. */
  readonly size: number;
  /** Name of its font in the document, which is different for bold text. */
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

/** Reads a PDF like another program: the text that can be selected on each page, and its position. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader takes ownership of the memory.
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

/** Width of a space relative to the font size. Text that is further apart is in another column. */
const WIDEST_SPACE = 0.6;

/** Returns the lines of a page from top to bottom, with the texts of each from left to right, separated by tabs. */
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
