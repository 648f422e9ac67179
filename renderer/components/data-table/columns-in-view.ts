import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ColumnWidths } from './column-state.ts';
import { sortDirection, type TableColumn } from './table-column.ts';

interface ColumnsInViewOptions<Row> {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly columns: readonly TableColumn<Row>[];
  readonly widths: ColumnWidths;
  /** Details stand beside the table and take from its width. */
  readonly isNarrowed: boolean;
  /** The sort of the list, whose column is always drawn. */
  readonly sort: string | undefined;
}

interface ColumnsInView<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** In pixels, narrower than declared where the frame is. */
  readonly widthOf: (column: TableColumn<Row>) => number;
}

/**
 * The columns that are drawn, and how wide: all of them, or, while details leave no room for all, the first one, those
 * that stay, the one by which the list is sorted and those that are never hidden, as many figures as fit, and then what
 * else fits. In a narrow frame figures give their spare room first, then texts. The amounts of the list stay in view
 * without scrolling. Where even that is too wide, columns that yield are not drawn. What is cut then has the room that
 * others do not need.
 */
export function useColumnsInView<Row>(options: ColumnsInViewOptions<Row>): ColumnsInView<Row> {
  const { scrollerRef, columns, widths, isNarrowed, sort } = options;
  const roomPx = useWidth(scrollerRef, isNarrowed);
  const { needs, headings } = useNeeds(scrollerRef, columns, roomPx);
  const widthsText = columns.map((column) => `${widths.widthOf(column)}${widths.isSet(column) ? '!' : ''}`).join();
  const visible = useMemo(() => {
    const texts = widthsText.split(',');
    const sized = columns.map((column, index) => {
      const text = texts[index] ?? '';
      return withoutCut({ column, widthPx: Number.parseInt(text, 10), isSet: text.endsWith('!') }, needs);
    });
    const fitting = isNarrowed ? columnsThatFit : withoutYielding;
    const drawn = roomPx > 0 ? fitting(sized, roomPx, sort) : columns;
    return { columns: drawn, sized: sized.filter(({ column }) => drawn.includes(column)) };
  }, [columns, widthsText, roomPx, isNarrowed, sort, needs]);
  return useMemo(() => {
    const { sized, columns: drawn } = visible;
    const fitted = roomPx > 0 ? evenedWidths(sized, roomPx, needs, headings) : sized.map(({ widthPx }) => widthPx);
    const widthById = new Map(sized.map(({ column }, index) => [column.id, fitted[index] ?? column.widthPx]));
    return { columns: drawn, widthOf: ({ id, widthPx }) => widthById.get(id) ?? widthPx };
  }, [visible, roomPx, needs, headings]);
}

interface Fitted<Row> extends Sized<Row> {
  /** The user set the width, which is left as it is. */
  readonly isSet: boolean;
}

const WHOLE = Number.POSITIVE_INFINITY;

type Least = Readonly<Record<'amount' | 'percentage' | 'moment' | 'text' | 'grows' | 'first', number>>;

/** At which texts can still be told apart. */
const LEAST: Least = { amount: 100, percentage: 78, moment: 136, text: 96, grows: 140, first: 116 };

/**
 * What columns may shrink to, one step after the other: figures give their spare room, under a heading of two lines,
 * before a text loses letters. An amount of eight digits, a percentage of five and a moment fit the least of their kind.
 */
const STEPS: readonly Least[] = [
  { amount: 108, percentage: 88, moment: WHOLE, text: WHOLE, grows: WHOLE, first: WHOLE },
  { amount: 100, percentage: 78, moment: 136, text: WHOLE, grows: WHOLE, first: WHOLE },
  LEAST,
  { amount: 96, percentage: 78, moment: 136, text: 64, grows: 108, first: 116 },
];

/** The last column has more padding than others. */
const EDGE_PX = 14;

/** Widths of columns in a frame: as they are where there is room, else narrower step by step until they fit. */
export function fittedWidths<Row>(sized: readonly Fitted<Row>[], roomPx: number): readonly number[] {
  let widths = sized.map(({ widthPx }) => widthPx);
  for (const step of STEPS) {
    const excessPx = widths.reduce((sum, width) => sum + width, 0) - roomPx;
    if (excessPx <= 0) break;
    const slack = sized.map((one, index) => {
      const width = widths[index] ?? 0;
      const edgePx = index === sized.length - 1 ? EDGE_PX : 0;
      return one.isSet ? 0 : Math.max(0, width - leastOf(one.column, index, step) - edgePx);
    });
    const slackPx = slack.reduce((sum, px) => sum + px, 0);
    const share = slackPx === 0 ? 0 : Math.min(1, excessPx / slackPx);
    widths = widths.map((width, index) => Math.floor(width - (slack[index] ?? 0) * share));
  }
  return widths;
}

