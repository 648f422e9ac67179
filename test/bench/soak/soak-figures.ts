import { formatNumber } from '../harness/format-table.ts';
import { median, percentile } from '../harness/percentile.ts';

/** What was measured in one minute. */
export interface Minute {
  /** Milliseconds from the time at which each answered call was due. */
  readonly timesMs: readonly number[];
  readonly errors: number;
  /** One value a second. It rises until garbage is collected, so a single value says little. */
  readonly memoryMb: readonly number[];
  /** CPU time in seconds. */
  readonly productCpuS: number;
  readonly driverCpuS: number;
}

const MAX_MB_PER_HOUR = 5;
const MAX_P99_RATIO = 2;
const MAX_WARM_UP_MINUTES = 10;

/**
 * The slope of the least-squares line through the values at 0, 1, 2 and so on, and its standard error. The slope is NaN
 * for fewer than two values, the error for fewer than three.
 */
export function fitLine(values: readonly number[]): { readonly slope: number; readonly error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let [products, squares] = [0, 0];
  for (const [index, value] of values.entries()) {
    products += (index - middle) * (value - mean);
    squares += (index - middle) ** 2;
  }
  const slope = products / squares;
  const residuals = values.map((value, index) => value - mean - slope * (index - middle));
  const variance = residuals.reduce((sum, residual) => sum + residual ** 2, 0) / (values.length - 2);
  return { slope, error: values.length > 2 ? Math.sqrt(variance / squares) : Number.NaN };
}

export function formatMinute(index: number, { timesMs, errors, memoryMb, ...cpu }: Minute): string {
  return [
    `minute ${index + 1}: ${timesMs.length} calls`,
    `p50 ${formatNumber(percentile(timesMs, 50))} ms`,
    `p99 ${formatNumber(percentile(timesMs, 99))} ms`,
    `${errors} errors`,
    `${median(memoryMb).toFixed(1)} MB (${Math.min(...memoryMb).toFixed(0)} to ${Math.max(...memoryMb).toFixed(0)})`,
    `CPU ${percentOf(cpu.productCpuS, 1)}, driver ${percentOf(cpu.driverCpuS, 1)}`,
  ].join(', ');
}

export interface SoakSummary {
  readonly lines: readonly string[];
  readonly isMet: boolean;
}

/** `errors` also has those of a minute that was cut short. */
export function summarizeSoak(minutes: readonly Minute[], errors: number): SoakSummary {
  const [first, ...later] = minutes;
  if (first === undefined) return { lines: ['No whole minute was measured.'], isMet: false };

  const memory = minutes.map(({ memoryMb }) => median(memoryMb));
  const lowest = minutes.map(({ memoryMb }) => Math.min(...memoryMb));
  const warmUp = Math.min(MAX_WARM_UP_MINUTES, Math.floor(minutes.length / 6));
  const { slope, error } = fitLine(memory.slice(warmUp));
  const mbPerHour = 60 * slope;
  const ofLowest = 60 * fitLine(lowest.slice(warmUp)).slope;
  const ofSecondHalf = 60 * fitLine(memory.slice(Math.floor(minutes.length / 2))).slope;
  const warm = Math.max(1, warmUp);

  const firstP99 = percentile(first.timesMs, 99);
  const laterP99 = percentile(
    later.flatMap(({ timesMs }) => timesMs),
    99,
  );
  const p99s = later.map(({ timesMs }) => percentile(timesMs, 99));
  const [medianP99, worstP99] = [median(p99s), p99s.length > 0 ? Math.max(...p99s) : Number.NaN];

  const bars = [
    {
      isMet: mbPerHour < MAX_MB_PER_HOUR,
      text:
        `memory, median of each minute: ${formatNumber(mbPerHour)} MB an hour (± ${formatNumber(60 * error)}) after minute ${warmUp}, bar < ${MAX_MB_PER_HOUR}; ` +
        `in the second half ${formatNumber(ofSecondHalf)}; lowest of each minute ${formatNumber(ofLowest)}; ` +
        `${formatNumber(memory[warm - 1] ?? Number.NaN)} MB in minute ${warm}, ` +
        `${formatNumber(memory.at(-1) ?? Number.NaN)} MB in the last`,
    },
    { isMet: errors === 0, text: `errors: ${errors}, bar 0` },
    {
      isMet: laterP99 <= MAX_P99_RATIO * firstP99,
      text:
        `p99: ${formatNumber(laterP99)} ms after the first minute, bar ≤ ${MAX_P99_RATIO} × the ` +
        `${formatNumber(firstP99)} ms of the first minute; median of the later minutes ${formatNumber(medianP99)} ms, ` +
        `worst ${formatNumber(worstP99)} ms`,
    },
  ];
  const sumOf = (read: (minute: Minute) => number) => minutes.reduce((sum, minute) => sum + read(minute), 0);
  return {
    lines: [
      `${sumOf(({ timesMs }) => timesMs.length)} calls answered in ${minutes.length} whole minutes after 30 s that are not measured.`,
      ...bars.map(({ isMet, text }) => `- ${text}: ${isMet ? 'met' : 'MISSED'}`),
      `- CPU of one core: product ${percentOf(
        sumOf(({ productCpuS }) => productCpuS),
        minutes.length,
      )}, driver ${percentOf(
        sumOf(({ driverCpuS }) => driverCpuS),
        minutes.length,
      )}`,
    ],
    isMet: bars.every(({ isMet }) => isMet),
  };
}

/** The share of one core. */
function percentOf(cpuS: number, minutes: number): string {
  return `${((100 * cpuS) / (60 * minutes)).toFixed(0)}%`;
}
