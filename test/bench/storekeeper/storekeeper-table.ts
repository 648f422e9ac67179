import type { CallCounts } from './account-program.ts';
import type { CopyingFigures } from './copying-process.ts';

interface Step extends CopyingFigures, CallCounts {
  /** Tables of which rows were written since the step before, without how far reading has got. */
  readonly written: readonly string[];
}

export interface Measured {
  readonly idle: Step;
  readonly first: Step;
  /** Each a day and two hours later, while nothing changed in the account. */
  readonly second: Step;
  readonly third: Step;
  /** The same copy in a program that was just started and makes as many calls as the product does. */
  readonly idlePaced: Step;
  readonly paced: Step;
}

const MOST_MB_OVER_IDLE = 150;

export const CALLS_PER_SECOND = 4;

export function storeKeeperTable({ idle, first, second, third, idlePaced, paced }: Measured): string {
  const rows = [
    ['first copy', first, idle],
    ['a day later', second, idle],
    ['another day later', third, idle],
    [`ten minutes at ${CALLS_PER_SECOND} calls a second`, paced, idlePaced],
  ] as const;
  const lines = rows.map(([name, step, idleStep]) =>
    [
      name,
      step.calls.toLocaleString('en'),
      timeOf(step.calls / CALLS_PER_SECOND),
      timeOf(step.tookMs / 1_000),
      (step.cpuMs / Math.max(step.calls, 1)).toFixed(2),
      (step.peakMb - idleStep.peakMb).toFixed(0),
      step.diskMb.toFixed(0),
      step === second || step === third ? step.written.join(', ') || 'none' : '',
    ].join(' | '),
  );
  return [
    '| Reading | Calls | Takes at 4 a second (computed) | Took | CPU ms per call | Peak MB over idle | Disk MB | Tables written |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `Idle, the program takes ${idle.peakMb.toFixed(0)} MB. The bar of ${MOST_MB_OVER_IDLE} MB over that is for the pace of the product, the last row;`,
    'the others are read without a limit of calls. Nothing was asked that writes.',
  ].join('\n');
}

/** Sentences; none where every bar is met. */
export function missedBars({ first, second, third, idlePaced, paced }: Measured): string[] {
  const steps = [first, second, third, paced];
  const peakMb = paced.peakMb - idlePaced.peakMb;
  const undocumented = steps.flatMap((step) => step.undocumented.filter((call) => !call.includes('date_updated__>=')));
  return [
    ...(peakMb > MOST_MB_OVER_IDLE ? [`the copy takes ${peakMb.toFixed(0)} MB more than the idle program`] : []),
    ...(third.written.length > 0 ? [`the last reading wrote ${third.written.join(', ')}`] : []),
    ...(steps.some(({ writes }) => writes > 0) ? ['a call was made that writes'] : []),
    ...(undocumented.length > 0 ? [`it was asked what is not documented: ${undocumented[0]}`] : []),
  ];
}

function timeOf(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(0)} s`;
  return seconds < 7_200 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
