import { readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { CopiedRecords, CopySource } from '../copy-source.ts';
import { createPrivately, nothingIfMissing } from './copy-files.ts';

/** One filling of a copy, in a file of its own: a new one grows beside the one that answers. */
export interface Generation {
  readonly number: number;
  readonly records: CopiedRecords;
  bytes(): number;
  /** Runs work on it, which is not closed before the work is done. */
  use<Result>(work: (records: CopiedRecords) => Promise<Result>): Promise<Result>;
  /** Once nobody uses it any more. */
  close(): Promise<void>;
  /** The same, and the file is gone. */
  discard(): Promise<void>;
}

export interface GenerationLocation {
  readonly folder: string;
  /** Of the rights under which it is read; files of other rights are not looked at. */
  readonly mark: string;
  readonly clock: Clock;
  readonly source: Pick<CopySource, 'open'>;
}

const FILE_FORM = /^catalog-([0-9a-f]{32})-(\d{1,9})\.sqlite(-wal|-shm|-journal)?$/;

export async function openGeneration(place: GenerationLocation, number: number): Promise<Generation> {
  const { folder, mark, clock, source } = place;
  const file = join(folder, `catalog-${mark}-${number}.sqlite`);
  createPrivately(file);
  const records = await source.open(file, clock);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function closeOnce(): Promise<void> {
    await Promise.allSettled(underWay);
    await records.close();
  }

  const close = () => {
    closing ??= closeOnce();
    return closing;
  };
  return {
    number,
    records,
    bytes: () => [file, `${file}-wal`].reduce((sum, part) => sum + sizeOf(part), 0),
    async use(work) {
      const used = work(records);
      underWay.add(used);
      try {
        return await used;
      } finally {
        underWay.delete(used);
      }
    },
    close,
    async discard() {
      await close();
      await removeGeneration(folder, mark, number);
    },
  };
}

/** Numbers of the generations that lie there, lowest first. Files of other rights are removed. */
export async function findGenerations({ folder, mark }: GenerationLocation): Promise<number[]> {
  const numbers = new Set<number>();
  for (const name of await readdir(folder)) {
    const [, fileIdentity, number] = FILE_FORM.exec(name) ?? [];
    if (fileIdentity === undefined) continue;
    if (fileIdentity === mark) numbers.add(Number(number));
    else await rm(join(folder, name), { force: true });
  }
  return [...numbers].sort((a, b) => a - b);
}

/** The file that is read, or was read last, of a copy under its rights; null where there is none. */
export async function latestCopyFile(folder: string, mark: string): Promise<string | null> {
  const names = await readdir(folder).catch(nothingIfMissing);
  const numbers = names.flatMap((name) => {
    const [, fileMark, number] = FILE_FORM.exec(name) ?? [];
    return fileMark === mark ? [Number(number)] : [];
  });
  return numbers.length === 0 ? null : join(folder, `catalog-${mark}-${Math.max(...numbers)}.sqlite`);
}

/** What the databases of a copy take, of whatever rights; 0 for a folder that is gone. */
export function databaseBytesIn(folder: string): number {
  try {
    const names = readdirSync(folder).filter((name) => FILE_FORM.test(name));
    return names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
  } catch (error) {
    nothingIfMissing(error);
    return 0;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export async function removeGeneration(folder: string, mark: string, number: number): Promise<void> {
  const file = join(folder, `catalog-${mark}-${number}.sqlite`);
  for (const part of [file, `${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
}
