import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import type { CellValue, DatasetColumn, DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { ExportRow } from './dataset.ts';
import { ExportError } from './export-error.ts';
import type { ExportHistoryRecords } from './export-history.ts';

/** First line of a snapshot. */
export interface SnapshotHead {
  /** Ids, in the order of the values: first those of the file, then what else names a row. */
  readonly columns: readonly string[];
  readonly labels: readonly string[];
  /** Id of the one location that was to be seen; null for all. */
  readonly lockedTo: number | null;
}

export interface SnapshotRow {
  readonly key: string;
  readonly values: readonly CellValue[];
}

/** A personal column is in the label of a row only where it is in the file as well. */
export function snapshotHead(
  declaration: DatasetDeclaration,
  columns: readonly DatasetColumn[],
  { lockedLocation }: Pick<Caller, 'lockedLocation'>,
): SnapshotHead {
  const mayName = (column: DatasetColumn) => !column.isPersonal || columns.includes(column);
  const named = new Set(declaration.columns.filter(mayName).map(({ id }) => id));
  const labels = declaration.labelColumns.filter((id) => named.has(id));
  return {
    columns: [...new Set([...columns.map(({ id }) => id), ...labels])],
    labels,
    lockedTo: lockedLocation?.id ?? null,
  };
}

/** One after the other key and values of each row; not of rows that differ each time they are read. */
export function flatCells({ columns }: SnapshotHead, rows: readonly ExportRow[]): CellValue[] {
  const cells: CellValue[] = [];
  for (const row of rows) {
    if (row.isVolatile) continue;
    cells.push(row.key);
    for (const id of columns) cells.push(row[id] ?? null);
  }
  return cells;
}

export function rowsOfCells({ columns }: SnapshotHead, cells: readonly CellValue[]): SnapshotRow[] {
  const width = 1 + columns.length;
  return Array.from({ length: cells.length / width }, (_, index) => {
    const start = index * width;
    return { key: String(cells[start]), values: cells.slice(start + 1, start + width) };
  });
}

export function labelOf({ columns, labels }: SnapshotHead, { key, values }: SnapshotRow): string {
  const texts = labels.map((id) => String(values[columns.indexOf(id)] ?? ''));
  return texts.filter((text) => text !== '').join(' · ') || key;
}

const zipped = promisify(gzip);

/** One such portion is zipped beside the rows that come after it. */
const PORTION_CHARS = 256 * 1024;

/**
 * Stores the rows of an export, so that they can be compared later. An error of the disk does not stop the export. Lines of
 * JSON: head, cells of some rows each, number of cells. Each portion is a gzip member of its own.
 */
export function startSnapshot(path: string, head: SnapshotHead) {
  let lines = `${JSON.stringify(head)}\n`;
  let cellCount = 0;
  let problem: string | null = null;
  let underWay = attempt(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (problem !== null) return;
    try {
      await work();
    } catch (error) {
      problem = String(error);
    }
  }

  const write = async (portion: string) => appendFile(path, await zipped(portion, { level: 1 }), { mode: 0o600 });

  /** What the disk refuses here too is removed when the snapshots are tidied. */
  async function remove(): Promise<void> {
    try {
      await rm(path, { force: true });
    } catch (error) {
      problem = [problem, error].filter((one) => one !== null).join('; ');
    }
  }

  async function passOn(): Promise<void> {
    await underWay;
    const portion = lines;
    underWay = attempt(() => write(portion));
    lines = '';
  }

  return {
    async add(rows: readonly ExportRow[]): Promise<void> {
      const cells = flatCells(head, rows);
      lines += `${JSON.stringify(cells)}\n`;
      cellCount += cells.length;
      if (lines.length >= PORTION_CHARS) await passOn();
    },
    /** Answers why there is no snapshot, or null for a whole one. */
    async end(): Promise<string | null> {
      lines += `${cellCount}\n`;
      await passOn();
      await underWay;
      if (problem !== null) await remove();
      return problem;
    },
    async abandon(): Promise<void> {
      await underWay;
      await remove();
    },
  };
}

/**
 * `batches` gives all rows once, in the order in which they were read then. Both throw `ExportError` `not_comparable` for a
 * file that is gone or damaged.
 */
export async function openSnapshot(path: string) {
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done) throw unreadable();
  const head = parsed(first.value);
  if (!isHead(head)) throw unreadable();
  return { head, batches: batchesOf(head, lines) };
}

async function* batchesOf(head: SnapshotHead, lines: AsyncGenerator<string>): AsyncGenerator<readonly SnapshotRow[]> {
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

const MOST_BYTES = 256 * 1024 * 1024;

/** What another process is just writing is in no history yet. */
const LEFT_ALONE_MS = 60 * 60 * 1000;

interface Tidying {
  readonly folder: string;
  readonly history: Pick<ExportHistoryRecords, 'listSnapshots' | 'forgetSnapshots'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly bytesKept?: number;
}

/** Removes files that no export names, and the oldest snapshots above a total size. Makes the folder if needed. */
export async function tidySnapshots({ folder, history, clock, bytesKept = MOST_BYTES }: Tidying): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // In this order: what an export adds in between is not missing among the files, but young and left alone.
  const named = await history.listSnapshots();
  const files = await filesIn(folder);
  const lost: string[] = [];
  let bytes = 0;
  for (const name of named) {
    bytes += files.get(name)?.bytes ?? 0;
    if (bytes > bytesKept || !files.has(name)) lost.push(name);
  }
  if (lost.length > 0) await history.forgetSnapshots(lost);
  const listed = new Set(named);
  const before = clock.now() - LEFT_ALONE_MS;
  const orphans = [...files].filter(([name, { writtenAt }]) => !listed.has(name) && writtenAt < before);
  for (const name of [...lost, ...orphans.map(([orphan]) => orphan)]) {
    await rm(join(folder, name), { force: true });
  }
}

async function filesIn(folder: string): Promise<Map<string, { bytes: number; writtenAt: number }>> {
  const files = new Map<string, { bytes: number; writtenAt: number }>();
  for (const name of await readdir(folder)) {
    // Another process may tidy as well.
    const found = await stat(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found?.isFile()) files.set(name, { bytes: found.size, writtenAt: found.mtimeMs });
  }
  return files;
}
