import type { ExportRequest } from '../../shared/contract/bridge.ts';
import type { Caller } from '../platform/platform.ts';
import { type ExportGround, selectExport } from './select-export.ts';
import { translatingFailures } from './translate-failures.ts';
import { fillPart } from './writers/atomic-file.ts';
import { writeCsv } from './writers/csv-writer.ts';

/** `rows` does not count the header. */
export interface WrittenExport {
  readonly rows: number;
  readonly bytes: number;
}

/** What is written where; plain values, for it may be asked of a thread. */
export interface PartRequest {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Path of a file that does not exist yet. */
  readonly part: string;
}

/**
 * Writes all that the request selects to the part file. Whoever asks removes it when this throws an
 * `ExportError`.
 */
export function writeExport(ground: ExportGround, asked: PartRequest): Promise<WrittenExport> {
  return translatingFailures(writeRows(ground, asked));
}

async function writeRows(
  ground: ExportGround,
  { request, caller, part }: PartRequest,
): Promise<WrittenExport> {
  const { columns, selection } = await selectExport(ground, request, caller);
  const headed = columns.map(({ id, heading, kind }) => ({ id, heading: heading[request.language], kind }));
  let rows = 0;
  const counted = tapped(selection.batches(), (batch) => {
    rows += batch.length;
  });
  const bytes = await fillPart(part, writeCsv(headed, counted));
  return { rows, bytes };
}

async function* tapped<T>(items: AsyncIterable<T>, onItem: (item: T) => void): AsyncGenerator<T> {
  for await (const item of items) {
    onItem(item);
    yield item;
  }
}
