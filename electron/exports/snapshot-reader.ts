import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { CellValue } from '../../shared/datasets/column.ts';
import { ExportError } from './export-error.ts';
import { rowsOfCells, type SnapshotHead, type SnapshotRow } from './snapshot-row.ts';

export interface OpenSnapshot {
  readonly head: SnapshotHead;
  /** All rows once, in the order in which they were read then. Throws `ExportError` where the file is damaged. */
  readonly batches: AsyncGenerator<readonly SnapshotRow[]>;
}

/** Throws `ExportError` `not_comparable` for a file that is gone or damaged. */
export async function openSnapshot(path: string): Promise<OpenSnapshot> {
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done) throw unreadable();
  const head = parsed(first.value);
  if (!isHead(head)) throw unreadable();
  return { head, batches: batchesOf(head, lines) };
}

async function* batchesOf(
  head: SnapshotHead,
  lines: AsyncGenerator<string>,
): AsyncGenerator<readonly SnapshotRow[]> {
  let cellCount = 0;
  for await (const line of lines) {
    const cells = parsed(line);
    if (cells === cellCount) return;
    if (!isCells(cells, head)) break;
    cellCount += cells.length;
    yield rowsOfCells(head, cells);
  }
  throw unreadable();
}

/** Not by `node:readline`, which takes signs that JSON leaves in its texts (U+2028) for ends of lines. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = createGunzip().setEncoding('utf8');
  // `pipe` hands on no failure of the file.
  file.on('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of file.pipe(text)) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw unreadable(cause);
  } finally {
    file.destroy();
    text.destroy();
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function isHead(line: unknown): line is SnapshotHead {
  if (typeof line !== 'object' || line === null) return false;
  const { columns, labels, lockedTo }: Partial<Record<keyof SnapshotHead, unknown>> = line;
  return areTexts(columns) && areTexts(labels) && (lockedTo === null || typeof lockedTo === 'number');
}

function areTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'string');
}

/** The values are those of the writer: nobody else writes these files. */
function isCells(line: unknown, { columns }: SnapshotHead): line is CellValue[] {
  return Array.isArray(line) && line.length % (1 + columns.length) === 0;
}

function unreadable(cause?: unknown): ExportError {
  const message = 'What was read then is not kept any more, so that it cannot be compared.';
  return new ExportError('not_comparable', message, { cause });
}
