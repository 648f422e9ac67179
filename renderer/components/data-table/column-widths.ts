import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { MAX_COLUMN_WIDTH_PX } from '../../../shared/contract/preference-limits.ts';
import { type ColumnKind, isFigure, isSortedBy, type TableColumn } from './table-column.ts';

/** The minimum width of each kind: room for a heading in two lines, eight digits, or the start of a text. */
const MIN_WIDTHS_PX: Readonly<Record<ColumnKind, number>> = {
  text: 96,
  amount: 100,
  percentage: 78,
  // A count is never cut off.
  quantity: Number.POSITIVE_INFINITY,
  moment: 136,
};

/** The last column has more padding than others. */
const EDGE_PX = 14;

export function getMinWidth<Row>({ kind, widthPx, minWidthPx }: TableColumn<Row>): number {
  return minWidthPx ?? Math.min(MIN_WIDTHS_PX[kind], widthPx);
}

/** The number of characters that need more room if the reader sets a letter spacing. A text may be cut off instead. */
const SPACED_CHARACTERS: Readonly<Record<ColumnKind, number>> = {
  text: 0,
  amount: '1.234.567,89'.length,
  percentage: '-100,0%'.length,
  quantity: '123.456'.length,
  moment: '31-12-2026 23:59'.length,
};

/** Widens columns for the reader's letter spacing, because figures must never be cut off. */
export function widenColumns<Row>(
  columns: readonly TableColumn<Row>[],
  letterSpacingPx: number,
): readonly TableColumn<Row>[] {
  if (letterSpacingPx === 0) return columns;
  return columns.map((column) => {
    const spacingPx = Math.ceil(SPACED_CHARACTERS[column.kind] * letterSpacingPx);
    return { ...column, widthPx: column.widthPx + spacingPx, minWidthPx: getMinWidth(column) + spacingPx };
  });
}

/** By column id, in pixels. */
export type Widths = Readonly<Record<string, number>>;

export interface TableFrame {
  readonly roomPx: number;
  /** Details are open beside the table and take from its width. */
  readonly isNarrowed: boolean;
  /** The sort of the list, whose column is always drawn. */
  readonly sort: string | undefined;
}

/**
 * The columns that fit into the frame. Without details, only columns with `yields` are left out, the lowest number
 * first. Beside details texts are left out too, then figures, but never the first column, columns with `stays`, and the
 * sorted one.
 */
export function chooseColumns<Row>(
  columns: readonly TableColumn<Row>[],
  { roomPx, isNarrowed, sort }: TableFrame,
): readonly TableColumn<Row>[] {
  const isRequired = (column: TableColumn<Row>, index: number) =>
    index === 0 || column.stays || isSortedBy(column, sort) || (!isNarrowed && column.yields === undefined);
  const getNeededWidth = (column: TableColumn<Row>) =>
    isNarrowed && column.hideable !== false ? column.widthPx : getMinWidth(column);
  const drawn = new Set(columns.filter(isRequired));
  let leftPx = [...drawn].reduce((left, column) => left - getNeededWidth(column), roomPx - EDGE_PX);
  let hasYielded = false;
  for (const column of columns.filter((one) => !drawn.has(one)).toSorted(compareImportance)) {
    const isYielding = column.yields !== undefined;
    if (getNeededWidth(column) > leftPx || (isYielding && hasYielded)) {
      hasYielded ||= isYielding;
    } else {
      drawn.add(column);
      leftPx -= getNeededWidth(column);
    }
  }
  return columns.filter((column) => drawn.has(column));
}

function compareImportance<Row>(one: TableColumn<Row>, other: TableColumn<Row>): number {
  return getRank(one) - getRank(other) || (other.yields ?? 0) - (one.yields ?? 0);
}

function getRank<Row>({ kind, hideable, yields }: TableColumn<Row>): number {
  if (hideable === false) return 0;
  if (yields !== undefined) return 3;
  return isFigure(kind) ? 1 : 2;
}

type NarrowingColumn = Pick<TableColumn<never>, 'kind' | 'grows'>;

