import { localTimestamp } from '../../shared/calendar.ts';
import type { ExportPhase, ExportProgress, Shortfall } from '../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../shared/datasets/column.ts';
import type { AnswerAge } from '../platform/answer-age.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { ExportRow, Selection } from './dataset.ts';
import { expectComplete } from './expect-complete.ts';
import { ExportError } from './export-error.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { createRunningSums } from './running-sums.ts';
import type { DocumentEnd, Writer } from './writers/writer.ts';

export type TellProgress = (progress: ExportProgress) => void;

export interface ReadingOptions {
  readonly selection: Selection;
  readonly columns: readonly DatasetColumn[];
  readonly writer: Writer;
  readonly phase: ExportPhase;
  /** RFC 3339, of now. */
  readonly startedAt: string;
  /** Of the oldest of what is read that is not of its moment; null where all is. */
  readonly age: () => AnswerAge | null;
  readonly tell: TellProgress;
  /** Given every batch before it is written. */
  readonly onRows: (rows: readonly ExportRow[]) => Promise<void>;
}

export interface Reading {
  /**
   * The rows, to be read once. Ends early where some cannot be had, which `end` then tells; throws what has nothing
   * to do with reading.
   */
  batches(): AsyncIterable<readonly ExportRow[]>;
  /** Throws unless `batches` has come to its end. */
  end(): ReadingEnd;
}

interface ReadingEnd extends DocumentEnd {
  readonly total: number | null;
}

/** Reads what is selected from its start, and keeps the account of it: rows, sums and what is missing. */
export function startReading(options: ReadingOptions): Reading {
  const { selection, columns, writer, phase, age, tell, onRows } = options;
  const sums = createRunningSums(columns);
  let rows = 0;
  let total: number | null = null;
  let asOf = options.startedAt;
  let shortfall: Shortfall | null = null;
  let isAtEnd = false;

  async function* batches(): AsyncGenerator<readonly ExportRow[]> {
    try {
      for await (const batch of selection.read()) {
        rows += batch.rows.length;
        total = batch.total;
        asOf = batch.asOf ?? asOf;
        refuseTooMany(writer, rows);
        sums.add(batch.rows);
        await onRows(batch.rows);
        tell({ phase, rows, total });
        if (batch.rows.length > 0) yield batch.rows;
      }
      if (total !== null) expectComplete(rows, total);
    } catch (error) {
      shortfall = shortfallOf(error, rows);
      if (shortfall === null) throw error;
    }
    isAtEnd = true;
  }

  function end(): ReadingEnd {
    // A writer that leaves rows out would make a short file that nobody notices.
    if (!isAtEnd) throw new Error('the rows were not taken to their end');
    return { rows, total, asOf: ofOldest(asOf, age()), sums: sums.read(), shortfall };
  }

  return { batches, end };
}

function ofOldest(asOf: string, age: AnswerAge | null): string {
  if (age === null || age.fetchedAt >= Date.parse(asOf)) return asOf;
  return localTimestamp(age.fetchedAt);
}

/** Null for what is no lack of rows, and for a platform that failed before it gave any. */
function shortfallOf(error: unknown, rows: number): Shortfall | null {
  if (error instanceof ExportError && error.code === 'incomplete') {
    return { kind: 'moved', message: error.message };
  }
  if (error instanceof PlatformError && rows > 0) return { kind: 'failed', message: error.message };
  return null;
}
