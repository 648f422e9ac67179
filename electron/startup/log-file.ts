import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redact } from '../base/log.ts';
import { renameFileSync } from '../base/rename-file.ts';

export interface ProgramLog {
  /** Never throws: a line that cannot be written is lost, which is reported on stderr once. */
  readonly log: Logger;
  close(): void;
}

const KEEP_BYTES = 5 * 1024 * 1024;

/**
 * The log of this run goes to a file that its owner alone can read, or to stdout; a long file is kept once as `.1`.
 * `instance` distinguishes it from the logs of other servers that are read together.
 */
export function openLog(
  file: string,
  { instance, to = 'file' }: { readonly instance?: string; readonly to?: 'file' | 'stdout' } = {},
): ProgramLog {
  const isFile = to === 'file';
  if (isFile) setAsideWhenLong(file);
  const descriptor = isFile ? openSync(file, 'a', 0o600) : process.stdout.fd;
  let isOpen = true;
  const sink = createLogSink({
    now: Date.now,
    notify: printOnStderr,
    // A late writer must not reach another file that has the number by now.
    append: (text) => isOpen && writeFileSync(descriptor, text),
  });
  const log = pino(
    {
      base: { pid: process.pid, ...(instance !== undefined && { instance }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // An error of another program may quote what it was sent.
      serializers: { err: (error: Error) => redact(pino.stdSerializers.err(error)) },
    },
    sink,
  );
  return {
    log,
    close() {
      if (isOpen && isFile) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function printOnStderr(problem: string): void {
  try {
    // Not by the stream, which would report its own failure as an uncaught error.
    writeSync(2, `${problem}\n`);
  } catch {
    // It may be on the same full disk: then there is no other way to report it.
  }
}

function setAsideWhenLong(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < KEEP_BYTES) return;
  rmSync(`${file}.1`, { force: true });
  renameFileSync(file, `${file}.1`);
}

interface SinkOptions {
  readonly now: () => number;
  /** Called once, with a sentence. */
  readonly notify: (problem: string) => void;
  /** Puts all of a text at the end of the log. */
  readonly append: (text: string) => void;
}

/** Its `write` never throws: lines that the disk refuses are lost, and counted in the next one that it takes. */
export function createLogSink({ now, notify, append }: SinkOptions) {
  let lostCount = 0;
  let isReported = false;

  /** On a line of its own: the previous one may be cut off. */
  function describeLost(): string {
    const record = { level: 40, time: new Date(now()).toISOString(), lostCount };
    return `\n${JSON.stringify({ ...record, msg: 'lines of the log could not be written' })}\n`;
  }

  return {
    write(line: string): void {
      try {
        append(lostCount === 0 ? line : `${describeLost()}${line}`);
        lostCount = 0;
      } catch (error) {
        lostCount += 1;
        if (!isReported) notify(`The log cannot be written: ${String(error)}`);
        isReported = true;
      }
    },
  };
}
