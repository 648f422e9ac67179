import type { ColumnNeed } from './column-needs.ts';
import { LANDSCAPE, MARGIN, type PageSize, PORTRAIT } from './page-format.ts';

/** What the tables are printed on, and how small. */
export interface Sheet {
  readonly page: PageSize;
  /** Of the letters in a row. */
  readonly size: number;
}

const SIZES = [8.5, 7.5, 6.5] as const;
const SMALLEST = 6.5;
/** Between two columns, in the size of the letters. */
const GAP = 1.1;
/** A longer one asks for no more than this, in the size of the letters. */
const LONGEST_TEXT = 60;

/** Portrait where the columns have the room they want, else landscape, with smaller letters where they must. */
export function chooseSheet(needs: readonly ColumnNeed[]): Sheet {
  const [largest] = SIZES;
  if (roomOf(needs, ({ wanted }) => wanted, largest) <= usableWidth(PORTRAIT)) {
    return { page: PORTRAIT, size: largest };
  }
  const fits = (size: number) => roomOf(needs, ({ least }) => least, size) <= usableWidth(LANDSCAPE);
  return { page: LANDSCAPE, size: SIZES.find(fits) ?? SMALLEST };
}

export function usableWidth({ width }: PageSize): number {
  return width - 2 * MARGIN;
}

export function gapOf({ size }: Sheet): number {
  return GAP * size;
}

/** The widths of the columns side by side in points, without the gaps: together they fill the page. */
export function columnWidths(needs: readonly ColumnNeed[], sheet: Sheet): number[] {
  const { page, size } = sheet;
  const room = usableWidth(page) - gapOf(sheet) * (needs.length - 1);
  const least = needs.map((need) => need.least * size);
  const wanted = needs.map((need) => need.wanted * size);
  const roomy = needs.map((need) => need.roomy * size);
  if (room < sum(least)) return least.map((width) => (width * room) / sum(least));
  if (room < sum(wanted)) return between(least, wanted, room);
  if (room < sum(roomy)) return between(wanted, roomy, room);
  return grown(roomy, needs, room);
}

/** Each column gets the same share of the step from its lower to its upper width. */
function between(lower: readonly number[], upper: readonly number[], room: number): number[] {
  const share = (room - sum(lower)) / (sum(upper) - sum(lower));
  return lower.map((width, index) => width + ((upper[index] ?? width) - width) * share);
}

/** Texts take what is left over, the longer the more; without texts all take the same. */
function grown(widths: readonly number[], needs: readonly ColumnNeed[], room: number): number[] {
  const spare = room - sum(widths);
  const weights = needs.map(({ mayWrap, natural }) => (mayWrap ? Math.min(natural, LONGEST_TEXT) : 0));
  const whole = sum(weights);
  return widths.map((width, index) => {
    const share = whole === 0 ? 1 / widths.length : (weights[index] ?? 0) / whole;
    return width + spare * share;
  });
}

function roomOf(needs: readonly ColumnNeed[], need: (need: ColumnNeed) => number, size: number): number {
  return sum(needs.map((each) => need(each) * size)) + GAP * size * (needs.length - 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