/**
 * Fitted widths, of which columns with something cut have what is left of the frame and what others do not need. The
 * one that lacks least is served first, so that as few texts as possible are cut. A count is never cut, nor a column that
 * is to be whole.
 */
export function evenedWidths<Row>(
  sized: readonly Fitted<Row>[],
  roomPx: number,
  needs: Needs,
  headings: Needs = NO_NEEDS,
): readonly number[] {
  const uncut = sized.map((one) => withoutCut(one, needs));
  const widths = evened(uncut, roomPx, needs, fittedWidths(uncut, roomPx));
  // What no cell needs goes to headings, so that they stand on one line.
  const withHeadings = [...needs].map(([id, need]) => [id, Math.max(need, headings.get(id) ?? 0)] as const);
  return evened(uncut, roomPx, new Map(withHeadings), widths);
}

/** As wide as what it holds, if that may not be cut. */
function withoutCut<Row>(one: Fitted<Row>, needs: Needs): Fitted<Row> {
  const { id, kind } = one.column;
  const isCut = one.isSet || kind !== 'quantity';
  return isCut ? one : { ...one, widthPx: Math.max(one.widthPx, needs.get(id) ?? 0) };
}

function evened<Row>(
  sized: readonly Fitted<Row>[],
  roomPx: number,
  needs: Needs,
  widths: readonly number[],
): readonly number[] {
  const lacks = sized.map(({ column: { id, kind, minWidthPx = 0 }, isSet }, index) => {
    const need = needs.get(id);
    if (isSet || need === undefined) return 0;
    const width = widths[index] ?? 0;
    // A text that is not in view yet may be as long as its column is declared to hold; a heading tells it of figures.
    return need > width ? need - width : Math.min(0, Math.max(need, kind === 'text' ? minWidthPx : 0) - width);
  });
  const sparePx = -lacks.reduce((sum, lack) => sum + Math.min(0, lack), 0);
  const freePx = Math.max(0, roomPx - widths.reduce((sum, width) => sum + width, 0));
  const shares = sharesOf(lacks, sparePx + freePx);
  const takenPx = shares.reduce((sum, share) => sum + share, 0);
  const given = sparePx === 0 ? 0 : Math.max(0, takenPx - freePx) / sparePx;
  return widths.map((width, index) =>
    Math.floor(width + (shares[index] ?? 0) + Math.min(0, lacks[index] ?? 0) * given),
  );
}

/** What each gets of the room: the same for all, but no more than it lacks. */
function sharesOf(lacks: readonly number[], roomPx: number): readonly number[] {
  const shares = lacks.map(() => 0);
  const lacking = [...lacks.keys()].filter((index) => (lacks[index] ?? 0) > 0);
  lacking.sort((one, other) => (lacks[one] ?? 0) - (lacks[other] ?? 0));
  let leftPx = roomPx;
  for (const [served, index] of lacking.entries()) {
    const share = Math.min(lacks[index] ?? 0, leftPx / (lacking.length - served));
    shares[index] = share;
    leftPx -= share;
  }
  return shares;
}

function leastOf<Row>(column: TableColumn<Row>, index: number, step: Least): number {
  const { kind, grows, minWidthPx = 0 } = column;
  if (kind === 'quantity') return WHOLE;
  if (index === 0) return Math.max(step.first, minWidthPx);
  return Math.max(kind === 'text' && grows ? step.grows : step[kind], minWidthPx);
}

/**
 * All columns, without as many of those that yield as must go for the others to fit at their narrowest. One by which the
 * list is sorted does not yield.
 */
