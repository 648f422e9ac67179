import { formatCells, formatNumber } from '../harness/format-table.ts';
import { median } from '../harness/percentile.ts';

/** The figures of one minute; times in milliseconds, of calls alone. */
export interface Minute {
  /** From 1. */
  readonly at: number;
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  readonly errors: readonly string[];
  /** Begun and not ended when the minute was over. */
  readonly underWay: number;
  /** The middle of the minute. */
  readonly residentMb: number;
  /** The least that heap and buffers of the main thread used. */
  readonly liveMb: number;
  readonly files: number;
  readonly threads: number;
  readonly handles: number;
}

/** Caches fill, code is compiled and the heaps of all threads grow to the size at which they are collected for so long. */
export const WARM_UP_MINUTES = 40;

const MINUTES_AN_HOUR = 60;

const BARS = { mbAnHour: 5, p99OfFirst: 2, moreHandles: 2 } as const;

type Measure = 'residentMb' | 'liveMb' | 'files' | 'threads' | 'handles';

function afterWarmUp(minutes: readonly Minute[]): readonly Minute[] {
  return minutes.filter(({ at }) => at > WARM_UP_MINUTES);
}

/** The line of least squares through a figure of each minute, in units an hour. */
export function slopeAnHour(minutes: readonly Pick<Minute, 'at' | Measure>[], measure: Measure): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanValue] = [mean(minutes.map(({ at }) => at)), mean(minutes.map((minute) => minute[measure]))];
  let products = 0;
  let squares = 0;
  for (const minute of minutes) {
    products += (minute.at - meanAt) * (minute[measure] - meanValue);
    squares += (minute.at - meanAt) ** 2;
  }
  return (products / squares) * MINUTES_AN_HOUR;
}

/** How much more of it there is in the last quarter of the run than in the first. */
function growth(minutes: readonly Minute[], measure: Measure): number {
  const quarter = Math.ceil(minutes.length / 4);
  const middle = (some: readonly Minute[]) => median(some.map((minute) => minute[measure]));
  return middle(minutes.slice(-quarter)) - middle(minutes.slice(0, quarter));
}

interface Figure {
  readonly measured: string;
  readonly figure: string;
  readonly bar: string;
  readonly isMet: boolean;
}

function figuresOf(minutes: readonly Minute[]): readonly Figure[] {
  const later = afterWarmUp(minutes);
  const [first] = minutes;
  const calls = minutes.reduce((sum, minute) => sum + minute.calls, 0);
  const errors = minutes.flatMap((minute) => minute.errors);
  const p99 = median(later.map((minute) => minute.p99));
  const slope = slopeAnHour(later, 'residentMb');
  const more = (measure: Measure, name: string): Figure => ({
    measured: `${name}, last quarter against the first after ${WARM_UP_MINUTES} minutes`,
    figure: `${formatNumber(growth(later, measure))} more than ${formatNumber(median(later.map((at) => at[measure])))}`,
    bar: `≤ ${BARS.moreHandles} more`,
    isMet: growth(later, measure) <= BARS.moreHandles,
  });
  return [
    {
      measured: 'calls that failed, exports and pages of the window included',
      figure: `${errors.length} of ${calls.toLocaleString('en')}`,
      bar: '0',
      isMet: errors.length === 0 && calls > 0,
    },
    {
      measured: 'calls a second',
      figure: formatNumber(calls / (minutes.length * MINUTES_AN_HOUR)),
      bar: '≥ 49',
      isMet: calls / (minutes.length * MINUTES_AN_HOUR) >= 49,
    },
    {
      measured: `p99 of a minute, the middle of all after ${WARM_UP_MINUTES} minutes`,
      figure: `${formatNumber(p99)} ms, ${formatNumber(p99 / (first?.p99 ?? Number.NaN))} of the first minute`,
      bar: `≤ ${BARS.p99OfFirst}`,
      isMet: p99 <= BARS.p99OfFirst * (first?.p99 ?? Number.NaN),
    },
    {
      measured: 'the worst p99 of a minute after that',
      figure: `${formatNumber(Math.max(...later.map((minute) => minute.p99)))} ms`,
      bar: '',
      isMet: true,
    },
    {
      measured: `resident memory, slope after ${WARM_UP_MINUTES} minutes`,
      figure: `${formatNumber(slope)} MB an hour at ${formatNumber(median(later.map(({ residentMb }) => residentMb)))} MB`,
      bar: `< ${BARS.mbAnHour}`,
      isMet: slope < BARS.mbAnHour,
    },
    {
      measured: 'heap and buffers of the main thread, slope',
      figure: `${formatNumber(slopeAnHour(later, 'liveMb'))} MB an hour at ${formatNumber(median(later.map(({ liveMb }) => liveMb)))} MB`,
      bar: '',
      isMet: true,
    },
    more('files', 'open files and sockets'),
    more('threads', 'threads'),
    more('handles', 'handles of the event loop'),
  ];
}

/** A row for each figure, in Markdown. */
export function soakTable(minutes: readonly Minute[]): string {
  const cells = figuresOf(minutes).map(({ measured, figure, bar, isMet }) => [
    ...[measured, figure, bar],
    bar === '' ? '' : isMet ? 'yes' : 'MISSED',
  ]);
  return formatCells([['Measured', 'Figure', 'Bar', 'Met'], ...cells], new Set());
}

/** In words; none where all are met. */
export function missedBars(minutes: readonly Minute[]): readonly string[] {
  const missed = figuresOf(minutes).filter(({ isMet }) => !isMet);
  const errors = minutes.flatMap((minute) => minute.errors);
  return [...missed.map(({ measured, figure, bar }) => `${measured}: ${figure} (${bar})`), ...errors.slice(0, 20)];
}
