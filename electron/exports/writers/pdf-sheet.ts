import type { Language } from '../../../shared/contract/language.ts';
import type { ColumnKind } from '../../../shared/datasets/dataset.ts';
import type { Face, Faces } from './pdf-fonts.ts';
import { mostOf, type PrintedTable } from './pdf-tables.ts';
import { holdsNumbers } from './pdf-text.ts';

/** A table, or several in two columns. */
export interface Block {
  /** By their index. */
  readonly tables: readonly number[];
  /** Of the column at the left, in points; null for one table, which has the whole width. */
  readonly leftWidth: number | null;
}

export interface Sheet {
  /** From top to bottom. */
  readonly blocks: readonly Block[];
  readonly orientation: 'portrait' | 'landscape';
  /** Of the letters in a row, in points. */
  readonly size: number;
  /** Of the columns of each table, in points, without the gaps between them. */
  readonly widths: readonly (readonly number[])[];
}

/** Left and right of the texts of a page, in points. */
export const MARGIN = 36;

/** Between two columns, in points. */
export const GAP = 9;

/** Between the halves of a page, in points. */
export const HALVES_GAP = 24;

const USABLE = { portrait: 595.28 - 2 * MARGIN, landscape: 841.89 - 2 * MARGIN } as const;

const SIZES = [8.5, 7.5, 6.5] as const;

const SMALLEST = 6.5;

/** Smaller letters than these are a worse answer than addresses of two lines. */
const UNBROKEN_SIZES = SIZES.filter((size) => size > SMALLEST);

/** Portrait where the columns have the room they want, or need in a report, else landscape; smaller letters where they must. */
export function chooseSheet(tables: readonly PrintedTable[], language: Language, faces: Faces): Sheet {
  const needs = needsOf(tables, language, faces);
  const [largest] = SIZES;
  const widthOf = (at: number, size: number, need: keyof NeededWidths) =>
    sum((needs[at] ?? []).map((each) => each[need] * size + GAP)) - GAP;
  const sideOf = (block: readonly number[], side: PrintedTable['half'], size: number, need: keyof NeededWidths) =>
    Math.max(0, ...block.filter((at) => tables[at]?.half === side).map((at) => widthOf(at, size, need)));
  /** Half of the page, unless a side needs more of it; null where the sides have no room beside one another. */
  const leftWidth = (block: readonly number[], orientation: Sheet['orientation'], size: number) => {
    const room = USABLE[orientation] - HALVES_GAP;
    for (const need of ['wanted', 'least'] as const) {
      const [least, most] = [sideOf(block, 'left', size, need), room - sideOf(block, 'right', size, need)];
      if (least <= most) return Math.min(Math.max(room / 2, least), most);
    }
    return null;
  };
  const groups = blocksOf(tables).flatMap((block) => {
    const isBeside = block.length > 1 && haveRoomBeside(block.flatMap((at) => tables[at] ?? []));
    return isBeside && leftWidth(block, 'portrait', largest) !== null ? [block] : block.map((at) => [at]);
  });
  const placed = (orientation: Sheet['orientation'], size: number): readonly Block[] =>
    groups.map((block) => ({
      tables: block,
      leftWidth: block.length > 1 ? leftWidth(block, orientation, size) : null,
    }));
  const roomsOf = (orientation: Sheet['orientation'], size: number) =>
    placed(orientation, size).flatMap((block) =>
      block.tables.map((at) => {
        if (block.leftWidth === null) return USABLE[orientation];
        return tables[at]?.half === 'left' ? block.leftWidth : USABLE[orientation] - HALVES_GAP - block.leftWidth;
      }),
    );
  const fits = (orientation: Sheet['orientation'], size: number, need: keyof NeededWidths) =>
    roomsOf(orientation, size).every((room, at) => widthOf(at, size, need) <= room);
  // Those of a list that add up its rows have a title; the list has none.
  const need = tables[0]?.title === null ? 'wanted' : 'least';
  const orientation = fits('portrait', largest, need) ? 'portrait' : 'landscape';
  const unbroken = UNBROKEN_SIZES.find((candidate) => fits(orientation, candidate, 'unbroken'));
  const size = unbroken ?? SIZES.find((candidate) => fits(orientation, candidate, 'least')) ?? SMALLEST;
  const rooms = roomsOf(orientation, size);
  const widths = needs.map((ofTable, at) =>
    columnWidths(unbroken === undefined ? ofTable : ofTable.map(whole), rooms[at] ?? USABLE[orientation], size),
  );
  return { blocks: placed(orientation, size), orientation, size, widths };
}

