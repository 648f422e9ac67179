import { statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { type CatalogCopyStore, COPIED_ACCOUNT, openCatalogCopy } from '../../store/copies/catalog-copy-store.ts';
import type { StoreDb } from '../../store/schema.ts';
import type { Platform } from '../platform.ts';
import { createPrivately } from './copy-files.ts';

/** One filling of a catalog, in a file of its own: a new one grows beside the one that answers. */
export interface Generation {
  readonly number: number;
  readonly store: CatalogCopyStore;
  bytes(): number;
  /** Runs work on it, which is not closed before the work is done. */
  use<Result>(work: (answers: CatalogAnswers) => Promise<Result>): Promise<Result>;
  /** Once nobody uses it any more. */
  close(): Promise<void>;
  /** The same, and the file is gone. */
  discard(): Promise<void>;
}

export interface GenerationLocation {
  readonly folder: string;
  /** Of the rights under which it is read; files of other rights are not looked at. */
  readonly mark: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly answerFrom: AnswerFrom;
}

const FILE_FORM = /^catalog-([0-9a-f]{32})-(\d{1,9})\.sqlite(-wal|-shm|-journal)?$/;

export async function openGeneration(place: GenerationLocation, number: number): Promise<Generation> {
  const { folder, mark, clock, answerFrom } = place;
  const file = join(folder, `catalog-${mark}-${number}.sqlite`);
  createPrivately(file);
  const store = await openCatalogCopy(file, clock);
  const answers = answerFrom(store.db);
  const underWay = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function closeOnce(): Promise<void> {
    await Promise.allSettled(underWay);
    await store.close();
  }

  const close = () => {
    closing ??= closeOnce();
    return closing;
  };
  return {
    number,
    store,
    bytes: () => [file, `${file}-wal`].reduce((sum, part) => sum + sizeOf(part), 0),
    async use(work) {
      const used = work(answers);
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

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export async function removeGeneration(folder: string, mark: string, number: number): Promise<void> {
  const file = join(folder, `catalog-${mark}-${number}.sqlite`);
  for (const part of [file, `${file}-wal`, `${file}-shm`]) await rm(part, { force: true });
}

export type CatalogAnswers = Pick<Platform, 'searchProducts' | 'findProduct' | 'listProductPrices' | 'readPriceList'>;

/** Answers from a store: the built-in platform, so that search and order are the same with and without a copy. */
export type AnswerFrom = (db: StoreDb) => CatalogAnswers;

/** All of a copy is its reader's: nothing in it is kept from them, and its stock is what they see. */
export const COPY_READER: Caller = {
  ...{ accountId: COPIED_ACCOUNT, userId: 0, account: '', name: '', email: '', roles: [], lockedLocation: null },
};