/** Figures give up spare room first, then texts, and last the text that identifies the row. */
const NARROWING_ORDER: readonly ((column: NarrowingColumn) => boolean)[] = [
  ({ kind }) => isFigure(kind),
  ({ kind, grows }) => !isFigure(kind) && !grows,
  ({ kind, grows }) => !isFigure(kind) && grows === true,
];

/**
 * Widths of the drawn columns: as declared or set, but narrower if they do not fit. The growing column gets the rest.
 */
export function calculateWidths<Row>(
  columns: readonly TableColumn<Row>[],
  set: Widths,
  { roomPx, isNarrowed }: Omit<TableFrame, 'sort'>,
): Widths {
  const widths = Object.fromEntries(columns.map((column) => [column.id, getWidth(column, set)]));
  if (roomPx === 0) return widths;
  const leftPx = () => roomPx - Object.values(widths).reduce((sum, width) => sum + width, 0);
  for (const isNarrowing of NARROWING_ORDER) {
    const excessPx = -leftPx();
    const slack = columns.map((column) => {
      const edgePx = column === columns.at(-1) ? EDGE_PX : 0;
      const isFree = isNarrowing(column) && set[column.id] === undefined;
      return isFree ? Math.max(0, getWidth(column, set) - getMinWidth(column) - edgePx) : 0;
    });
    const share = Math.min(1, Math.max(0, excessPx) / Math.max(1, sum(slack)));
    for (const [index, { id }] of columns.entries()) {
      widths[id] = Math.floor((widths[id] ?? 0) - (slack[index] ?? 0) * share);
    }
  }
  const growing = findGrowingColumn(columns, set, isNarrowed);
  if (growing) widths[growing.id] = (widths[growing.id] ?? 0) + Math.max(0, leftPx());
  return widths;
}

function getWidth<Row>(column: TableColumn<Row>, set: Widths): number {
  return Math.min(MAX_COLUMN_WIDTH_PX, Math.max(getMinWidth(column), set[column.id] ?? column.widthPx));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * The column declared to grow, or the only column. Beside details, which leave out columns, it is the first text, so
 * that the rows end where the details begin.
 */
function findGrowingColumn<Row>(
  columns: readonly TableColumn<Row>[],
  set: Widths,
  isNarrowed: boolean,
): TableColumn<Row> | undefined {
  const free = columns.filter(({ id }) => set[id] === undefined);
  const declared = free.find(({ grows }) => grows);
  if (declared || (!isNarrowed && columns.length > 1)) return declared;
  return free.find(({ kind }) => kind === 'text') ?? free[0];
}

/** The width of a table's frame and the letter spacing in it, which is 0 unless the reader set one. */
export function useRoom(
  frameRef: RefObject<HTMLElement | null>,
  isNarrowed: boolean,
): { readonly roomPx: number; readonly letterSpacingPx: number } {
  const [{ roomPx, letterSpacingPx }, setFrame] = useState({ roomPx: 0, letterSpacingPx: 0, isNarrowed });
  // A layout effect, run again when details open, so that the columns do not jump after painting.
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

/** The width that a column needs for its heading and its widest cell in view. */
export function measureContent(heading: HTMLTableCellElement): number {
  const rows = [...(heading.closest('table')?.tBodies[0]?.rows ?? [])];
  const cells = rows.flatMap((row) => row.cells[heading.cellIndex] ?? []);
  return Math.ceil(Math.max(...[heading, ...cells].map(measureCell)));
}

/** The width of the uncut text plus the padding. */
function measureCell(cell: HTMLTableCellElement): number {
  const content = document.createRange();
  // A heading ends with the edge that resizes it, which is not counted.
  content.selectNodeContents((cell.tagName === 'TH' && cell.querySelector('button')) || cell);
  const cut = [...cell.querySelectorAll('span')].map((part) => part.scrollWidth - part.clientWidth);
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  const paddingPx = (Number.parseFloat(paddingInlineStart) || 0) + (Number.parseFloat(paddingInlineEnd) || 0);
  return content.getBoundingClientRect().width + Math.max(0, ...cut) + paddingPx;
}
