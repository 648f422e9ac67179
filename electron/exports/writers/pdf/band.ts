import type { Paper } from './paper.ts';

/** A strip over the width of a page that is never cut. */
export interface Band {
  readonly height: number;
  draw(paper: Paper, top: number): void;
}

/** A table in strips. Its first rows stay with title and header, the totals with the last row. */
export interface Block {
  readonly title: Band | null;
  /** Comes again on each page. */
  readonly header: Band;
  /** One at least. */
  readonly rows: readonly Band[];
  readonly totals: Band | null;
}
