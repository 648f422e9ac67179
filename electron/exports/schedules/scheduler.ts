import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { getInstants } from '../../../shared/calendar.ts';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import type { RunProblem } from '../../../shared/contract/schedules.ts';
import { findCopyRefusal } from '../../../shared/copy-refusal.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { ScheduleRecords, StoredRun, StoredSchedule } from '../../base/stored-schedules.ts';
import { ignoreAnswerAge } from '../../platform/answer-age.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { ExportError } from '../export-error.ts';
import { getRunPeriod, listDueTimes } from './due-times.ts';
import { type createScheduledFiles, isWhole } from './scheduled-files.ts';

export interface SchedulerDeps {
  readonly records: ScheduleRecords;
  readonly files: ReturnType<typeof createScheduledFiles>;
  readonly clock: Clock;
  /** The signed-in user with the current rights; `null` if nobody is signed in. */
  readonly readCaller: () => Promise<Caller | null>;
  /** `null` if nothing is copied: the platform itself answers. */
  readonly readCopyStatus: (caller: Caller) => Promise<CopyStatus | null>;
  /** Registers work for a caller. `signal` aborts when the session ends. Call `end` when the work is over. */
  readonly begin: (caller: Caller) => { readonly signal: AbortSignal; readonly end: () => void };
  /** Called after the first file that a user's schedules ever made. */
  readonly onFirstFile: (path: string) => void;
  readonly log: Record<'error' | 'warn', (fields: object, message: string) => void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** After the first failures, then daily for a week. */
const RETRIES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, ...Array.from({ length: 6 }, () => DAY_MS)];

/** A file that was made later than this counts as late. */
const LATE_AFTER_MS = 10 * MINUTE_MS;

/** A computer that slept notices after this time at most. */
const MAX_SLEEP_MS = MINUTE_MS;

const MAX_MISSED_PERIODS = 12;

