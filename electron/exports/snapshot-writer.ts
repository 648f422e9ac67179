import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CellValue } from '../../shared/datasets/column.ts';
import type { ExportRow } from './dataset.ts';
import { flatCells, type SnapshotHead } from './snapshot-row.ts';

/** Keeps the rows of an export, so that they can be compared later. What the disk refuses stops no export. */
export interface SnapshotWriter {
  add(rows: readonly ExportRow[]): Promise<void>;
  /** Answers why there is no snapshot, or null for a whole one. */
  end(): Promise<string | null>;
  /** Leaves no file. */
  abandon(): Promise<void>;
}

const zipped = promisify(gzip);
/** One such portion is zipped beside the rows that come after it. */
const PORTION_CHARS = 256 * 1024;

/**
 * Starts the file `path`, which does not exist yet: lines of JSON, first the head, then the cells of some rows each,
 * in the end how many cells there are. Each portion is zipped for itself, which is one file to whoever unzips it.
 */
export function startSnapshot(path: string, head: SnapshotHead): SnapshotWriter {
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

  const write = async (portion: string) =>
    appendFile(path, await zipped(portion, { level: 1 }), { mode: 0o600 });

  /** What the disk refuses here too is removed by whoever tidies the snapshots. */
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

  function addLine(cells: readonly CellValue[]): void {
    lines += `${JSON.stringify(cells)}\n`;
    cellCount += cells.length;
  }

  return {
    async add(rows) {
      addLine(flatCells(head, rows));
      if (lines.length >= PORTION_CHARS) await passOn();
    },
    async end() {
      lines += `${cellCount}\n`;
      await passOn();
      await underWay;
      if (problem !== null) await remove();
      return problem;
    },
    async abandon() {
      await underWay;
      await remove();
    },
  };
}
