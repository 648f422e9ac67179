import type { Band, Block } from './band.ts';

/** The strips of a page from top to bottom. */
export type BandPage = readonly Band[];

/** Rows that are not left alone at the foot of a page under their title. */
const ROWS_WITH_TITLE = 2;
/** Rows that are not parted at the end of a table, so that its total is not alone at the top of a page. */
const ROWS_AT_END = 2;

/** Parts the tables over pages on which `room` is free, in points. A strip must be lower than that with its header. */
export function paginate(blocks: readonly Block[], room: number): BandPage[] {
  const pages: Band[][] = [];
  let page: Band[] = [];
  let left = 0;

  function turn(): void {
    page = [];
    pages.push(page);
    left = room;
  }

  function put(band: Band): void {
    page.push(band);
    left -= band.height;
  }

  function putBlock({ title, continued, header, rows, totals }: Block): void {
    const opening = title === null ? [header] : [title, header];
    const reopening = continued === null ? [header] : [continued, header];
    const closing = totals === null ? [] : [totals];
    const end = rows.length - ROWS_AT_END;
    const endFits = heightOf([...reopening, ...rows.slice(-ROWS_AT_END), ...closing]) <= room;
    const isShort = end < ROWS_WITH_TITLE;
    const first = isShort ? [...rows, ...closing] : rows.slice(0, ROWS_WITH_TITLE);

    /** What must have room where the row goes. */
    function togetherFrom(index: number): readonly Band[] {
      if (index === rows.length - 1 || (index === end && endFits)) return [...rows.slice(index), ...closing];
      return rows.slice(index, index + 1);
    }

    if (heightOf([...opening, ...first]) > left) turn();
    for (const band of opening) put(band);
    rows.forEach((row, index) => {
      if (index > 0 && heightOf(togetherFrom(index)) > left) {
        turn();
        for (const band of reopening) put(band);
      }
      put(row);
    });
    for (const band of closing) put(band);
  }

  turn();
  for (const block of blocks) putBlock(block);
  return pages.filter(({ length }) => length > 0);
}

function heightOf(bands: readonly Band[]): number {
  return bands.reduce((height, band) => height + band.height, 0);
}