/** Makes what is due, one file after another, while the user of the schedule is signed in. */
export function createScheduler({
  records,
  files,
  clock,
  readCaller,
  readCopyStatus,
  begin,
  onFirstFile,
  log,
}: SchedulerDeps) {
  let cancelTimer = () => {};
  let working: Promise<void> | null = null;
  let isAskedAgain = false;
  const stopped = new AbortController();
  let runningId: number | null = null;

  /** Adds a run for each due time since the last check. */
  async function plan(): Promise<void> {
    const now = clock.now();
    for (const schedule of await records.listActive()) {
      const { id, form, plannedUntil } = schedule;
      // The clock may have been set back since.
      const since = Math.min(plannedUntil, now);
      const due = listDueTimes(form.timing, since, now).map((dueAt) => {
        return { dueAt, period: getRunPeriod(form.work, dueAt) };
      });
      if (due.length === 0 && since === plannedUntil) continue;
      await records.plan(id, due, { maxUntried: getMaxUntried(form), plannedUntil: now, runningId });
    }
  }

  /** Reads again what is due before each file: schedules can change while one is made. */
  async function work(): Promise<void> {
    await plan();
    const tried = new Set<number>();
    for (let next = await findNext(tried); next !== null; next = await findNext(tried)) {
      const { schedule, run } = next;
      tried.add(run.id);
      const caller = await readCaller();
      if (caller === null) return;
      if (isOwner(schedule, caller)) await attempt(schedule, run, caller);
    }
  }

  async function findNext(tried: ReadonlySet<number>) {
    if (stopped.signal.aborted) return null;
    const now = clock.now();
    const schedules = new Map((await records.listActive()).map((schedule) => [schedule.id, schedule]));
    // A retry more than a day away was planned before the clock was set back.
    const isDue = ({ nextAt }: StoredRun) => nextAt !== null && (nextAt <= now || nextAt > now + DAY_MS);
    for (const run of await records.listOpenRuns()) {
      const schedule = schedules.get(run.scheduleId);
      if (schedule !== undefined && isDue(run) && !tried.has(run.id)) return { schedule, run };
    }
    return null;
  }

  async function attempt(schedule: StoredSchedule, run: StoredRun, caller: Caller): Promise<void> {
    const { signal: sessionSignal, end } = begin(caller);
    const signal = AbortSignal.any([sessionSignal, stopped.signal]);
    runningId = run.id;
    try {
      await make(schedule, run, caller, signal);
    } catch (error) {
      if (signal.aborted) return;
      await recordFailure(schedule, run, error);
    } finally {
      runningId = null;
      end();
    }
  }

  async function make(schedule: StoredSchedule, run: StoredRun, caller: Caller, signal: AbortSignal): Promise<void> {
    const { owner, form } = schedule;
    if (await finishPrepared(run, owner)) return;
    await assertCopied(run, caller);
    const isFirst = await records.isFirstFile(owner);
    await files.withFile({ schedule, run, caller, signal }, async (made) => {
      const earlier = await records.findEarlierFile(caller, run);
      const changes = earlier && (await files.findChanges(schedule, earlier, made, signal));
      const isLate = clock.now() - run.dueAt > LATE_AFTER_MS;
      if (earlier !== null && changes?.isUnchanged) {
        await records.finishUnchanged(run, earlier, isLate);
        return;
      }
      const isIncomplete = !isWhole(made);
      // One file that lacks rows is enough, however often the run is retried.
      if (isIncomplete && run.fileName !== null) throw createMissingRowsError();
      const path = files.choosePath(schedule, made);
      const scheduled = { name: form.name, isLate, changes: changes?.changes ?? null };
      const placed = { path, manifest: { ...made.manifest, fileName: basename(path), scheduled } };
      // The schedule may have been removed while the file was made.
      if (!(await records.prepare(run, placed))) return;
      await files.place(made, path, signal);
      if (isIncomplete) {
        await records.recordIncomplete(run, owner, placed);
        throw createMissingRowsError();
      }
      await records.finish(run, owner, placed);
      if (isFirst) onFirstFile(path);
    });
  }

  /**
   * Records a file that is already at its path, because the program was killed or the store failed before it was
   * recorded. Returns whether that ends the run.
   */
  async function finishPrepared(run: StoredRun, owner: StoredSchedule['owner']): Promise<boolean> {
    const { prepared } = run;
    if (prepared === null || !(await files.isInPlace(prepared))) return false;
    if (!isWhole(prepared)) {
      await records.recordIncomplete(run, owner, prepared);
      throw createMissingRowsError();
    }
    await records.finish(run, owner, prepared);
    return true;
  }

  /** Throws unless the copy was read after the period ended: until then, orders may be missing without notice. */
  async function assertCopied({ period }: StoredRun, caller: Caller): Promise<void> {
    if (period === null) return;
    const copiedUntil = getCopiedUntil(await readCopyStatus(caller));
    const { end } = getInstants(period.from, period.to);
    if (copiedUntil === null || copiedUntil >= end) return;
    throw new ExportError('source_failed', 'Orders are being read: the copy does not have the whole period yet.');
  }

  async function recordFailure(schedule: StoredSchedule, run: StoredRun, error: unknown): Promise<void> {
    const { problem, message } = describeProblem(error);
    log.warn({ scheduleId: schedule.id, err: error }, 'a scheduled export failed');
    if (problem === 'refused') await records.pauseForRights(schedule.id);
    const now = clock.now();
    // The copy is still being filled and will catch up, so the run is retried every 15 minutes without a limit.
    const isWaiting = problem === 'copy-behind';
    const waitMs = isWaiting ? RETRIES_MS[0] : RETRIES_MS[run.attempts];
    const isGivenUp = problem === 'refused' || waitMs === undefined;
    await records.fail(run, {
      state: isGivenUp ? 'failed' : 'retrying',
      attempts: isWaiting ? run.attempts : run.attempts + 1,
      nextAt: isGivenUp ? null : now + waitMs,
      firstFailedAt: run.firstFailedAt ?? now,
      ...{ problem, message },
    });
  }

  function sleep(): void {
    if (!stopped.signal.aborted) cancelTimer = clock.after(MAX_SLEEP_MS, wake);
  }

  /** Checks now. What it finds is made before the next check. */
  function wake(): void {
    if (stopped.signal.aborted) return;
    if (working !== null) {
      isAskedAgain = true;
      return;
    }
    cancelTimer();
    // Timers and calls of a check outlive the request that began it.
    working = ignoreAnswerAge(work)
      .catch((err: unknown) => log.error({ err }, 'the scheduled exports could not be checked'))
      .then(sleep)
      .finally(() => {
        working = null;
        if (isAskedAgain) {
          isAskedAgain = false;
          wake();
        }
      });
  }

  return {
    wake,
    /** The id of the run that is being made; `null` if there is none. */
    runningId: () => runningId,
    /** Adds the runs that are due by the current schedules. */
    plan,
    /**
     * Makes the file of the period that was due at `dueAt` now, even if there is one already. `dueAt` is in
     * milliseconds since the epoch.
     */
    async runNow({ id, form }: StoredSchedule, dueAt: number): Promise<void> {
      const period = getRunPeriod(form.work, dueAt);
      const open = (await records.listOpenRuns()).some(
        (run) => run.scheduleId === id && run.state === 'waiting' && isDeepStrictEqual(run.period, period),
      );
      // One waiting run is enough.
      if (!open) {
        const options = { maxUntried: getMaxUntried(form), plannedUntil: null, runningId };
        await records.plan(id, [{ dueAt, period }], options);
      }
      wake();
    },
    /** Resolves when nothing is being made. Timers still run later. */
    async untilIdle(): Promise<void> {
      while (working !== null) await working;
    },
    async stop(): Promise<void> {
      stopped.abort();
      cancelTimer();
      await working;
    },
  };
}

