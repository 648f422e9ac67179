import type { Paper } from './paper.ts';

/** A strip over the width of a page that is never cut. */
export interface Band {
  readonly height: number;
  draw(paper: Paper, top: number): void;
}

/** A table in strips. Its first rows stay with title and header, its last ones with each other and the totals. */
export interface Block {
  readonly title: Band | null;
  /** Instead of the title on each further page. */
  readonly continued: Band | null;
  /** Comes again on each page. */
  readonly header: Band;
  /** One at least. */
  readonly rows: readonly Band[];
  readonly totals: Band | null;
}
