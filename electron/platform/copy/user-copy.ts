import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
import { createStoredCredentials, type StoredCredentials } from './confirmed-credentials.ts';
import { type Connectivity, createOwnConnectivity } from './connectivity.ts';
import type { CopyDeps } from './copy-deps.ts';
import { type CopyFailure, countFailure, problemOf } from './copy-failure.ts';
import { type CopyOwner, rightsVersion, USER_FILE, writeCopyOwner } from './copy-owner.ts';
import { type CopiedAnswer, openStoredCopy, type StoredCopy } from './stored-copy.ts';

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
  answer<A>(
    call: keyof PlatformCalls,
    ask: (answers: Partial<PlatformCalls>) => Promise<A>,
  ): Promise<CopiedAnswer<A> | null>;
  /**
   * Reads on, so that nothing is missing that was there before; does nothing while there is nothing whole. Never
   * rejects.
   */
  catchUp(): Promise<void>;
  change(changes: Partial<CopyOwner>): Promise<void>;
  status(): Promise<CopyStatus>;
  /** Reads everything again, also where reading was stopped. */
  readAgain(): Promise<void>;
  stop(): Promise<void>;
  isThere(): boolean;
  close(): Promise<void>;
}

/** However long a busy deployment wants to be left alone. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** When the copy may be read on: at once. */
const NO_WAIT = { since: 0, waitMs: 0 };

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
  const { source, directory, clock, log, keepsAnswersMs } = copyDeps;
  const folder = join(directory.folder, name);
  const mark = rightsVersion(deps.user.caller);
  const bytesBeside = () => directory.bytesBeside(name);
  const connectivity = createOwnConnectivity(deps.connectivity, clock);
  let user = deps.user;
  let caller: Caller | null = null;
  let stored: Promise<StoredCopy> | null = null;
  let refreshing: Promise<void> | null = null;
  let busy = NO_WAIT;
  /** The wait after failures for the same reason. A restart and its user end it. */
  let failing = NO_WAIT;
  /** Aborted when the user stops the reading that is under way, or is about to begin. */
  let stopping = new AbortController();
  /** Why the last reading broke off; null where it did not. */
  let problem: string | null = user.failure?.problem ?? null;
  let failure = user.failure ?? null;

  const isThere = () => existsSync(join(folder, USER_FILE));
  const schedule = createRefreshSchedule({
    ...{ clock, isThere, refresh: refreshOnce, isReading: () => refreshing !== null },
    letGo: () => void close().catch((err: unknown) => log.error({ err }, 'a copy could not be closed')),
  });

  function opened(): Promise<StoredCopy> {
    if (stored !== null) return stored;
    directory.opened(name, { close });
    const opening = openStoredCopy({ folder, mark, clock, source, bytesBeside });
    stored = opening;
    // The next caller tries again.
    opening.catch(() => {
      if (stored === opening) stored = null;
    });
    return opening;
  }

  async function close(): Promise<void> {
    schedule.stop();
    const closing = stored;
    stored = null;
    directory.closed(name);
    await (await closing)?.close();
  }

  async function catchUp(): Promise<void> {
    if ((await stored)?.isWhole() !== true) return;
    // A refresh under way may have read past the change.
    await refreshing;
    // The caller was told of a change just now: the deployment is not too busy.
    busy = NO_WAIT;
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
    if (caller === null || user.isStopped || [busy, failing].some(({ since, waitMs }) => ageOf(clock, since) < waitMs))
      return;
    stopping = new AbortController();
    try {
      const asking = caller;
      const confirmed = await connectivity.ask(() => confirm(asking));
      if (confirmed === null || rightsVersion(confirmed) !== mark || !isThere()) return;
      await connectivity.ask(() => deps.connectivity.ask(() => readOn(confirmed)));
      problem = null;
      if (failure !== null) await noteFailure(null);
    } catch (err) {
      // Stopping says nothing of whether the platform can be reached.
      if (err instanceof StoppedByUser) return;
      if (err instanceof PlatformError) busy = { since: clock.now(), waitMs: waitOf(err) };
      problem = problemOf(err);
      log.warn({ err, folder: name }, 'a copy was not read on');
      await noteFailure(countFailure(failure, err, clock.now()));
    }
  }

  /** That a copy waits is written down for `npm run copies -- status`. Never rejects. */
  async function noteFailure(latest: CopyFailure | null): Promise<void> {
    if (latest === failure) return;
    failure = latest;
    const now = clock.now();
    failing = latest === null ? NO_WAIT : { since: now, waitMs: latest.triesAgainAt - now };
    const waiting = failing.waitMs > 0 ? latest : null;
    if (waiting !== null) log.warn({ ...waiting, folder: name }, 'a copy waits: it failed again for the same reason');
    if (waiting === (user.failure ?? null)) return;
    const writing = change({ failure: waiting });
    await writing.catch((err: unknown) => log.error({ err }, 'that a copy waits could not be written'));
  }

  async function readOn(confirmed: Caller): Promise<void> {
    const { signal } = stopping;
    try {
      await (await opened()).readOn(confirmed, { stop: signal, noteOutcome });
    } catch (cause) {
      throw signal.aborted ? new StoppedByUser('Reading was stopped.', { cause }) : cause;
    }
  }

  /** A reading may take hours: what its steps find is known at once. */
  function noteOutcome(error: unknown): void {
    const asked = () => (error === null ? Promise.resolve() : Promise.reject(error));
    connectivity.ask(() => deps.connectivity.ask(asked)).catch(() => undefined);
  }

  /** Null where it must not answer this call. */
  async function fresh(call: keyof PlatformCalls): Promise<StoredCopy | null> {
    if (!isThere()) return null;
    const found = await opened();
    const mostAgeMs = source.mostAgeMs(call);
    const isFresh = (readAt: number) => ageOf(clock, readAt) <= mostAgeMs || connectivity.isLost();
    // A first filling is not waited for.
    if (!found.isWhole()) return null;
    if (isFresh((await found.readAt(call)) ?? 0)) return found;
    await withTimeout(clock, CATCH_UP_MS, refreshOnce(), () => undefined);
    return isFresh((await found.readAt(call)) ?? 0) ? found : null;
  }

  async function change(changes: Partial<CopyOwner>): Promise<void> {
    user = { ...user, ...changes };
    if (isThere()) await writeCopyOwner(folder, user);
  }

  async function status(): Promise<CopyStatus> {
    const found = await opened();
    const known = (await found.use((records) => records.status())) ?? NOTHING_READ;
    const state = user.isStopped ? 'stopped' : refreshing === null ? 'waiting' : 'reading';
    const { since, waitMs } = failing;
    const triesAgainAt = ageOf(clock, since) < waitMs ? localTimestamp(since + waitMs) : null;
    const confirmedAt = localTimestamp(user.confirmedAt);
    return { ...known, state, problem, triesAgainAt, confirmedAt, bytes: found.bytes() };
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
    answer: async (call, ask) => (await fresh(call))?.answer(call, ask) ?? null,
    catchUp: () => withTimeout(clock, CATCH_UP_MS, catchUp(), () => undefined),
    ...{ change, status },
    async readAgain() {
      await change({ isStopped: false });
      busy = NO_WAIT;
      failing = NO_WAIT;
      const found = await opened();
      await found.use((records) => records.readAgain());
      // One that is under way finds what is due now; a new one does so where none is.
      void refreshOnce();
    },
    async stop() {
      await change({ isStopped: true });
      stopping.abort();
      await refreshing;
    },
    isThere,
    close,
  };
}

/** No `PlatformError`: nobody learns from it whether the platform can be reached. */
class StoppedByUser extends Error {}

const NOTHING_READ: CopiedStatus = {
  ...{ streams: [], coverage: null, check: null, notes: [], unknown: [] },
};

function waitOf({ code, retryAfterMs }: PlatformError): number {
  // Without a feed there is no copy, and what a deployment offers seldom changes.
  if (code === 'not_offered') return LONGEST_WAIT_MS;
  return Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
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