/** Of missed daily exports, and of data without a period, only the latest is made. */
function getMaxUntried({ timing, work }: StoredSchedule['form']): number {
  return timing.every === 'day' || getRunPeriod(work, 0) === null ? 1 : MAX_MISSED_PERIODS;
}

/** In milliseconds since the epoch; `null` if the platform itself answers questions about orders. */
function getCopiedUntil(copy: CopyStatus | null): number | null {
  if (copy === null || copy.coverage === null) return null;
  const readAt = copy.streams.find(({ name }) => name === 'orders')?.readAt ?? null;
  // No order has been read yet.
  return readAt === null ? 0 : Date.parse(readAt);
}

function createMissingRowsError(): ExportError {
  return new ExportError('incomplete', 'Not all rows could be read.');
}

function isOwner({ owner }: StoredSchedule, caller: Caller): boolean {
  return owner.accountId === caller.accountId && owner.userId === caller.userId;
}

const REFUSING_CODES: readonly string[] = ['forbidden', 'not_offered'];

const WRITING_REASONS = ['no-folder', 'no-permission', 'disk-full', 'in-use'] as const satisfies readonly RunProblem[];

function describeProblem(error: unknown): { readonly problem: RunProblem; readonly message: string } {
  if (!(error instanceof ExportError)) return { problem: 'failed', message: 'The export failed unexpectedly.' };
  return { problem: getProblem(error), message: error.message };
}

function getProblem({ code, reason, message, cause }: ExportError): RunProblem {
  if (code === 'invalid_request') return 'refused';
  if (code === 'incomplete') return 'incomplete';
  if (code === 'not_bookable') return 'not-bookable';
  if (code === 'not_written') return WRITING_REASONS.find((known) => known === reason) ?? 'failed';
  if (code !== 'source_failed') return 'failed';
  if (findCopyRefusal(message) === 'being-read') return 'copy-behind';
  return cause instanceof PlatformError && REFUSING_CODES.includes(cause.code) ? 'refused' : 'platform-failed';
}