export function withoutYielding<Row>(
  sized: readonly Fitted<Row>[],
  roomPx: number,
  sort: string | undefined,
): readonly TableColumn<Row>[] {
  const isSorted = ({ column: { sortId } }: Fitted<Row>) => sortDirection(sortId, sort) !== undefined;
  const yielding = sized
    .filter((one) => one.column.yields !== undefined && !isSorted(one))
    .toSorted((one, other) => stayingOf(one) - stayingOf(other));
  let drawn = sized;
  for (const next of yielding) {
    const leastPx = fittedWidths(drawn, 0).reduce((sum, width) => sum + width, 0);
    if (leastPx <= roomPx) break;
    drawn = drawn.filter((one) => one !== next);
  }
  return drawn.map(({ column }) => column);
}

interface Sized<Row> {
  readonly column: TableColumn<Row>;
  readonly widthPx: number;
}

/** How long a column stays: the lowest goes first, one that does not yield last. */
function stayingOf<Row>({ column: { yields = WHOLE } }: Sized<Row>): number {
  return yields;
}

/**
 * The first column, those that stay and the one by which the list is sorted, also where they have no room, and others
 * where they have. One that is never hidden is drawn narrower than declared before it is left out.
 */
export function columnsThatFit<Row>(
  sized: readonly Sized<Row>[],
  roomPx: number,
  sort: string | undefined,
): readonly TableColumn<Row>[] {
  const [first, ...others] = sized;
  if (first === undefined) return [];
  const rankOf = ({ column: { kind, hideable, yields } }: Sized<Row>) => {
    if (hideable === false) return 0;
    if (yields !== undefined) return 3;
    return kind === 'text' || kind === 'moment' ? 2 : 1;
  };
  const byStaying = (one: Sized<Row>, other: Sized<Row>) => {
    const ranks = rankOf(one) - rankOf(other);
    return ranks === 0 && rankOf(one) === 3 ? stayingOf(other) - stayingOf(one) : ranks;
  };
  const isSorted = ({ column: { sortId } }: Sized<Row>) => sortDirection(sortId, sort) !== undefined;
  const isAlways = (one: Sized<Row>) => one.column.stays === true || isSorted(one);
  const always = [first, ...others.filter(isAlways)];
  const drawn = new Set(always.map(({ column }) => column));
  let leftPx = always.reduce((left, { widthPx }) => left - widthPx, roomPx);
  const byRank = others.filter((one) => !isAlways(one)).toSorted(byStaying);
  // A narrow column that the whole table had no room for would otherwise come into view beside details.
  let hasYielded = false;
  for (const { column, widthPx } of byRank) {
    const neededPx = column.hideable === false ? Math.min(widthPx, leastOf(column, 1, LEAST)) : widthPx;
    if (neededPx > leftPx || (hasYielded && column.yields !== undefined)) {
      hasYielded ||= column.yields !== undefined;
      continue;
    }
    drawn.add(column);
    leftPx -= widthPx;
  }
  return sized.map(({ column }) => column).filter((column) => drawn.has(column));
}

/** Of the frame of the table. */
function useWidth(ref: RefObject<HTMLDivElement | null>, isNarrowed: boolean): number {
  const [{ widthPx }, setFrame] = useState({ widthPx: 0, isNarrowed });
  // Before it is painted, and again before details beside it are, so that the columns do not jump a moment later.
  useLayoutEffect(() => {
    setFrame({ widthPx: ref.current?.clientWidth ?? 0, isNarrowed });
  }, [isNarrowed, ref]);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setFrame((frame) => (frame.widthPx === current.clientWidth ? frame : { ...frame, widthPx: current.clientWidth })),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}

/** By column id: the pixels that the widest cell seen so far needs, with the heading in two lines. */
type Needs = ReadonlyMap<string, number>;

const NO_NEEDS: Needs = new Map();

interface ColumnNeeds {
  readonly needs: Needs;
  /** What the headings need on one line. */
  readonly headings: Needs;
}

const NOTHING_SEEN: ColumnNeeds = { needs: NO_NEEDS, headings: NO_NEEDS };

