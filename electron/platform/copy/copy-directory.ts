import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PlatformError } from '../platform-error.ts';
import { sweepAnswers } from './cached-answers.ts';
import type { CopyFailure } from './copy-failure.ts';
import { getCopyPaths, readCopyRecord, rightsVersion } from './copy-record.ts';

export interface CopySummary {
  /** Path of the database; `null` if there is none. */
  readonly file: string | null;
  readonly isStopped: boolean;
  /** The failure for which reading waits, with its end; `null` if it does not wait. */
  readonly failure: CopyFailure | null;
  readonly baseUrl: string;
  readonly account: string;
  readonly email: string;
  readonly usedAt: number;
  /** The time of the platform's last answer, to the minute. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

/** The folder with the copies of all platforms. */
export interface CopyDirectory {
  readonly folder: string;
  /** Lists the names of all copies, including orphaned ones. */
  listNames(): Promise<string[]>;
  /** Throws `PlatformError` if all copies together exceed the limit. */
  assertRoom(): void;
  /** Disk space of the database of a copy. */
  getDatabaseBytes(name: string): number;
  /** Least recently used first, without orphaned copies. */
  list(): Promise<CopySummary[]>;
  remove(name: string): Promise<void>;
  /** Removes all copies. Returns their number and the freed space. Throws if some could not be removed. */
  removeAll(): Promise<{ readonly copies: number; readonly bytes: number }>;
  /** Removes unused and orphaned copies, and cached answers that are too old. */
  sweep(retentionMs: number): Promise<void>;
  /** Registers an open copy. `close` is called before its files are removed. */
  register(name: string, close: () => Promise<void>): void;
  unregister(name: string): void;
}

/** Every file in the folder begins with the name of a copy. So does a folder of an earlier version. */
const NAME_PATTERN = /^[0-9a-f]{32}/;

/** Enough for a million products or orders, without filling the disk. */
const MAX_BYTES = 4 * 1024 ** 3;

const MAX_UNUSED_MS = 30 * 24 * 60 * 60_000;

/** Windows cannot remove a file that another program has open. That program closes it within a second. */
const RETRIES = { maxRetries: 20, retryDelay: 100 } as const;

export function createCopyDirectory({
  folder,
  clock,
  log,
  maxBytes = MAX_BYTES,
}: {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'info'>;
  readonly maxBytes?: number;
}): CopyDirectory {
  const open = new Map<string, () => Promise<void>>();

  /** Total size of files whose path begins with `prefix`. `recursive` includes cached answers. */
  function measure(prefix: string, recursive: boolean): number {
    const entries = existsSync(folder) ? readdirSync(folder, { recursive, withFileTypes: true }) : [];
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => relative(folder, file).startsWith(prefix))
      .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }

  async function listEntries(prefix: string): Promise<string[]> {
    const entries = existsSync(folder) ? await readdir(folder) : [];
    return entries.filter((entry) => NAME_PATTERN.test(entry) && entry.startsWith(prefix));
  }

  async function listNames(): Promise<string[]> {
    return [...new Set((await listEntries('')).flatMap((entry) => NAME_PATTERN.exec(entry) ?? []))];
  }

  async function remove(name: string): Promise<void> {
    // Remove the record first, so that every program that has the copy open sees that it is gone.
    await rm(getCopyPaths(folder, name).record, { force: true });
    await open.get(name)?.();
    for (const entry of await listEntries(name)) {
      await rm(join(folder, entry), { recursive: true, force: true, ...RETRIES });
    }
  }

  /** A failure for one copy does not stop the others. */
  async function forEachCopy(work: (name: string) => Promise<void>, message: string): Promise<number> {
    const all = await listNames();
    const problems: unknown[] = [];
    for (const name of all) await work(name).catch((error: unknown) => problems.push(error));
    if (problems.length > 0) throw new AggregateError(problems, message);
    return all.length;
  }

  async function sweepCopy(name: string, retentionMs: number): Promise<void> {
    const record = await readCopyRecord(folder, name);
    if (record !== null && clock.now() - record.confirmedAt < MAX_UNUSED_MS) {
      return sweepAnswers(getCopyPaths(folder, name).answers, clock, retentionMs);
    }
    await remove(name);
    const why = record === null ? 'its format is old or damaged; it will be read again' : 'nobody used it';
    log.info({ copy: name }, `a copy was removed: ${why}`);
  }

  return {
    folder,
    listNames,
    assertRoom() {
      if (measure('', false) > maxBytes) throw new PlatformError('invalid_answer', COPY_PROBLEMS.full);
    },
    getDatabaseBytes: (name) => measure(name, false),
    async list() {
      const summaries: CopySummary[] = [];
      for (const name of await listNames()) {
        const record = await readCopyRecord(folder, name);
        if (record === null) continue;
        const { baseUrl, confirmedAt, caller, failure, isStopped } = record;
        const database = getCopyPaths(folder, name).database(rightsVersion(caller));
        summaries.push({
          ...{ baseUrl, account: caller.account, email: caller.email, usedAt: confirmedAt, confirmedAt },
          ...{ isStopped, failure, bytes: measure(name, true), file: existsSync(database) ? database : null },
        });
      }
      return summaries.sort((a, b) => a.usedAt - b.usedAt);
    },
    remove,
    async removeAll() {
      const before = measure('', true);
      const copies = await forEachCopy(remove, 'some copies could not be removed');
      const bytes = before - measure('', true);
      log.info({ copies, bytes }, 'all copies were removed');
      return { copies, bytes };
    },
    async sweep(retentionMs) {
      await forEachCopy((name) => sweepCopy(name, retentionMs), 'some copies could not be swept');
    },
    register: (name, close) => void open.set(name, close),
    unregister: (name) => void open.delete(name),
  };
}

const SWEEP_INTERVAL_MS = 60_000;

/**
 * Sweeps at start and every minute, so that a shorter retention setting takes effect soon. Returns a function that
 * stops it.
 */
export function startCopySweeps(deps: {
  readonly directory: Pick<CopyDirectory, 'sweep'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly getRetentionMs: () => number;
}): () => Promise<void> {
  const { directory, clock, log, getRetentionMs } = deps;
  let sweeping = Promise.resolve();
  let cancel = () => {};

  function sweep(): void {
    sweeping = sweeping
      .then(() => directory.sweep(getRetentionMs()))
      .catch((err: unknown) => log.error({ err }, 'could not sweep the copies'));
    cancel = clock.after(SWEEP_INTERVAL_MS, sweep);
  }

  sweep();
  return () => {
    cancel();
    return sweeping;
  };
}
