import { formatTimestamp } from '../../shared/calendar.ts';
import type { ExportProgress } from '../../shared/contract/exports.ts';
import { toPrintable } from '../base/printable.ts';
import { alignColumns } from '../base/text-table.ts';

/** Rows of cells for the terminal; see `alignColumns`. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  return alignColumns(rows.map((row) => row.map(toPrintable)));
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
export function formatInstant(instant: number): string {
  return formatTimestamp(instant).slice(0, 16).replace('T', ' ');
}

export interface ProgressOutput {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

const BAR_CELLS = 40;

const CLEAR_TO_END = '\u001b[K';

const LINE_STEP_PERCENT = 10;

/**
 * Shows progress: in a terminal as a bar that stays on its line, elsewhere as a line for every 10%. `show` takes the
 * completed fraction, from 0 to 1, and may be called at any rate.
 */
export function createProgressBar({ isTerminal, write }: ProgressOutput) {
  let printed = -1;
  return {
    show(part: number): void {
      const percent = Math.floor(part * 100);
      const reached = isTerminal ? percent : percent - (percent % LINE_STEP_PERCENT);
      if (reached <= printed) return;
      printed = reached;
      write(isTerminal ? `\r${formatBar(reached)}${CLEAR_TO_END}` : `${reached}%\n`);
    },

    /** Leaves the line, so that others may write. */
    end(): void {
      if (isTerminal && printed >= 0) write('\n');
    },
  };
}

function formatBar(percent: number): string {
  const filled = Math.round((percent * BAR_CELLS) / 100);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CELLS - filled)}] ${String(percent).padStart(3)}%`;
}

const PRINT_AFTER_MS = 1_000;
const PRINT_AGAIN_MS = 200;
const S_PER_MINUTE = 60;

/** Such as `12,000 of 100,000 rows, 8,000 rows/s, 11 s left`. `elapsedMs` counts from the beginning of the phase. */
export function formatProgressLine({ phase, rows, total }: ExportProgress, elapsedMs: number): string {
  if (phase === 'waiting') return 'Waiting for other exports';
  const rate = elapsedMs === 0 ? 0 : (rows * 1_000) / elapsedMs;
  const parts = [
    total === null ? `${formatCount(rows)} rows` : `${formatCount(rows)} of ${formatCount(total)} rows`,
    ...(rate >= 1 ? [`${formatCount(Math.floor(rate))} rows/s`] : []),
    ...(rate > 0 && total !== null && total > rows ? [`${formatDuration((total - rows) / rate)} left`] : []),
  ];
  const line = parts.join(', ');
  return phase === 'again' ? `Again, because the data changed: ${line}` : line;
}

function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}

function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / S_PER_MINUTE);
  const rest = `${whole % S_PER_MINUTE} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}

/**
 * Shows the progress of an export on one line of a terminal, after its first second; elsewhere nothing. `show` may be
 * called at any rate; another `name` or phase restarts the count.
 */
export function createProgressLine({ isTerminal, write }: ProgressOutput, now: () => number) {
  const startedAt = now();
  let counted = { what: '', since: startedAt };
  let printedAt: number | null = null;

  return {
    show(progress: ExportProgress, name = ''): void {
      const at = now();
      const what = `${name} ${progress.phase}`;
      if (counted.what !== what) counted = { what, since: counted.what === '' ? startedAt : at };
      const isDue = printedAt === null ? at - startedAt >= PRINT_AFTER_MS : at - printedAt >= PRINT_AGAIN_MS;
      if (!isTerminal || !isDue) return;
      printedAt = at;
      const line = formatProgressLine(progress, at - counted.since);
      write(`\r${name === '' ? '' : `${name}: `}${line}${CLEAR_TO_END}`);
    },

    /** Clears the line. */
    end(): void {
      if (printedAt !== null) write(`\r${CLEAR_TO_END}`);
      printedAt = null;
    },
  };
}
