import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { COPY_PROBLEMS } from '../../../shared/copy-problems.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { PlatformError } from '../platform-error.ts';
import { sweepAnswers } from './cached-answers.ts';
import type { CopyFailure } from './copy-failure.ts';
import { copyPaths, readCopyRecord, rightsVersion } from './copy-record.ts';

export interface CopySummary {
  /** The database; `null` if there is none. */
  readonly file: string | null;
  readonly isStopped: boolean;
  /** Why it waits, and until when; `null` if it does not. */
  readonly failure: CopyFailure | null;
  readonly baseUrl: string;
  readonly account: string;
  readonly email: string;
  readonly usedAt: number;
  /** When the platform was heard last, to a minute. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

/** The folder of all copies, whatever their platform. */
export interface CopyDirectory {
  readonly folder: string;
  /** The names of copies, also of those that belong to nobody. */
  names(): Promise<string[]>;
  /** Throws `PlatformError` if all copies together take more than they may. */
  assertRoom(): void;
  /** What the database of a copy takes. */
  bytesOf(name: string): number;
  /** Least recently used first, without those that belong to nobody. */
  list(): Promise<CopySummary[]>;
  remove(name: string): Promise<void>;
  /** Removes all of them and returns what that freed. Throws if some stay; the others are gone by then. */
  empty(): Promise<{ readonly copies: number; readonly bytes: number }>;
  /** Removes copies that nobody used for long or that belong to nobody, and answers that are kept for too long. */
  sweep(keepsAnswersMs: number): Promise<void>;
  /** `close` closes the files of a copy, before they are removed. */
  opened(name: string, close: () => Promise<void>): void;
  closed(name: string): void;
}

/** All that is in the folder begins with the name of a copy; a folder of an earlier version is such a name. */
const NAME_FORM = /^[0-9a-f]{32}/;

/** Room for a million products or orders, and a bound to what fills the disk. */
const MAX_BYTES = 4 * 1024 ** 3;

const UNUSED_MS = 30 * 24 * 60 * 60_000;

/** On Windows a file that another program has open stays; that program lets go of it within a second. */
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

  /** Of files whose path begins with `prefix`. Cached answers are counted with `recursive`. */
  function measure(prefix: string, recursive: boolean): number {
    const entries = existsSync(folder) ? readdirSync(folder, { recursive, withFileTypes: true }) : [];
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => relative(folder, file).startsWith(prefix))
      .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  }

  async function entriesOf(prefix: string): Promise<string[]> {
    const entries = existsSync(folder) ? await readdir(folder) : [];
    return entries.filter((entry) => NAME_FORM.test(entry) && entry.startsWith(prefix));
  }

  async function names(): Promise<string[]> {
    return [...new Set((await entriesOf('')).flatMap((entry) => NAME_FORM.exec(entry) ?? []))];
  }

  async function remove(name: string): Promise<void> {
    // First, so that every program that has the copy open sees that it is gone.
    await rm(copyPaths(folder, name).record, { force: true });
    await open.get(name)?.();
    for (const entry of await entriesOf(name)) {
      await rm(join(folder, entry), { recursive: true, force: true, ...RETRIES });
    }
  }

  /** One that fails does not keep the others. */
  async function forEachCopy(work: (name: string) => Promise<void>, message: string): Promise<number> {
    const all = await names();
    const problems: unknown[] = [];
    for (const name of all) await work(name).catch((error: unknown) => problems.push(error));
    if (problems.length > 0) throw new AggregateError(problems, message);
    return all.length;
  }

  async function sweepOne(name: string, keepsAnswersMs: number): Promise<void> {
    const record = await readCopyRecord(folder, name);
    if (record !== null && clock.now() - record.confirmedAt < UNUSED_MS) {
      return sweepAnswers(copyPaths(folder, name).answers, clock, keepsAnswersMs);
    }
    await remove(name);
    const why = record === null ? 'it is of an earlier version, or damaged; it is read again' : 'nobody used it';
    log.info({ copy: name }, `a copy was removed: ${why}`);
  }

  return {
    folder,
    names,
    assertRoom() {
      if (measure('', false) > maxBytes) throw new PlatformError('invalid_answer', COPY_PROBLEMS.full);
    },
    bytesOf: (name) => measure(name, false),
    async list() {
      const summaries: CopySummary[] = [];
      for (const name of await names()) {
        const record = await readCopyRecord(folder, name);
        if (record === null) continue;
        const { baseUrl, confirmedAt, caller, failure, isStopped } = record;
        const database = copyPaths(folder, name).database(rightsVersion(caller));
        summaries.push({
          ...{ baseUrl, account: caller.account, email: caller.email, usedAt: confirmedAt, confirmedAt },
          ...{ isStopped, failure, bytes: measure(name, true), file: existsSync(database) ? database : null },
        });
      }
      return summaries.sort((a, b) => a.usedAt - b.usedAt);
    },
    remove,
    async empty() {
      const before = measure('', true);
      const copies = await forEachCopy(remove, 'not every copy could be removed');
      const bytes = before - measure('', true);
      log.info({ copies, bytes }, 'the copies were emptied');
      return { copies, bytes };
    },
    async sweep(keepsAnswersMs) {
      await forEachCopy((name) => sweepOne(name, keepsAnswersMs), 'not every copy could be swept');
    },
    opened: (name, close) => void open.set(name, close),
    closed: (name) => void open.delete(name),
  };
}

const SWEEP_MS = 60_000;

/** Sweeps at start and every minute, so that a setting that lets less be stored takes effect soon. The result ends it. */
export function startCopySweeps(deps: {
  readonly directory: Pick<CopyDirectory, 'sweep'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly keepsAnswersMs: () => number;
}): () => Promise<void> {
  const { directory, clock, log, keepsAnswersMs } = deps;
  let sweeping = Promise.resolve();
  let cancel = () => {};

  function sweep(): void {
    sweeping = sweeping
      .then(() => directory.sweep(keepsAnswersMs()))
      .catch((err: unknown) => log.error({ err }, 'the copies were not swept'));
    cancel = clock.after(SWEEP_MS, sweep);
  }

  sweep();
  return () => {
    cancel();
    return sweeping;
  };
}
