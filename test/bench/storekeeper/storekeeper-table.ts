import type { CallCounts } from './account-program.ts';
import type { CopyingFigures } from './copying-process.ts';

type Step = CopyingFigures & CallCounts;

export interface Measured {
  readonly idle: Step;
  readonly first: Step;
  /** Each a day and two hours later, while nothing changed in the account. */
  readonly second: Step;
  readonly third: Step;
}

const MOST_MB_OVER_IDLE = 150;

const CALLS_PER_SECOND = 4;

export function storeKeeperTable({ idle, first, second, third }: Measured): string {
  const rows = [
    ['first copy', first],
    ['a day later', second],
    ['another day later', third],
  ] as const;
  const lines = rows.map(([name, step]) =>
    [
      name,
      step.calls.toLocaleString('en'),
      timeOf(step.calls / CALLS_PER_SECOND),
      timeOf(step.tookMs / 1_000),
      (step.cpuMs / Math.max(step.calls, 1)).toFixed(2),
      (step.peakMb - idle.peakMb).toFixed(0),
      step.diskMb.toFixed(0),
      step === first ? '' : step.written.join(', ') || 'none',
    ].join(' | '),
  );
  return [
    '| Reading | Calls | Takes at 4 a second (computed) | Took without a limit | CPU ms per call | Peak MB over idle | Disk MB | Tables written |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...lines.map((line) => `| ${line} |`),
    '',
    `Idle, the program takes ${idle.peakMb.toFixed(0)} MB; the bar is ${MOST_MB_OVER_IDLE} MB over that. Nothing was asked that writes.`,
  ].join('\n');
}

/** Sentences; none where every bar is met. */
export function missedBars({ idle, first, second, third }: Measured): string[] {
  const steps = [first, second, third];
  const peakMb = Math.max(...steps.map((step) => step.peakMb)) - idle.peakMb;
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