/** Those of the left half with those of the right half that follow them; any other table by itself. */
function blocksOf(tables: readonly PrintedTable[]): readonly (readonly number[])[] {
  const blocks: number[][] = [];
  tables.forEach(({ half }, at) => {
    const before = tables[at - 1]?.half;
    const isBeside = half !== undefined && (before === 'left' || before === half);
    if (isBeside) blocks.at(-1)?.push(at);
    else blocks.push([at]);
  });
  return blocks;
}

/** Rows of a column that have room on one page below the head; a title with its headings takes that of three. */
const ROWS_OF_A_HALF = 40;

const ROWS_OF_HEADINGS = 3;

/** A longer text may be broken into lines. */
const LONGEST_IN_A_HALF = 48;

function haveRoomBeside(tables: readonly PrintedTable[]): boolean {
  const rowsIn = (side: PrintedTable['half']) =>
    sum(tables.filter(({ half }) => half === side).map(({ rows }) => rows.length + ROWS_OF_HEADINGS));
  const isShort = ({ rows }: PrintedTable) =>
    rows.every((row) => row.every((text) => text.length <= LONGEST_IN_A_HALF));
  return tables.every(isShort) && Math.max(rowsIn('left'), rowsIn('right')) <= ROWS_OF_A_HALF;
}

/** The room that a column needs, in the size of its letters: times 8 it is points for letters of 8 points. */
interface NeededWidths {
  readonly least: number;
  /** The same, but for addresses on one line. */
  readonly unbroken: number;
  readonly wanted: number;
}

interface ColumnNeed extends NeededWidths {
  /** In which nothing is broken into lines; how much of the spare room it takes. */
  readonly natural: number;
  /** Its texts may be broken into lines without being hard to read. */
  readonly mayWrap: boolean;
}

const NARROWEST_TEXT = 7;

/** A longer word may be broken; a number of an article may not, for its parts would be read as numbers. */
const LONGEST_WORD = 10;

const WIDEST = 22;

const LONGEST_TEXT = 60;

const SOLID_KINDS: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp', 'flag']);

/** Letters that stand side by side are a little wider than they are one by one. */
const ROUNDING = 0.2;

/** By table and column. Numbers and dates are as wide in each table, so that they lie below one another. */
function needsOf(tables: readonly PrintedTable[], language: Language, faces: Faces): ColumnNeed[][] {
  const widest = new Map<string, ColumnNeed>();
  const needs = tables.map((table) => tableNeeds(table, language, faces));
  tables.forEach(({ columns }, at) => {
    columns.forEach(({ id }, index) => {
      const need = needs[at]?.[index];
      if (need) widest.set(id, widerOf(need, widest.get(id) ?? need));
    });
  });
  return needs.map((ofTable, at) =>
    ofTable.map((need, index) => (need.mayWrap ? need : (widest.get(tables[at]?.columns[index]?.id ?? '') ?? need))),
  );
}

function widerOf(one: ColumnNeed, other: ColumnNeed): ColumnNeed {
  return {
    least: Math.max(one.least, other.least),
    unbroken: Math.max(one.unbroken, other.unbroken),
    wanted: Math.max(one.wanted, other.wanted),
    natural: Math.max(one.natural, other.natural),
    mayWrap: one.mayWrap,
  };
}

