import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redact } from '../session/redact.ts';
import { createLogSink } from './log-sink.ts';

export interface ProgramLog {
  /** Never throws: what cannot be written is lost, which is told on stderr once. */
  readonly log: Logger;
  close(): void;
}

const KEEP_BYTES = 5 * 1024 * 1024;

/** The log of this run goes to a file that its owner alone can read; a long one is kept once as `.1`. */
export function openLog(file: string): ProgramLog {
  setAsideWhenLong(file);
  const descriptor = openSync(file, 'a', 0o600);
  let isOpen = true;
  const sink = createLogSink({
    now: Date.now,
    tell: tellOnStderr,
    // Whoever is late writes to no other file that has got the number since.
    append: (text) => isOpen && writeFileSync(descriptor, text),
  });
  const log = pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // What others say in an error may quote what they were sent.
      serializers: { err: (error: Error) => redact(pino.stdSerializers.err(error)) },
    },
    sink,
  );
  return {
    log,
    close() {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function tellOnStderr(problem: string): void {
  try {
    // Not by the stream, which would tell of its own failure as a mistake that nobody caught.
    writeSync(2, `${problem}\n`);
  } catch {
    // It may lie on the same full disk, and then nobody is left to tell.
  }
}

function setAsideWhenLong(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < KEEP_BYTES) return;
  rmSync(`${file}.1`, { force: true });
  renameSync(file, `${file}.1`);
}
