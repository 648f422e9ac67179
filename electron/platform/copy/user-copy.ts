import { formatTimestamp } from '../../../shared/calendar.ts';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import { getAgeMs } from '../../base/age-of.ts';
import type { Caller } from '../../base/caller.ts';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { ignoreAnswerAge } from '../answer-age.ts';
import type { CopiedStatus } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { type CachedAnswers, createCachedAnswers } from './cached-answers.ts';
import { type Connectivity, createUserConnectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { countFailure, describeProblem } from './copy-failure.ts';
import { type CopyOwner, createCopyOwner, isOfflineCredential } from './copy-owner.ts';
import { type CopyRecord, getCopyPaths, rightsVersion } from './copy-record.ts';
import { type CopiedAnswer, openStoredCopy, type StoredCopy } from './stored-copy.ts';

/** The copy of one user, read with one set of rights. */
export interface UserCopy {
  readonly owner: CopyOwner;
  readonly rights: string;
  readonly answers: CachedAnswers;
  /** Whether the platform can be reached by this user. */
  readonly connectivity: Connectivity;
  touch(caller: Caller): void;
  /** `null` if the platform has to be asked: the copy is incomplete, or it is old and the platform can be reached. */
  answer<A>(
    call: keyof PlatformCalls,
    ask: (answers: Partial<PlatformCalls>) => Promise<A>,
  ): Promise<CopiedAnswer<A> | null>;
  /** Reads what is new since the last reading, if the copy is complete. Never rejects. */
  catchUp(): Promise<void>;
  getStatus(): Promise<CopyStatus>;
  /** Reads everything again, even if reading was stopped. */
  readAgain(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Limits how long a busy platform can make a copy wait. */
const MAX_WAIT_MS = 60 * 60_000;

const NO_PAUSE = { since: 0, waitMs: 0 };

/** Callers do not wait longer than this. The platform answers instead. */
const MAX_CATCH_UP_MS = 5_000;

export function createUserCopy(deps: {
  readonly copyDeps: CopyDeps;
  readonly connectivity: Connectivity;
  readonly name: string;
  readonly record: CopyRecord;
  /** The caller's current identity at the platform; `null` if they may no longer sign in. */
  readonly confirm: (caller: Caller) => Promise<Caller | null>;
}): UserCopy {
  const { copyDeps, name, confirm } = deps;
  const { source, directory, clock, log, getAnswerRetentionMs } = copyDeps;
  const { folder, assertRoom } = directory;
  const owner = createCopyOwner({ folder, name }, deps.record, clock);
  const rights = rightsVersion(owner.record.caller);
  const paths = getCopyPaths(folder, name);
  const connectivity = createUserConnectivity(deps.connectivity, clock);
  let caller: Caller | null = null;
  let stored: Promise<StoredCopy> | null = null;
  let closing = Promise.resolve();
  let refreshing: Promise<void> | null = null;
  /** Wait after a failure. A restart or the user ends it. */
  let pause = NO_PAUSE;
  let { failure } = owner.record;
  /** The problem of the last reading; `null` if it did not fail. */
  let problem = failure?.problem ?? null;
  /** Aborted when the user stops the reading that runs or is about to start. */
  let stopping = new AbortController();

  const schedule = createRefreshSchedule({
    ...{ clock, isThere: owner.isPresent, refresh: refreshOnce, isReading: () => refreshing !== null },
    release: () => void close().catch((err: unknown) => log.error({ err }, 'a copy could not be closed')),
  });

  function openOnce(): Promise<StoredCopy> {
    if (stored !== null) return stored;
    directory.register(name, close);
    const opening = openStoredCopy({ file: paths.database(rights), clock, source, assertRoom });
    stored = opening;
    // Let the next caller try again.
    opening.catch(() => {
      if (stored === opening) stored = null;
    });
    return opening;
  }

  /** Also waits for earlier calls: files must not be removed before they are closed. */
  function close(): Promise<void> {
    schedule.stop();
    const open = stored;
    stored = null;
    closing = closing.catch(() => undefined).then(() => closeFiles(open));
    return closing;
  }

  async function closeFiles(open: Promise<StoredCopy> | null): Promise<void> {
    await (await open)?.close();
    // A write after the removal would create the record again.
    await owner.settle();
    if (stored === null) directory.unregister(name);
  }

  const isPaused = () => getAgeMs(clock, pause.since) < pause.waitMs;

  async function catchUp(): Promise<void> {
    if ((await stored)?.isComplete() !== true) return;
    // A refresh in progress may already be past the change.
    await refreshing;
    // The platform just reported a change, so it is not too busy.
    if (failure === null) pause = NO_PAUSE;
    await refreshOnce();
  }

  /** Runs outside the current call, which must not report the age of these answers. */
  function refreshOnce(): Promise<void> {
    refreshing ??= ignoreAnswerAge(refresh).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function refresh(): Promise<void> {
    if (caller === null || owner.record.isStopped || isPaused()) return;
    stopping = new AbortController();
    const { signal } = stopping;
    try {
      const lastClosing = closing;
      const confirmed = await confirm(caller);
      // The copy has been closed in the meantime. Reading would open it again.
      if (closing !== lastClosing) return;
      if (confirmed === null || rightsVersion(confirmed) !== rights || !owner.isPresent()) return;
      // A reading can take hours, so each step reports its outcome immediately.
      await (await openOnce()).continueReading(confirmed, { stop: signal, reportOutcome: connectivity.recordOutcome });
      connectivity.recordOutcome(null);
      await noteOutcome(null);
    } catch (err) {
      // Stopping says nothing about whether the platform can be reached.
      if (signal.aborted) return;
      connectivity.recordOutcome(err);
      log.warn({ err, copy: name }, 'could not refresh a copy');
      await noteOutcome(err);
    }
  }

  /** Stores that a copy waits, for `npm run copies -- status`. Never rejects. */
  async function noteOutcome(error: unknown): Promise<void> {
    const now = clock.now();
    const latest = error === null ? null : countFailure(failure, error, now);
    // Failures that go away without intervention are not counted.
    const waitMs = latest === null || latest === failure ? getWaitMs(error) : latest.triesAgainAt - now;
    problem = error === null ? null : describeProblem(error);
    pause = { since: now, waitMs };
    failure = latest;
    const waiting = latest !== null && latest.times > 1 ? latest : null;
    if (waiting === owner.record.failure) return;
    if (waiting !== null) log.warn({ ...waiting, copy: name }, 'a copy waits: it failed again for the same reason');
    const writing = owner.change({ failure: waiting });
    await writing.catch((err: unknown) => log.error({ err }, 'could not record that a copy waits'));
  }

  /** `null` if the copy must not answer this call. */
  async function findFresh(call: keyof PlatformCalls): Promise<StoredCopy | null> {
    if (!owner.isPresent()) return null;
    const found = await openOnce();
    const maxAgeMs = source.getMaxAgeMs(call);
    const isFresh = (readAt: number) => getAgeMs(clock, readAt) <= maxAgeMs || connectivity.isRecentlyLost();
    // Do not wait for a first reading.
    if (!found.isComplete()) return null;
    if (isFresh((await found.getReadAt(call)) ?? 0)) return found;
    await withTimeout(clock, MAX_CATCH_UP_MS, refreshOnce(), () => undefined);
    return isFresh((await found.getReadAt(call)) ?? 0) ? found : null;
  }

  async function getStatus(): Promise<CopyStatus> {
    const known = (await (await openOnce()).use((records) => records.getStatus())) ?? NOTHING_READ;
    const { isStopped, confirmedAt, failure: waiting } = owner.record;
    return {
      ...{ ...known, problem, bytes: directory.getDatabaseBytes(name), confirmedAt: formatTimestamp(confirmedAt) },
      state: isStopped ? 'stopped' : refreshing === null ? 'waiting' : 'reading',
      triesAgainAt: waiting !== null && isPaused() ? formatTimestamp(pause.since + pause.waitMs) : null,
    };
  }

  return {
    ...{ owner, rights, connectivity, getStatus, close },
    answers: createCachedAnswers({ folder: paths.answers, rights, clock, getRetentionMs: getAnswerRetentionMs }),
    touch(by) {
      // The platform does not know an offline credential, so it cannot be used to read.
      if (!isOfflineCredential(by)) caller = by;
      schedule.touch();
    },
    answer: async (call, ask) => (await findFresh(call))?.answer(call, ask) ?? null,
    catchUp: () => withTimeout(clock, MAX_CATCH_UP_MS, catchUp(), () => undefined),
    async readAgain() {
      await owner.change({ isStopped: false });
      pause = NO_PAUSE;
      await (await openOnce()).use((records) => records.markAllDue());
      // A reading in progress may be past what is due now, so read once more after it.
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

function getWaitMs(error: unknown): number {
  if (!(error instanceof PlatformError)) return 0;
  // A copy needs a feed, and what a platform offers seldom changes.
  if (error.code === 'not_offered') return MAX_WAIT_MS;
  return Math.min(error.retryAfterMs ?? 0, MAX_WAIT_MS);
}

/** Interval between two readings. */
const REFRESH_INTERVAL_MS = 15_000;

/** The interval for noticing a removed copy. Whoever removed it may be waiting for its files to be closed. */
const CHECK_INTERVAL_MS = 1_000;

/** Longer than the polling interval of a window. */
const MAX_IDLE_MS = 10 * 60_000;

/** Refreshes a copy while it is used, and closes its files when it is not. */
function createRefreshSchedule(deps: {
  readonly clock: Clock;
  readonly isThere: () => boolean;
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
  /** A first reading can take hours and continues while nobody uses the copy. */
  readonly isReading: () => boolean;
  /** Called when the copy is unused or removed. Never rejects. */
  readonly release: () => void;
}) {
  const { clock, isThere, refresh, isReading, release } = deps;
  let usedAt = 0;
  let refreshedAt = 0;
  let cancelCheck: (() => void) | null = null;

  function checkUse(): void {
    cancelCheck = null;
    if (!isThere() || (getAgeMs(clock, usedAt) > MAX_IDLE_MS && !isReading())) {
      release();
      return;
    }
    if (getAgeMs(clock, refreshedAt) >= REFRESH_INTERVAL_MS) {
      refreshedAt = clock.now();
      void refresh();
    }
    cancelCheck = clock.after(CHECK_INTERVAL_MS, checkUse);
  }

  return {
    touch() {
      usedAt = clock.now();
      if (cancelCheck === null) checkUse();
    },
    stop() {
      cancelCheck?.();
      cancelCheck = null;
    },
  };
}
