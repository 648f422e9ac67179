import pino, { type Logger } from 'pino';

export type LogRecord = Record<string, unknown>;

export interface LogRecorder {
  readonly log: Logger;
  /** The log records, oldest first, as they would be written. */
  readonly records: LogRecord[];
}

export function createLogRecorder(): LogRecorder {
  const records: LogRecord[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void records.push(JSON.parse(line)) });
  return { log, records };
}
