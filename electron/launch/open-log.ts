import { renameSync, rmSync, statSync } from 'node:fs';
import { destination, type Logger, pino } from 'pino';

export interface ProgramLog {
  readonly log: Logger;
  close(): void;
}

const KEEP_BYTES = 5 * 1024 * 1024;

/** The log of this run goes to a file that its owner alone can read; a long one is kept once as `.1`. */
export function openLog(file: string): ProgramLog {
  setAsideWhenLong(file);
  const target = destination({ dest: file, sync: true, mode: 0o600 });
  const log = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, target);
  return { log, close: () => target.end() };
}

function setAsideWhenLong(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < KEEP_BYTES) return;
  rmSync(`${file}.1`, { force: true });
  renameSync(file, `${file}.1`);
}
