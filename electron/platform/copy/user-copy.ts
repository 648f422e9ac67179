import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ageOf } from '../../base/age-of.ts';
import type { Caller } from '../../base/caller.ts';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { withoutAnswerAge } from '../answer-age.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { type CachedAnswers, createCachedAnswers } from './cached-answers.ts';
import { type CatalogCopy, type CopiedAnswer, openCatalogCopy } from './catalog-copy.ts';
import type { CatalogAnswers } from './catalog-generation.ts';
import { createStoredCredentials, type StoredCredentials } from './confirmed-credentials.ts';
import { type Connectivity, createOwnConnectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { type CopyOwner, rightsVersion, USER_FILE, writeCopyOwner } from './copy-owner.ts';

/** What is kept of one user of a deployment, under the rights of one moment. */
export interface UserCopy {
  readonly user: CopyOwner;
  readonly mark: string;
  readonly answers: CachedAnswers;
  readonly upstreamCredentials: StoredCredentials;
  /** Whether the deployment can be reached, be it that it fails for this user alone. */
  readonly connectivity: Connectivity;
  touch(caller: Caller): void;
  /** Null where the deployment is to be asked: nothing is whole yet, or what there is is old and it can be reached. */
  answer<A>(ask: (answers: CatalogAnswers) => Promise<A>): Promise<CopiedAnswer<A> | null>;
  listReference<K extends ReferenceKind>(
    kind: K,
    country?: string,
  ): Promise<CopiedAnswer<ReferenceRecords[K][]> | null>;
  /**
   * Reads on, so that nothing is missing that was there before; does nothing while there is nothing whole. Never
   * rejects.
   */
  catchUp(): Promise<void>;
  change(changes: Partial<CopyOwner>): Promise<void>;
  isThere(): boolean;
  close(): Promise<void>;
}

/** What is older is read on before it is answered from, where the deployment can be reached. */
const MOST_AGE_MS = 60_000;

/** However long a busy deployment wants to be left alone. */
const LONGEST_WAIT_MS = 60 * 60_000;

const NOT_BUSY = { since: 0, waitMs: 0 };

/** Who asks does not wait longer for that: the deployment is asked itself. */
const CATCH_UP_MS = 5_000;

export function createUserCopy(deps: {
  readonly copyDeps: CopyDeps;
  readonly connectivity: Connectivity;
  readonly name: string;
  readonly user: CopyOwner;
  /** Who the deployment says that the caller is now; null where it no longer lets them in. */
  readonly confirm: (caller: Caller) => Promise<Caller | null>;
}): UserCopy {
  const { copyDeps, name, confirm } = deps;
  const { remote, directory, clock, log, answerFrom, keepsAnswersMs } = copyDeps;
  const folder = join(directory.folder, name);
  const mark = rightsVersion(deps.user.caller);
  const connectivity = createOwnConnectivity(deps.connectivity, clock);
  let user = deps.user;
  let caller: Caller | null = null;
  let catalog: Promise<CatalogCopy> | null = null;
  let refreshing: Promise<void> | null = null;
  let busy = NOT_BUSY;

  const isThere = () => existsSync(join(folder, USER_FILE));
  const schedule = createRefreshSchedule({
    ...{ clock, isThere, refresh: refreshOnce },
    letGo: () => void close().catch((err: unknown) => log.error({ err }, 'a copy could not be closed')),
  });

  function opened(): Promise<CatalogCopy> {
    if (catalog !== null) return catalog;
    directory.opened(name, { close });
    const opening = openCatalogCopy({ folder, mark, clock, answerFrom }, remote);
    catalog = opening;
    // The next caller tries again.
    opening.catch(() => {
      if (catalog === opening) catalog = null;
    });
    return opening;
  }

  async function close(): Promise<void> {
    schedule.stop();
    const closing = catalog;
    catalog = null;
    directory.closed(name);
    await (await closing)?.close();
  }

  async function catchUp(): Promise<void> {
    if ((await catalog)?.isWhole() !== true) return;
    // A refresh under way may have read past the change.
    await refreshing;
    // The caller was told of a change just now: the deployment is not too busy.
    busy = NOT_BUSY;
    await refreshOnce();
  }

  /** Outside the call that starts it: old answers would be taken for new ones. */
  function refreshOnce(): Promise<void> {
    refreshing ??= withoutAnswerAge(refresh).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function refresh(): Promise<void> {
    if (caller === null || ageOf(clock, busy.since) < busy.waitMs) return;
    try {
      const asking = caller;
      const confirmed = await connectivity.ask(() => confirm(asking));
      if (confirmed === null || rightsVersion(confirmed) !== mark || !isThere()) return;
      await connectivity.ask(() => deps.connectivity.ask(async () => (await opened()).refresh(confirmed)));
    } catch (err) {
      if (err instanceof PlatformError) busy = { since: clock.now(), waitMs: waitOf(err) };
      log.warn({ err, folder: name }, 'the copy of a catalog was not read on');
    }
  }

  /** Null where it must not answer. */
  async function fresh(): Promise<CatalogCopy | null> {
    if (!isThere()) return null;
    const found = await opened();
    const readAt = await found.readAt();
    // A first filling is not waited for.
    if (readAt === null) return null;
    if (ageOf(clock, readAt) <= MOST_AGE_MS || connectivity.isLost()) return found;
    await withTimeout(clock, CATCH_UP_MS, refreshOnce(), () => undefined);
    const again = (await found.readAt()) ?? 0;
    return ageOf(clock, again) <= MOST_AGE_MS || connectivity.isLost() ? found : null;
  }

  return {
    get user() {
      return user;
    },
    mark,
    connectivity,
    upstreamCredentials: createStoredCredentials(folder, clock),
    answers: createCachedAnswers({ userFolder: folder, mark, clock, keepsAnswersMs }),
    touch(by) {
      caller = by;
      schedule.touch();
    },
    answer: async (ask) => (await fresh())?.answer(ask) ?? null,
    listReference: async (kind, country) => (await fresh())?.listReference(kind, country) ?? null,
    catchUp: () => withTimeout(clock, CATCH_UP_MS, catchUp(), () => undefined),
    async change(changes) {
      user = { ...user, ...changes };
      if (isThere()) await writeCopyOwner(folder, user);
    },
    isThere,
    close,
  };
}

function waitOf({ code, retryAfterMs }: PlatformError): number {
  // Without a feed there is no copy, and what a deployment offers seldom changes.
  if (code === 'not_offered') return LONGEST_WAIT_MS;
  return Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
}

/** Between two readings of the feed. */
const REFRESH_MS = 15_000;

/** How soon it is noticed that somebody removed the files, who may be waiting for them to be closed. */
const LOOK_MS = 1_000;

/** A window asks more often than that. */
const ACTIVE_MS = 10 * 60_000;

/** Keeps a copy fresh while it is used, and lets go of its files when it is not. */
function createRefreshSchedule(deps: {
  readonly clock: Clock;
  readonly isThere: () => boolean;
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Nobody uses the copy, or it is gone. Never rejects. */
  readonly letGo: () => void;
}) {
  const { clock, isThere, refresh, letGo } = deps;
  let usedAt = 0;
  let refreshedAt = 0;
  let cancelLook: (() => void) | null = null;

  function look(): void {
    cancelLook = null;
    if (!isThere() || ageOf(clock, usedAt) > ACTIVE_MS) {
      letGo();
      return;
    }
    if (ageOf(clock, refreshedAt) >= REFRESH_MS) {
      refreshedAt = clock.now();
      void refresh();
    }
    cancelLook = clock.after(LOOK_MS, look);
  }

  return {
    touch() {
      usedAt = clock.now();
      if (cancelLook === null) look();
    },
    stop() {
      cancelLook?.();
      cancelLook = null;
    },
  };
}
