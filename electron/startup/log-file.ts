import { renameSync, statSync, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redact } from '../base/log.ts';

export interface ProgramLog {
  /** Never throws: lines that the disk does not take are written once it does, and the failure is on stderr once. */
  readonly log: Logger;
  /** Opens the file of the log again, after another program has renamed it. */
  reopen(): void;
  close(): void;
}

interface LogOptions {
  readonly instance?: string;
  readonly to?: 'file' | 'stdout';
  /** Of the `err` of a line: true leaves the line out, as another line reports the failure for everything that meets it. */
  readonly isLoggedAlready?: (error: unknown) => boolean;
}

/** Of the file. Its predecessor is kept as `.1`. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Of the lines that a full disk has not taken yet; further ones are dropped. */
const MAX_UNWRITTEN_BYTES = 4 * 1024 * 1024;

const WRITE_OPTIONS = { sync: true, maxLength: MAX_UNWRITTEN_BYTES };

/**
 * The log of this run goes to a file that its owner alone can read, or to stdout. A file that becomes too long is renamed
 * to `.1`, also while the program runs, and another one is begun.
 * `instance` distinguishes it from the logs of other servers that are read together.
 */
export function openLog(
  file: string,
  { instance, to = 'file', isLoggedAlready = () => false }: LogOptions = {},
): ProgramLog {
  const target =
    to === 'file' ? openRotatingFile(file) : pino.destination({ dest: process.stdout.fd, ...WRITE_OPTIONS });
  let isClosed = false;
  let isReported = false;
  target.on('error', (error) => {
    if (!isReported) printOnStderr(`The log cannot be written: ${String(error)}`);
    isReported = true;
  });
  // Somebody may log after the end.
  const sink = { write: (line: string) => void (isClosed || target.write(line)) };
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
  return {
    log,
    reopen: () => void (to === 'file' && target.reopen()),
    close(): void {
      if (!isClosed) target.end();
      isClosed = true;
    },
  };
}

function openRotatingFile(file: string) {
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  function setLongFileAside(): boolean {
    if (bytes < MAX_BYTES) return false;
    bytes = 0;
    try {
      renameSync(file, `${file}.1`);
      return true;
    } catch {
      // Such as on Windows, while another program has it open: the file goes on.
      return false;
    }
  }

  setLongFileAside();
  const target = pino.destination({ dest: file, mode: 0o600, ...WRITE_OPTIONS });
  target.on('write', (written: number) => {
    bytes += written;
    if (setLongFileAside()) target.reopen();
  });
  return target;
}

function printOnStderr(problem: string): void {
  try {
    // Not by the stream, which would report its own failure as an uncaught error.
    writeSync(2, `${problem}\n`);
  } catch {
    // It may be on the same full disk: then there is no other way to report it.
  }
}
