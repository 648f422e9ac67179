import { closeSync, fstatSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redact } from '../base/log.ts';

export interface ProgramLog {
  /** Never throws: a line that cannot be written is lost, which is reported on stderr once. */
  readonly log: Logger;
  /** Opens the log file again, after another program has renamed it. */
  reopen(): void;
  close(): void;
}

interface LogOptions {
  readonly instance?: string;
  readonly to?: 'file' | 'stdout';
  /** For the `err` of a line: true leaves the line out, because another line reports the failure. */
  readonly isLoggedAlready?: (error: unknown) => boolean;
}

/** Maximum size of the file. Its predecessor is kept as `.1`. */
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * How much a file that could not be renamed may grow before the next try. On Windows another program may have it open.
 */
const RETRY_BYTES = 64 * 1024;

/**
 * The log of this run goes to a file that only its owner can read, or to stdout. A file that becomes too long is
 * renamed to `.1`, even while the program runs, and another one is begun. `instance` distinguishes it from the logs of
 * other servers that are read together.
 */
export function openLog(
  file: string,
  { instance, to = 'file', isLoggedAlready = () => false }: LogOptions = {},
): ProgramLog {
  const target =
    to === 'file'
      ? openRotatingFile(file)
      : { append: (text: string) => writeFileSync(process.stdout.fd, text), reopen: () => {}, close: () => {} };
  const sink = createLogSink({
    now: Date.now,
    notify: printOnStderr,
    append: target.append,
  });
  const log = pino(
    {
      base: { pid: process.pid, ...(instance !== undefined && { instance }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // An error of another program may quote what it was sent.
      serializers: { err: (error: Error) => redact(pino.stdSerializers.err(error)) },
      hooks: {
        logMethod(line, write) {
          const [fields] = line as readonly unknown[];
          const hasError = typeof fields === 'object' && fields !== null && 'err' in fields;
          if (!hasError || !isLoggedAlready(fields.err)) write.apply(this, line);
        },
      },
    },
    sink,
  );
  return { log, reopen: target.reopen, close: target.close };
}

function openRotatingFile(file: string) {
  let isClosed = false;
  let descriptor: number | null = null;
  let bytes = 0;
  let maxBytes = MAX_BYTES;

  function open(): number {
    const opened = openSync(file, 'a', 0o600);
    descriptor = opened;
    bytes = fstatSync(opened).size;
    return opened;
  }

  function closeFile(): void {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  }

  function rotate(): void {
    // Windows does not rename an open file.
    closeFile();
    try {
      renameSync(file, `${file}.1`);
      maxBytes = MAX_BYTES;
    } catch {
      maxBytes = bytes + RETRY_BYTES;
    }
    open();
  }

  open();
  if (bytes >= maxBytes) rotate();
  return {
    /** Throws the error of the disk. */
    append(text: string): void {
      // A late writer must not reach another file that has the descriptor by now.
      if (isClosed) return;
      if (bytes >= maxBytes) rotate();
      writeFileSync(descriptor ?? open(), text);
      bytes += Buffer.byteLength(text);
    },
    reopen(): void {
      closeFile();
      if (!isClosed) open();
    },
    close(): void {
      isClosed = true;
      closeFile();
    },
  };
}

function printOnStderr(problem: string): void {
  try {
    // Not through the stream, which would report its own failure as an uncaught error.
    writeSync(2, `${problem}\n`);
  } catch {
    // It may be on the same full disk: then there is no other way to report it.
  }
}

interface SinkOptions {
  readonly now: () => number;
  /** Called once, with a sentence. */
  readonly notify: (problem: string) => void;
  /** Appends a text to the log. */
  readonly append: (text: string) => void;
}

/** Its `write` never throws: lines that the disk refuses are lost, and counted in the next one that it accepts. */
export function createLogSink({ now, notify, append }: SinkOptions) {
  let lostCount = 0;
  let isReported = false;

  /** On a separate line: the previous one may be cut off. */
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
