import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { redact } from '../base/log.ts';

export interface ProgramLog {
  /** Never throws: what cannot be written is lost, which is told on stderr once. */
  readonly log: Logger;
  close(): void;
}

const KEEP_BYTES = 5 * 1024 * 1024;

/** Of the log of one run, to tell it from those of other servers that are read together. */
interface LogOptions {
  readonly instance?: string;
  /** Default: the file. */
  readonly to?: 'file' | 'stdout';
}

/** The log of this run goes to a file that its owner alone can read; a long one is kept once as `.1`. */
export function openLog(file: string, { instance, to = 'file' }: LogOptions = {}): ProgramLog {
  const { descriptor, close } = to === 'file' ? openFile(file) : STANDARD_OUTPUT;
  let isOpen = true;
  const sink = createLogSink({
    now: Date.now,
    tell: printOnStderr,
    // A late writer must not reach another file that has the number by now.
    append: (text) => isOpen && writeFileSync(descriptor, text),
  });
  const log = pino(
    {
      base: { pid: process.pid, ...(instance !== undefined && { instance }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      // What others say in an error may quote what they were sent.
      serializers: { err: (error: Error) => redact(pino.stdSerializers.err(error)) },
    },
    sink,
  );
  return {
    log,
    close() {
      if (isOpen) close();
      isOpen = false;
    },
  };
}

/** The person who started the program reads it, and keeps it or not. */
const STANDARD_OUTPUT = { descriptor: 1, close() {} };

function openFile(file: string) {
  setAsideWhenLong(file);
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, close: () => closeSync(descriptor) };
}

function printOnStderr(problem: string): void {
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

export interface LogSink {
  /** Never throws. */
  write(line: string): void;
}

interface SinkOptions {
  readonly now: () => number;
  /** Told once, in a sentence. */
  readonly tell: (problem: string) => void;
  /** Puts all of a text at the end of the log. */
  readonly append: (text: string) => void;
}

/**
 * What a log writes to, which stops nobody's work: lines that the disk refuses are lost, and counted in the next one
 * that it takes.
 */
export function createLogSink({ now, tell, append }: SinkOptions): LogSink {
  let lostCount = 0;
  let isReported = false;

  /** On a line of its own: the one before may have been cut off. */
  function describeLost(): string {
    const record = { level: 40, time: new Date(now()).toISOString(), lostCount };
    return `\n${JSON.stringify({ ...record, msg: 'lines of the log could not be written' })}\n`;
  }

  return {
    write(line) {
      try {
        append(lostCount === 0 ? line : `${describeLost()}${line}`);
        lostCount = 0;
      } catch (error) {
        lostCount += 1;
        if (!isReported) tell(`The log cannot be written: ${String(error)}`);
        isReported = true;
      }
    },
  };
}