/** Before a row is painted. Needs only grow while the columns are the same, so that scrolling back moves nothing. */
function useNeeds<Row>(
  scrollerRef: RefObject<HTMLDivElement | null>,
  columns: readonly TableColumn<Row>[],
  roomPx: number,
): ColumnNeeds {
  const fonts = useFontsLoaded();
  const [state, setState] = useState({ columns, fonts, ...NOTHING_SEEN });
  const seen = useRef({ columns, fonts, texts: new WeakMap<Element, string | null>() });
  const { needs, headings } = state.columns === columns && state.fonts === fonts ? state : NOTHING_SEEN;
  useLayoutEffect(() => {
    const table = scrollerRef.current?.querySelector('table');
    // Not laid out, such as in print.
    if (!table || roomPx === 0) return;
    const { current } = seen;
    if (current.columns !== columns || current.fonts !== fonts) seen.current = { columns, fonts, texts: new WeakMap() };
    const { texts } = seen.current;
    const wider = new Map(needs);
    const whole = new Map(headings);
    for (const cell of table.querySelectorAll<HTMLTableCellElement>('[data-column]')) {
      const { column: id = '', kind } = cell.dataset;
      // A label beside totals has two lines.
      if (cell.closest('tfoot') && kind === 'text') continue;
      // Also when it becomes the last one, which has more padding.
      const text = `${cell.textContent}${cell.nextElementSibling ? '' : '\n'}`;
      if (texts.get(cell) === text) continue;
      texts.set(cell, text);
      const need = Math.ceil(cell.tagName === 'TH' ? headingWidth(cell) : neededWidth(cell));
      if (need > (wider.get(id) ?? 0)) wider.set(id, need);
      if (cell.tagName === 'TH') whole.set(id, Math.ceil(headingWidth(cell, true)));
    }
    const isNew = (seenNow: Needs, before: Needs) => [...seenNow].some(([id, need]) => need !== before.get(id));
    if (isNew(wider, needs) || isNew(whole, headings)) setState({ columns, fonts, needs: wider, headings: whole });
  });
  return { needs, headings };
}

/** How many times fonts have come since the table was drawn: what was measured before had other letters. */
function useFontsLoaded(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // A test without a layout has no fonts.
    const { fonts }: Partial<Pick<Document, 'fonts'>> = document;
    const onLoaded = () => setCount((before) => before + 1);
    fonts?.addEventListener('loadingdone', onLoaded);
    return () => fonts?.removeEventListener('loadingdone', onLoaded);
  }, []);
  return count;
}

/** The text as it would be without an end, and the padding; a heading has room for the arrow of its sort. */
export function neededWidth(cell: HTMLTableCellElement): number {
  const content = document.createRange();
  // The edge that resizes lies over the whole height of a heading, and at its end.
  content.selectNodeContents((cell.tagName === 'TH' && cell.firstElementChild) || cell);
  const parts = [...cell.querySelectorAll('span')].filter(({ clientWidth }) => clientWidth > 0);
  const cut = parts.map((part) => part.scrollWidth - part.clientWidth);
  return content.getBoundingClientRect().width + Math.max(0, ...cut) + paddingOf(cell) + arrowOf(cell);
}

/**
 * What a heading needs in two lines, of which neither breaks a word; or as a whole in one. Of a figure the first one may be
 * the arrow alone.
 */
function headingWidth(heading: HTMLTableCellElement, isWhole = false): number {
  const label = heading.querySelector('[data-label]');
  const words = label?.lastChild;
  const text = words?.textContent ?? '';
  if (!label || !words) return neededWidth(heading);
  const widthOf = (from: number, to: number) => {
    const part = document.createRange();
    part.setStart(words, from);
    part.setEnd(words, to);
    return [...part.getClientRects()].reduce((sum, { width }) => sum + width, 0);
  };
  const { kind } = heading.dataset;
  const isFigure = kind !== 'text' && kind !== 'moment';
  const [before, after] = isFigure ? [arrowOf(heading), 0] : [0, arrowOf(heading)];
  const ends = [...text.matchAll(/ /g)].map(({ index }) => index);
  const lines = isWhole ? [] : ends.map((end) => Math.max(before + widthOf(0, end), widthOf(end + 1, text.length)));
  const unit = label.nextElementSibling?.tagName === 'SPAN' ? label.nextElementSibling.clientWidth + GAP_PX : 0;
  return Math.min((isWhole ? before : 0) + widthOf(0, text.length), ...lines) + unit + after + paddingOf(heading);
}

function paddingOf(cell: HTMLElement): number {
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  return [paddingInlineStart, paddingInlineEnd].reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0);
}

function arrowOf(cell: HTMLElement): number {
  return cell.tagName === 'TH' && cell.querySelector('button') ? SORT_ARROW_PX : 0;
}

const SORT_ARROW_PX = 17;

const GAP_PX = 4;
