import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { MAX_COLUMN_WIDTH_PX } from '../../../shared/contract/preference-limits.ts';
import { type ColumnKind, isFigure, isSortedBy, type TableColumn } from './table-column.ts';

/** What a column of each kind is never narrower than: its heading in two lines, eight digits, or the start of a text. */
const LEAST_PX: Readonly<Record<ColumnKind, number>> = {
  text: 96,
  amount: 100,
  percentage: 78,
  // A count is never cut.
  quantity: Number.POSITIVE_INFINITY,
  moment: 136,
};

/** The last column has more padding than others. */
const EDGE_PX = 14;

export function leastWidth<Row>({ kind, widthPx, minWidthPx }: TableColumn<Row>): number {
  return minWidthPx ?? Math.min(LEAST_PX[kind], widthPx);
}

/** The characters that a reader's letter spacing widens; a text may be cut instead. */
const SPACED_CHARACTERS: Readonly<Record<ColumnKind, number>> = {
  text: 0,
  amount: '1.234.567,89'.length,
  percentage: '-100,0%'.length,
  quantity: '123.456'.length,
  moment: '31-12-2026 23:59'.length,
};

/** The columns with room for a letter spacing that the reader set: figures are never cut. */
export function spacedColumns<Row>(
  columns: readonly TableColumn<Row>[],
  letterSpacingPx: number,
): readonly TableColumn<Row>[] {
  if (letterSpacingPx === 0) return columns;
  return columns.map((column) => {
    const spacingPx = Math.ceil(SPACED_CHARACTERS[column.kind] * letterSpacingPx);
    return { ...column, widthPx: column.widthPx + spacingPx, minWidthPx: leastWidth(column) + spacingPx };
  });
}

/** By column id, in pixels. */
export type Widths = Readonly<Record<string, number>>;

export interface TableFrame {
  readonly roomPx: number;
  /** Details stand beside the table and take from its width. */
  readonly isNarrowed: boolean;
  /** The sort of the list, whose column is always drawn. */
  readonly sort: string | undefined;
}

/**
 * The columns that the frame has room for. Of the whole table only those that yield leave, the lowest number first. Beside
 * details texts leave too, and then figures, but never the first column, those that stay, and the one sorted by.
 */
export function columnsWithRoom<Row>(
  columns: readonly TableColumn<Row>[],
  { roomPx, isNarrowed, sort }: TableFrame,
): readonly TableColumn<Row>[] {
  const isKept = (column: TableColumn<Row>, index: number) =>
    index === 0 || column.stays || isSortedBy(column, sort) || (!isNarrowed && column.yields === undefined);
  const needOf = (column: TableColumn<Row>) =>
    isNarrowed && column.hideable !== false ? column.widthPx : leastWidth(column);
  const drawn = new Set(columns.filter(isKept));
  let leftPx = [...drawn].reduce((left, column) => left - needOf(column), roomPx - EDGE_PX);
  let hasYielded = false;
  for (const column of columns.filter((one) => !drawn.has(one)).toSorted(byImportance)) {
    const isYielding = column.yields !== undefined;
    if (needOf(column) > leftPx || (isYielding && hasYielded)) {
      hasYielded ||= isYielding;
    } else {
      drawn.add(column);
      leftPx -= needOf(column);
    }
  }
  return columns.filter((column) => drawn.has(column));
}

function byImportance<Row>(one: TableColumn<Row>, other: TableColumn<Row>): number {
  return rankOf(one) - rankOf(other) || (other.yields ?? 0) - (one.yields ?? 0);
}

function rankOf<Row>({ kind, hideable, yields }: TableColumn<Row>): number {
  if (hideable === false) return 0;
  if (yields !== undefined) return 3;
  return isFigure(kind) ? 1 : 2;
}

type NarrowingColumn = Pick<TableColumn<never>, 'kind' | 'grows'>;

/** Figures give their spare room first, then texts, and last the text that tells rows apart. */
const NARROWING: readonly ((column: NarrowingColumn) => boolean)[] = [
  ({ kind }) => isFigure(kind),
  ({ kind, grows }) => !isFigure(kind) && !grows,
  ({ kind, grows }) => !isFigure(kind) && grows === true,
];

