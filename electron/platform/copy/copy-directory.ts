import { existsSync, readdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { sweepAnswers } from './cached-answers.ts';
import { sweepCredentials } from './confirmed-credentials.ts';
import type { CopyFailure } from './copy-failure.ts';
import { expectCode, nothingIfMissing } from './copy-files.ts';
import { databaseBytesIn, latestCopyFile } from './copy-generation.ts';
import { type CopyOwner, readCopyOwner, removePasswordHash, rightsVersion, USER_FILE } from './copy-owner.ts';

export interface CopySummary {
  /** The file that is read, or was read last; null where there is none. */
  readonly file: string | null;
  readonly isStopped: boolean;
  /** Why it waits, and until when; `null` if it does not. */
  readonly failure: CopyFailure | null;
  readonly baseUrl: string;
  readonly account: string;
  readonly email: string;
  readonly usedAt: number;
  /** When the deployment was heard last, to a minute. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

/** A copy whose files this program has open. */
export interface OpenCopy {
  close(): Promise<void>;
}

export interface CopyDirectory {
  readonly folder: string;
  /** Names of the folders of users; none where nothing was ever kept. */
  names(): Promise<string[]>;
  /** What the databases of all other copies take, as measured a few seconds ago at most. */
  bytesBeside(name: string): number;
  /** Least recently used first. What belongs to nobody is not listed; it is emptied all the same. */
  list(): Promise<CopySummary[]>;
  remove(name: string): Promise<void>;
  /** Removes them all and answers what that freed. Throws where some stay; the others are gone by then. */
  empty(): Promise<{ readonly copies: number; readonly bytes: number }>;
  /** Removes copies that nobody used for long, and answers that are kept longer than they may be. */
  sweep(keepsAnswersMs: number): Promise<void>;
  opened(name: string, copy: OpenCopy): void;
  closed(name: string): void;
}

const NAME_FORM = /^[0-9a-f]{32}$/;

/** A copy grows by a page of records between two looks. */
const MEASURED_MS = 5_000;

const UNUSED_MS = 30 * 24 * 60 * 60_000;

/** On Windows a file that another program has open stays; that program lets go of it within a second. */
const RETRIES = { maxRetries: 20, retryDelay: 100 } as const;

export function createCopyDirectory({
  folder,
  clock,
  log,
}: {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'info'>;
}): CopyDirectory {
  const open = new Map<string, OpenCopy>();
  let measured = { at: Number.NEGATIVE_INFINITY, bytes: new Map<string, number>() };

  function measure(): ReadonlyMap<string, number> {
    if (ageOf(clock, measured.at) >= MEASURED_MS) {
      const all = existsSync(folder) ? readdirSync(folder).filter((name) => NAME_FORM.test(name)) : [];
      measured = { at: clock.now(), bytes: new Map(all.map((name) => [name, databaseBytesIn(join(folder, name))])) };
    }
    return measured.bytes;
  }

  async function names(): Promise<string[]> {
    return (await readdir(folder).catch(nothingIfMissing)).filter((name) => NAME_FORM.test(name));
  }

  async function users(): Promise<{ name: string; user: CopyOwner | null }[]> {
    const found = [];
    for (const name of await names()) found.push({ name, user: await readCopyOwner(folder, name) });
    return found;
  }

  async function remove(name: string): Promise<void> {
    // First, so that every program that has the copy open sees that it is gone.
    await rm(join(folder, name, USER_FILE), { force: true });
    await open.get(name)?.close();
    await rm(join(folder, name), { recursive: true, force: true, ...RETRIES });
  }

  /** One that stays does not keep the others. */
  async function removeAll(all: readonly string[]): Promise<unknown[]> {
    const problems: unknown[] = [];
    for (const name of all) await remove(name).catch((error: unknown) => problems.push(error));
    return problems;
  }

  async function sweepOne(name: string, user: CopyOwner | null, now: number, keepsAnswersMs: number): Promise<void> {
    if (user === null || now - user.usedAt >= UNUSED_MS) return remove(name);
    await removePasswordHash(join(folder, name), now);
    await sweepAnswers(join(folder, name), now, keepsAnswersMs);
    await sweepCredentials(join(folder, name), now);
  }

  return {
    folder,
    names,
    bytesBeside: (name) => [...measure()].reduce((sum, [other, bytes]) => sum + (other === name ? 0 : bytes), 0),
    async list() {
      const summaries: CopySummary[] = [];
      for (const { name, user } of await users()) {
        if (user === null) continue;
        const { baseUrl, usedAt, confirmedAt, caller, failure = null } = user;
        const { account, email } = caller;
        const bytes = await bytesIn(join(folder, name));
        const file = await latestCopyFile(join(folder, name), rightsVersion(caller));
        const isStopped = user.isStopped === true;
        summaries.push({ baseUrl, account, email, usedAt, confirmedAt, bytes, file, isStopped, failure });
      }
      return summaries.sort((a, b) => a.usedAt - b.usedAt);
    },
    remove,
    async empty() {
      const all = await names();
      const bytes = await bytesIn(folder);
      const problems = await removeAll(all);
      const freed = bytes - (problems.length === 0 ? 0 : await bytesIn(folder));
      log.info({ copies: all.length - problems.length, bytes: freed }, 'the copies were emptied');
      if (problems.length > 0) throw new AggregateError(problems, 'not every copy could be removed');
      return { copies: all.length, bytes: freed };
    },
    async sweep(keepsAnswersMs) {
      const now = clock.now();
      const problems: unknown[] = [];
      for (const { name, user } of await users()) {
        await sweepOne(name, user, now, keepsAnswersMs).catch((error: unknown) => problems.push(error));
      }
      if (problems.length > 0) throw new AggregateError(problems, 'not every copy could be swept');
    },
    opened: (name, copy) => void open.set(name, copy),
    closed: (name) => void open.delete(name),
  };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  // The folder, or a file, may go while they are counted.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingIfMissing);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(expectCode('ENOENT'));
    bytes += found?.size ?? 0;
  }
  return bytes;
}

const LOOK_MS = 5_000;

const SWEEP_MS = 60 * 60_000;

/** Sweeps at start, every hour, and within seconds of a setting that lets less be stored. The result ends it. */
export function startCopySweeps(deps: {
  readonly directory: Pick<CopyDirectory, 'sweep'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly keepsAnswersMs: () => number;
}): () => Promise<void> {
  const { directory, clock, log, keepsAnswersMs } = deps;
  let sweeping = Promise.resolve();
  let sweptAt = Number.NEGATIVE_INFINITY;
  let cachedForMs = Number.POSITIVE_INFINITY;
  let cancel = () => {};

  function look(): void {
    const keepsMs = keepsAnswersMs();
    if (keepsMs < cachedForMs || ageOf(clock, sweptAt) >= SWEEP_MS) {
      sweptAt = clock.now();
      sweeping = sweeping.then(() => directory.sweep(keepsMs)).catch(tell);
    }
    cachedForMs = keepsMs;
    cancel = clock.after(LOOK_MS, look);
  }

  function tell(err: unknown): void {
    log.error({ err }, 'the copies were not swept');
  }

  look();
  return () => {
    cancel();
    return sweeping;
  };
}
