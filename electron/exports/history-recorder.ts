import type { Clock } from '../base/clock.ts';
import type { ExportHistoryRecords, MadeExport } from './export-history.ts';

interface RecorderDeps {
  readonly history: Pick<ExportHistoryRecords, 'add'>;
  readonly clock: Pick<Clock, 'after'>;
  /** How long `record` is waited for; null: to its end. */
  readonly answersWithinMs: number | null;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Told when it is given up. */
  readonly onLost: (made: MadeExport) => Promise<void>;
}

/** Writes exports into the history, where another process may write for a while and nobody is to wait for it. */
export interface HistoryRecorder {
  /** Answers the id, or null where it is not written, or not yet. */
  record(made: MadeExport): Promise<number | null>;
  /** What is still to be written is tried once more at once. Never rejects. */
  close(): Promise<void>;
}

/** Between the tries: half a minute in all. */
const PAUSES_MS = [500, 1_000, 3_500, 10_000, 15_000];

export function createHistoryRecorder(deps: RecorderDeps): HistoryRecorder {
  const { history, clock, log, answersWithinMs, onLost } = deps;
  const underWay = new Set<Promise<unknown>>();
  const wakers = new Set<() => void>();
  let isClosed = false;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        stop();
        wakers.delete(wake);
        resolve();
      };
      const stop = clock.after(ms, wake);
      wakers.add(wake);
    });

  async function write(made: MadeExport, [pauseMs, ...later]: readonly number[]): Promise<number | null> {
    try {
      return await history.add(made);
    } catch (error) {
      const fields = { err: error, path: made.path };
      if (pauseMs === undefined || isClosed) {
        log.error(fields, 'an export was saved, but is not in the history');
        await onLost(made);
        return null;
      }
      log.warn(fields, 'an export was saved, but is not in the history yet');
      await pause(pauseMs);
    }
    return write(made, later);
  }

  function answerInTime(writing: Promise<number | null>): Promise<number | null> {
    if (answersWithinMs === null) return writing;
    return new Promise((resolve, reject) => {
      const stop = clock.after(answersWithinMs, () => resolve(null));
      writing.finally(stop).then(resolve, reject);
    });
  }

  return {
    record(made) {
      const writing = write(made, PAUSES_MS);
      underWay.add(writing);
      return answerInTime(writing.finally(() => underWay.delete(writing)));
    },
    async close() {
      isClosed = true;
      for (const wake of wakers) wake();
      await Promise.allSettled(underWay);
    },
  };
}
