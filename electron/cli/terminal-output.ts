import { localTimestamp } from '../../shared/calendar.ts';
import { printable } from '../base/printable.ts';

/** Rows of cells, each under the one before it; a row may end early. */
export function textTable(rows: readonly (readonly string[])[]): string[] {
  const most = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: most }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `2026-11-21 13:00`, in the Amsterdam zone. */
export function moment(instant: number): string {
  return localTimestamp(instant).slice(0, 16).replace('T', ' ');
}

export interface ProgressOutput {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

const BAR_CELLS = 40;

const CLEAR_TO_END = '\u001b[K';

const LINE_STEP_PERCENT = 10;

/**
 * Shows how far something is: in a terminal a bar that stays on its line, elsewhere a line for every 10 %.
 * `show` takes the part that is done, from 0 to 1, and may be called as often as one likes.
 */
export function createProgressBar({ isTerminal, write }: ProgressOutput) {
  let printed = -1;
  return {
    show(part: number): void {
      const percent = Math.floor(part * 100);
      const reached = isTerminal ? percent : percent - (percent % LINE_STEP_PERCENT);
      if (reached <= printed) return;
      printed = reached;
      write(isTerminal ? `\r${barOf(reached)}${CLEAR_TO_END}` : `${reached} %\n`);
    },

    /** Leaves the line, so that others may write. */
    end(): void {
      if (isTerminal && printed >= 0) write('\n');
    },
  };
}

function barOf(percent: number): string {
  const filled = Math.round((percent * BAR_CELLS) / 100);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_CELLS - filled)}] ${String(percent).padStart(3)} %`;
}