/** Widths of drawn columns in a frame: as declared or set, else narrower until they fit. The growing column has what is left. */
export function widthsInFrame<Row>(
  columns: readonly TableColumn<Row>[],
  set: Widths,
  { roomPx, isNarrowed }: Omit<TableFrame, 'sort'>,
): Widths {
  const widths = Object.fromEntries(columns.map((column) => [column.id, sizeOf(column, set)]));
  if (roomPx === 0) return widths;
  const leftPx = () => roomPx - Object.values(widths).reduce((sum, width) => sum + width, 0);
  for (const isNarrowing of NARROWING) {
    const excessPx = -leftPx();
    const slack = columns.map((column) => {
      const edgePx = column === columns.at(-1) ? EDGE_PX : 0;
      const isFree = isNarrowing(column) && set[column.id] === undefined;
      return isFree ? Math.max(0, sizeOf(column, set) - leastWidth(column) - edgePx) : 0;
    });
    const share = Math.min(1, Math.max(0, excessPx) / Math.max(1, sumOf(slack)));
    for (const [index, { id }] of columns.entries()) {
      widths[id] = Math.floor((widths[id] ?? 0) - (slack[index] ?? 0) * share);
    }
  }
  const growing = growingColumn(columns, set, isNarrowed);
  if (growing) widths[growing.id] = (widths[growing.id] ?? 0) + Math.max(0, leftPx());
  return widths;
}

function sizeOf<Row>(column: TableColumn<Row>, set: Widths): number {
  return Math.min(MAX_COLUMN_WIDTH_PX, Math.max(leastWidth(column), set[column.id] ?? column.widthPx));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * The column that is declared to grow, or an only column. Beside details, which leave out columns, it is the first text, so
 * that the rows end where the details begin.
 */
function growingColumn<Row>(
  columns: readonly TableColumn<Row>[],
  set: Widths,
  isNarrowed: boolean,
): TableColumn<Row> | undefined {
  const free = columns.filter(({ id }) => set[id] === undefined);
  const declared = free.find(({ grows }) => grows);
  if (declared || (!isNarrowed && columns.length > 1)) return declared;
  return free.find(({ kind }) => kind === 'text') ?? free[0];
}

/** The width of the frame of a table, and the letter spacing in it: 0 unless the reader set one. */
export function useRoom(
  frameRef: RefObject<HTMLElement | null>,
  isNarrowed: boolean,
): { readonly roomPx: number; readonly letterSpacingPx: number } {
  const [{ roomPx, letterSpacingPx }, setFrame] = useState({ roomPx: 0, letterSpacingPx: 0, isNarrowed });
  // Before it is painted, and again before details beside it are, so that the columns do not jump a moment later.
  useLayoutEffect(() => {
    const { current } = frameRef;
    const spacing = current ? Number.parseFloat(getComputedStyle(current).letterSpacing) : 0;
    setFrame({ roomPx: current?.clientWidth ?? 0, letterSpacingPx: spacing || 0, isNarrowed });
  }, [isNarrowed, frameRef]);
  useEffect(() => {
    const { current } = frameRef;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setFrame((frame) => (frame.roomPx === current.clientWidth ? frame : { ...frame, roomPx: current.clientWidth })),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [frameRef]);
  return { roomPx, letterSpacingPx };
}

/** What the widest cell in view of a column needs, with its heading. */
export function contentWidth(heading: HTMLTableCellElement): number {
  const rows = [...(heading.closest('table')?.tBodies[0]?.rows ?? [])];
  const cells = rows.flatMap((row) => row.cells[heading.cellIndex] ?? []);
  return Math.ceil(Math.max(...[heading, ...cells].map(neededWidth)));
}

/** The text as it would be without an end, and the padding. */
function neededWidth(cell: HTMLTableCellElement): number {
  const content = document.createRange();
  // The edge that resizes lies at the end of a heading.
  content.selectNodeContents((cell.tagName === 'TH' && cell.querySelector('button')) || cell);
  const cut = [...cell.querySelectorAll('span')].map((part) => part.scrollWidth - part.clientWidth);
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  const paddingPx = (Number.parseFloat(paddingInlineStart) || 0) + (Number.parseFloat(paddingInlineEnd) || 0);
  return content.getBoundingClientRect().width + Math.max(0, ...cut) + paddingPx;
}
