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
  let isTold = false;

  /** On a line of its own: the one before may have been cut off. */
  function tellOfLost(): string {
    const record = { level: 40, time: new Date(now()).toISOString(), lostCount };
    return `\n${JSON.stringify({ ...record, msg: 'lines of the log could not be written' })}\n`;
  }

  return {
    write(line) {
      try {
        append(lostCount === 0 ? line : `${tellOfLost()}${line}`);
        lostCount = 0;
      } catch (error) {
        lostCount += 1;
        if (!isTold) tell(`The log cannot be written: ${String(error)}`);
        isTold = true;
      }
    },
  };
}