function tableNeeds(
  { columns, rows, sums, totals }: PrintedTable,
  language: Language,
  { regular, bold }: Faces,
): ColumnNeed[] {
  return columns.map((column, index) => {
    const mayWrap = !holdsNumbers(column) && !SOLID_KINDS.has(column.kind);
    const cells = Math.max(
      mostOf(rows, (row, at) => (sums.has(at) ? bold : regular).widthOf(row[index] ?? '')),
      bold.widthOf(totals?.[index] ?? ''),
    );
    const heading = column.heading[language];
    const word = mayWrap ? mostOf(heading.split(' '), (text) => bold.widthOf(text)) : inTwoLines(heading, bold);
    const longest = mayWrap ? mostOf(rows, (row) => longestWord(row[index] ?? '', regular)) : 0;
    const narrowest = mayWrap ? Math.max(NARROWEST_TEXT, Math.min(longest, LONGEST_WORD)) : WIDEST;
    const least = Math.max(word, Math.min(cells, narrowest)) + ROUNDING;
    const hasAddresses = mayWrap && rows.some((row) => row[index]?.includes('@'));
    return {
      least,
      unbroken: hasAddresses ? Math.max(word, Math.min(cells, WIDEST)) + ROUNDING : least,
      wanted: Math.max(word, Math.min(cells, WIDEST)) + ROUNDING,
      natural: Math.max(cells, bold.widthOf(heading)) + ROUNDING,
      mayWrap,
    };
  });
}

/** Of the heading of numbers, which is broken once at most. */
function inTwoLines(heading: string, face: Face): number {
  const words = heading.split(' ');
  const widths = words.slice(1).map((_, at) => {
    const lines = [words.slice(0, at + 1), words.slice(at + 1)];
    return mostOf(lines, (line) => face.widthOf(line.join(' ')));
  });
  return widths.length === 0 ? face.widthOf(heading) : Math.min(...widths);
}

function whole(need: ColumnNeed): ColumnNeed {
  return { ...need, least: need.unbroken };
}

function longestWord(text: string, face: Face): number {
  return mostOf(text.split(/\s+|(?<=@)/), (word) => face.widthOf(word));
}

/** An e-mail address wider than its column has a line break behind its `@`, and behind dots where that is not enough. */
export function withAddressBreaks(text: string, fits: (line: string) => boolean): string {
  if (!text.includes('@') || fits(text)) return text;
  return text
    .split(/(?<=@)/)
    .flatMap(linesOf)
    .join('\n');

  function linesOf(part: string): string[] {
    if (fits(part)) return [part];
    const lines: string[] = [];
    for (const piece of part.split(/(?<=\.)/)) {
      const longer = (lines.at(-1) ?? '') + piece;
      if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
    return lines;
  }
}

/** In points; what is left over is shared by the texts. */
function columnWidths(needs: readonly ColumnNeed[], page: number, size: number): number[] {
  const room = page - GAP * (needs.length - 1);
  const least = needs.map((need) => need.least * size);
  // Headings of numbers take two lines before texts do.
  const wanted = needs.map((need) => need.wanted * size);
  const whole = needs.map((need) => (need.mayWrap ? need.wanted : Math.min(need.natural, WIDEST)) * size);
  if (sum(least) >= room) return least.map((width) => (width * room) / sum(least));
  if (sum(wanted) >= room) return between(least, wanted, room);
  if (sum(whole) >= room) return between(wanted, whole, room);
  const spare = room - sum(whole);
  // Without texts the numbers stay at the right, below those of other tables.
  const weights = needs.map(({ mayWrap, natural }) => (mayWrap ? Math.min(natural, LONGEST_TEXT) : 0));
  const shares = sum(weights) === 0 ? [1] : weights.map((weight) => weight / sum(weights));
  return whole.map((width, index) => width + spare * (shares[index] ?? 0));
}

/** The widths that fill the room, where the smaller ones leave some of it and the larger ones have none. */
function between(smaller: readonly number[], larger: readonly number[], room: number): number[] {
  const share = (room - sum(smaller)) / (sum(larger) - sum(smaller));
  return smaller.map((width, index) => width + ((larger[index] ?? width) - width) * share);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
