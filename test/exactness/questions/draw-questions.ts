import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import { addDays, type CalendarDate, daysBetween } from '../../../shared/calendar.ts';
import type { Question, Range } from './question.ts';

export interface QuestionSpace {
  /** The days in which there are orders. */
  readonly range: Range;
  /** Locations that may be named. */
  readonly locations: readonly number[];
}

const SPRING = '03-29';
const EDGE_DAYS = 20;

/** `count` questions that the seed and the name decide, after those that are always asked. */
export function drawQuestions(space: QuestionSpace, count: number, seed: number, name: string): Question[] {
  const random = randomStream(seed, name);
  const drawn = Array.from({ length: count }, () => drawRange(random, space.range));
  return [
    ...alwaysAsked(space.range).map((range) => ({ ...range, locationId: null })),
    ...drawn.map((range) => ({ ...range, locationId: random.pick([null, ...space.locations]) })),
  ];
}

/** Everything, the edges of it, and where months, years and hours change. */
function alwaysAsked({ from, to }: Range): Range[] {
  const year = to.slice(0, 4);
  const before = String(Number(year) - 1);
  return [
    { from, to },
    { from: addDays(from, 1), to: addDays(to, -1) },
    { from: addDays(from, -3), to: from },
    { from: to, to: addDays(to, 3) },
    { from: `${before}-12-31`, to: `${year}-01-01` },
    { from: `${year}-${SPRING}`, to: `${year}-${SPRING}` },
    { from: `${year}-10-25`, to: `${year}-10-25` },
    { from: `${before}-03-30`, to: `${before}-03-30` },
    { from: `${before}-10-26`, to: `${before}-10-26` },
    { from: `${year}-10-24`, to: `${year}-10-26` },
    { from: '2020-01-01', to: '2020-01-01' },
  ];
}

function drawRange(random: Random, whole: Range): Range {
  const day = () => addDays(whole.from, random.whole(0, daysBetween(whole.from, whole.to)));
  const from = random.chance(0.3) ? monthEdge(random, day()) : day();
  const lengths = [1, 3, 31, 62, daysBetween(whole.from, whole.to)];
  const to = addDays(from, random.whole(0, random.pick(lengths) - 1));
  const end = random.chance(0.3) ? monthEdge(random, to) : to;
  return { from, to: end < from ? from : end };
}

/** The first or the last day of a month, or one beside it. */
function monthEdge(random: Random, date: CalendarDate): CalendarDate {
  const first = `${addDays(date, random.whole(0, EDGE_DAYS)).slice(0, 7)}-01`;
  return addDays(first, random.whole(-2, 1));
}
