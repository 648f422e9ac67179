import { localTimestamp } from '../../../shared/calendar.ts';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import { ageOf } from '../../base/age-of.ts';
import type { Caller } from '../../base/caller.ts';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { withoutAnswerAge } from '../answer-age.ts';
import type { CopiedStatus } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { type CachedAnswers, createCachedAnswers } from './cached-answers.ts';
import { type Connectivity, createOwnConnectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { countFailure, problemOf } from './copy-failure.ts';
import { type CopyOwner, createCopyOwner, isOfflineCredential } from './copy-owner.ts';
import { type CopyRecord, copyPaths, rightsVersion } from './copy-record.ts';
import { type CopiedAnswer, openStoredCopy, type StoredCopy } from './stored-copy.ts';

/** What is kept of one user of a platform, under the rights of one time. */
export interface UserCopy {
  readonly owner: CopyOwner;
  readonly rights: string;
  readonly answers: CachedAnswers;
  /** Whether the platform can be reached, even if it fails only for this user. */
  readonly connectivity: Connectivity;
  touch(caller: Caller): void;
  /** Null where the platform is to be asked: nothing is whole yet, or what there is is old and it can be reached. */
  answer<A>(
    call: keyof PlatformCalls,
    ask: (answers: Partial<PlatformCalls>) => Promise<A>,
  ): Promise<CopiedAnswer<A> | null>;
  /** Reads on, so that nothing is missing that was there before, if there is a whole copy. Never rejects. */
  catchUp(): Promise<void>;
  status(): Promise<CopyStatus>;
  /** Reads everything again, also where reading was stopped. */
  readAgain(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** However long a busy platform wants to be left alone. */
const MAX_WAIT_MS = 60 * 60_000;

const NO_REST = { since: 0, waitMs: 0 };

/** Who asks does not wait longer for that: the platform is asked itself. */
const CATCH_UP_MS = 5_000;

export function createUserCopy(deps: {
  readonly copyDeps: CopyDeps;
  readonly connectivity: Connectivity;
  readonly name: string;
  readonly record: CopyRecord;
  /** Who the platform says that the caller is now; null where it no longer lets them in. */
  readonly confirm: (caller: Caller) => Promise<Caller | null>;
}): UserCopy {
  const { copyDeps, name, confirm } = deps;
  const { source, directory, clock, log, keepsAnswersMs } = copyDeps;
  const { folder, assertRoom } = directory;
  const owner = createCopyOwner({ folder, name }, deps.record, clock);
  const rights = rightsVersion(owner.record.caller);
  const paths = copyPaths(folder, name);
  const connectivity = createOwnConnectivity(deps.connectivity, clock);
  let caller: Caller | null = null;
  let stored: Promise<StoredCopy> | null = null;
  let closing = Promise.resolve();
  let refreshing: Promise<void> | null = null;
  /** How long nothing is read after a failure. A restart and the user end it. */
  let rest = NO_REST;
  let { failure } = owner.record;
  /** Why the last reading broke off; null where it did not. */
  let problem = failure?.problem ?? null;
  /** Aborted when the user stops the reading that is in progress, or is about to begin. */
  let stopping = new AbortController();

  const schedule = createRefreshSchedule({
    ...{ clock, isThere: owner.isThere, refresh: refreshOnce, isReading: () => refreshing !== null },
    letGo: () => void close().catch((err: unknown) => log.error({ err }, 'a copy could not be closed')),
  });

  function opened(): Promise<StoredCopy> {
    if (stored !== null) return stored;
    directory.opened(name, close);
    const opening = openStoredCopy({ file: paths.database(rights), clock, source, assertRoom });
    stored = opening;
    // The next caller tries again.
    opening.catch(() => {
      if (stored === opening) stored = null;
    });
    return opening;
  }

  /** Waits also for an earlier call: nobody may remove the files before. */
  function close(): Promise<void> {
    schedule.stop();
    const open = stored;
    stored = null;
    closing = closing.catch(() => undefined).then(() => closeFiles(open));
    return closing;
  }

  async function closeFiles(open: Promise<StoredCopy> | null): Promise<void> {
    await (await open)?.close();
    // A write after the removal would bring the record back.
    await owner.settle();
    if (stored === null) directory.closed(name);
  }

  const isResting = () => ageOf(clock, rest.since) < rest.waitMs;

  async function catchUp(): Promise<void> {
    if ((await stored)?.isWhole() !== true) return;
    // A refresh in progress may have read past the change.
    await refreshing;
    // The caller was told of a change just now: the platform is not too busy.
    if (failure === null) rest = NO_REST;
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
    if (caller === null || owner.record.isStopped || isResting()) return;
    stopping = new AbortController();
    const { signal } = stopping;
    try {
      const lastClosing = closing;
      const confirmed = await confirm(caller);
      // It was closed meanwhile: reading would open it again.
      if (closing !== lastClosing) return;
      if (confirmed === null || rightsVersion(confirmed) !== rights || !owner.isThere()) return;
      // A reading may take hours: what its steps find is known at once.
      await (await opened()).readOn(confirmed, { stop: signal, noteOutcome: connectivity.note });
      connectivity.note(null);
      await noteOutcome(null);
    } catch (err) {
      // Stopping says nothing of whether the platform can be reached.
      if (signal.aborted) return;
      connectivity.note(err);
      log.warn({ err, copy: name }, 'a copy was not read on');
      await noteOutcome(err);
    }
  }

  /** That a copy waits is written down for `npm run copies -- status`. Never rejects. */
  async function noteOutcome(error: unknown): Promise<void> {
    const now = clock.now();
    const latest = error === null ? null : countFailure(failure, error, now);
    // Failures that pass by themselves are not counted.
    const waitMs = latest === null || latest === failure ? waitOf(error) : latest.triesAgainAt - now;
    problem = error === null ? null : problemOf(error);
    rest = { since: now, waitMs };
    failure = latest;
    const waiting = latest !== null && latest.times > 1 ? latest : null;
    if (waiting === owner.record.failure) return;
    if (waiting !== null) log.warn({ ...waiting, copy: name }, 'a copy waits: it failed again for the same reason');
    const writing = owner.change({ failure: waiting });
    await writing.catch((err: unknown) => log.error({ err }, 'that a copy waits could not be written'));
  }

  /** Null where it must not answer this call. */
  async function fresh(call: keyof PlatformCalls): Promise<StoredCopy | null> {
    if (!owner.isThere()) return null;
    const found = await opened();
    const maxAgeMs = source.mostAgeMs(call);
    const isFresh = (readAt: number) => ageOf(clock, readAt) <= maxAgeMs || connectivity.isLost();
    // A first filling is not waited for.
    if (!found.isWhole()) return null;
    if (isFresh((await found.readAt(call)) ?? 0)) return found;
    await withTimeout(clock, CATCH_UP_MS, refreshOnce(), () => undefined);
    return isFresh((await found.readAt(call)) ?? 0) ? found : null;
  }

  async function status(): Promise<CopyStatus> {
    const known = (await (await opened()).use((records) => records.status())) ?? NOTHING_READ;
    const { isStopped, confirmedAt, failure: waiting } = owner.record;
    return {
      ...{ ...known, problem, bytes: directory.bytesOf(name), confirmedAt: localTimestamp(confirmedAt) },
      state: isStopped ? 'stopped' : refreshing === null ? 'waiting' : 'reading',
      triesAgainAt: waiting !== null && isResting() ? localTimestamp(rest.since + rest.waitMs) : null,
    };
  }

  return {
    ...{ owner, rights, connectivity, status, close },
    answers: createCachedAnswers({ folder: paths.answers, rights, clock, keepsAnswersMs }),
    touch(by) {
      // With a credential that the platform does not know nothing can be read.
      if (!isOfflineCredential(by)) caller = by;
      schedule.touch();
    },
    answer: async (call, ask) => (await fresh(call))?.answer(call, ask) ?? null,
    catchUp: () => withTimeout(clock, CATCH_UP_MS, catchUp(), () => undefined),
    async readAgain() {
      await owner.change({ isStopped: false });
      rest = NO_REST;
      await (await opened()).use((records) => records.readAgain());
      // A reading in progress may be at its end, and no longer see what is due now.
      void Promise.resolve(refreshing).then(refreshOnce);
    },
    async stop() {
      await owner.change({ isStopped: true });
      stopping.abort();
      await refreshing;
    },
  };
}

const NOTHING_READ: CopiedStatus = {
  ...{ streams: [], coverage: null, check: null, notes: [], unknown: [] },
};

function waitOf(error: unknown): number {
  if (!(error instanceof PlatformError)) return 0;
  // Without a feed there is no copy, and what a platform offers seldom changes.
  if (error.code === 'not_offered') return MAX_WAIT_MS;
  return Math.min(error.retryAfterMs ?? 0, MAX_WAIT_MS);
}

/** Between two readings. */
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
  /** A first copy may take hours: it goes on when nobody looks at it. */
  readonly isReading: () => boolean;
  /** Nobody uses the copy, or it is gone. Never rejects. */
  readonly letGo: () => void;
}) {
  const { clock, isThere, refresh, isReading, letGo } = deps;
  let usedAt = 0;
  let refreshedAt = 0;
  let cancelLook: (() => void) | null = null;

  function look(): void {
    cancelLook = null;
    if (!isThere() || (ageOf(clock, usedAt) > ACTIVE_MS && !isReading())) {
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
