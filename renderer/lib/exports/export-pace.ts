import type { RunningExport } from '../../../shared/contract/exports.ts';

/** An export under way with how fast it goes, smoothed over the tellings so far. */
export interface PacedExport extends RunningExport {
  /** Null until the first rows are there. */
  readonly rowsPerS: number | null;
}

/** What the latest telling counts for beside those before it. */
const WEIGHT_OF_LATEST = 0.3;
const MS_PER_S = 1_000;

/** A telling with the pace that follows from it and the one before. Another phase begins anew. */
export function withPace(before: PacedExport | undefined, now: RunningExport): PacedExport {
  const known = before?.phase === now.phase && before.rows <= now.rows ? before : null;
  return { ...now, rowsPerS: nextPace(known, now) };
}

/**
 * Whole seconds until all rows are read, rounded so that the figure stands still for a while: to 5 above 10 and to
 * minutes above 90. Null where nobody can tell, and when only the end of the file is left to write.
 */
export function secondsLeft({ rows, total, rowsPerS }: PacedExport): number | null {
  if (total === null || rowsPerS === null || rowsPerS <= 0 || rows >= total) return null;
  const seconds = (total - rows) / rowsPerS;
  if (seconds <= 10) return Math.ceil(seconds);
  return roundUp(seconds, seconds <= 90 ? 5 : 60);
}

function nextPace(before: PacedExport | null, { rows, elapsedMs }: RunningExport): number | null {
  if (rows === 0 || elapsedMs === 0) return null;
  if (before === null || before.rowsPerS === null) return (rows / elapsedMs) * MS_PER_S;
  const passedMs = elapsedMs - before.elapsedMs;
  if (passedMs <= 0) return before.rowsPerS;
  const latest = ((rows - before.rows) / passedMs) * MS_PER_S;
  return before.rowsPerS + WEIGHT_OF_LATEST * (latest - before.rowsPerS);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
