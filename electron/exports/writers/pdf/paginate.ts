import type { Band, Block } from './band.ts';

/** The strips of a page from top to bottom. */
export type BandPage = readonly Band[];

/** Rows that are not left alone at the foot of a page under their title. */
const ROWS_WITH_TITLE = 2;

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

  function putBlock({ title, header, rows, totals }: Block): void {
    const opening = title === null ? [header] : [title, header];
    const ending = totals !== null && rows.length <= ROWS_WITH_TITLE ? [totals] : [];
    if (heightOf([...opening, ...rows.slice(0, ROWS_WITH_TITLE), ...ending]) > left) turn();
    for (const band of opening) put(band);
    rows.forEach((row, index) => {
      const follows = index === rows.length - 1 && totals !== null ? totals.height : 0;
      if (row.height + follows > left && index > 0) {
        turn();
        put(header);
      }
      put(row);
    });
    if (totals !== null) put(totals);
  }

  turn();
  for (const block of blocks) putBlock(block);
  return pages.filter(({ length }) => length > 0);
}

function heightOf(bands: readonly Band[]): number {
  return bands.reduce((height, band) => height + band.height, 0);
}
