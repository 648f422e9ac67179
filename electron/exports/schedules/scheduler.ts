import { basename } from 'node:path';
import type { RunProblem } from '../../../shared/contract/schedules.ts';
import { copyRefusalOf } from '../../../shared/copy-refusal.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { ScheduleRecords, StoredRun, StoredSchedule } from '../../base/stored-schedules.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { ExportError } from '../export-error.ts';
import { listDueTimes, periodOfRun } from './due-times.ts';
import { type createScheduledFiles, isWhole } from './scheduled-files.ts';

export interface SchedulerDeps {
  readonly records: ScheduleRecords;
  readonly files: ReturnType<typeof createScheduledFiles>;
  readonly clock: Clock;
  /** The signed-in user with the rights of this moment; `null` if nobody is signed in. */
  readonly readCaller: () => Promise<Caller | null>;
  /** Its signal ends the work with the session of the caller. `end` is called after the work. */
  readonly begin: (caller: Caller) => { readonly signal: AbortSignal; readonly end: () => void };
  /** Called after the first file that a user's schedules have ever made. */
  readonly onFirstFile: (path: string) => void;
  readonly log: Record<'error' | 'warn', (fields: object, message: string) => void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** After the first failures; then once a day until `GIVE_UP_AFTER_MS`. */
const RETRIES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
const GIVE_UP_AFTER_MS = 7 * DAY_MS;

/** A file that was made later than this counts as late. */
const LATE_AFTER_MS = 10 * MINUTE_MS;

/** A computer that slept notices after this time at most. */
const MAX_SLEEP_MS = MINUTE_MS;

const MAX_MISSED_PERIODS = 12;

/** Makes what is due, one file after the other, while the user of the schedule is signed in. */
export function createScheduler({ records, files, clock, readCaller, begin, onFirstFile, log }: SchedulerDeps) {
  let cancelTimer = () => {};
  let working: Promise<void> | null = null;
  let isAskedAgain = false;
  const stopped = new AbortController();
  let runningId: number | null = null;

  /** Adds a run for each time since the last look at which a schedule was due. */
  async function plan(schedules: readonly StoredSchedule[], now: number): Promise<void> {
    for (const { id, form, plannedUntil } of schedules) {
      const due = listDueTimes(form.timing, plannedUntil, now).map((dueAt) => {
        return { dueAt, period: periodOfRun(form.work, dueAt) };
      });
      if (due.length > 0) await records.plan(id, due, maxUntried(form), now);
    }
  }

  async function work(): Promise<void> {
    const schedules = await records.listActive();
    await plan(schedules, clock.now());
    const active = new Map(schedules.map((schedule) => [schedule.id, schedule]));
    const runs = (await records.listOpenRuns()).filter(({ scheduleId }) => active.has(scheduleId));
    for (const run of runs) {
      const schedule = active.get(run.scheduleId);
      if (schedule === undefined || stopped.signal.aborted || (run.nextAt ?? Infinity) > clock.now()) continue;
      const caller = await readCaller();
      if (caller !== null && isOwner(schedule, caller)) await attempt(schedule, run, caller);
    }
  }

  async function attempt(schedule: StoredSchedule, run: StoredRun, caller: Caller): Promise<void> {
    const { signal: ofSession, end } = begin(caller);
    const signal = AbortSignal.any([ofSession, stopped.signal]);
    runningId = run.id;
    try {
      await make(schedule, run, caller, signal);
    } catch (error) {
      if (signal.aborted) return;
      await noteFailure(schedule, run, error);
    } finally {
      runningId = null;
      end();
    }
  }

  async function make(schedule: StoredSchedule, run: StoredRun, caller: Caller, signal: AbortSignal): Promise<void> {
    const { owner, form } = schedule;
    const { prepared } = run;
    // The program was killed after the file was put at its place, and before it was recorded.
    if (prepared !== null && (await files.isInPlace(prepared))) {
      await records.finish(run, owner, prepared);
      return;
    }
    const isFirst = await records.isFirstFile(owner);
    await files.withFile({ schedule, run, caller, signal }, async (made) => {
      const earlier = await records.findEarlierFile(caller, run);
      const changes = earlier && (await files.findChanges(earlier, made, signal));
      const isLate = clock.now() - run.dueAt > LATE_AFTER_MS;
      if (earlier !== null && changes?.isUnchanged) {
        await records.finishUnchanged(run, earlier, isLate);
        return;
      }
      const path = files.choosePath(schedule, made);
      const scheduled = { name: form.name, isLate, changes: changes?.changes ?? null };
      const placed = { path, manifest: { ...made.manifest, fileName: basename(path), scheduled } };
      if (isWhole(made)) {
        await records.prepare(run, placed);
        await files.place(made, path, signal);
        await records.finish(run, owner, placed);
        if (isFirst) onFirstFile(path);
        return;
      }
      // One file that lacks rows is enough, however often the run is tried again.
      if (run.problem !== 'incomplete') {
        await files.place(made, path, signal);
        await records.record(owner, placed);
      }
      throw new ExportError('incomplete', 'Not all rows could be read.');
    });
  }

  async function noteFailure(schedule: StoredSchedule, run: StoredRun, error: unknown): Promise<void> {
    const { problem, message } = describeProblem(error);
    log.warn({ scheduleId: schedule.id, err: error }, 'a scheduled export failed');
    if (problem === 'refused') await records.pauseForRights(schedule.id);
    const now = clock.now();
    const firstFailedAt = run.firstFailedAt ?? now;
    // The copy is read all the time: it is asked again soon, and however often.
    const isWaiting = problem === 'copy-behind';
    const waitMs = RETRIES_MS[isWaiting ? 0 : run.attempts] ?? DAY_MS;
    const isGivenUp = problem === 'refused' || (!isWaiting && now + waitMs - firstFailedAt > GIVE_UP_AFTER_MS);
    await records.fail(run, {
      state: isGivenUp ? 'failed' : 'retrying',
      attempts: isWaiting ? run.attempts : run.attempts + 1,
      nextAt: isGivenUp ? null : now + waitMs,
      ...{ firstFailedAt, problem, message },
    });
  }

  function sleep(): void {
    if (!stopped.signal.aborted) cancelTimer = clock.after(MAX_SLEEP_MS, wake);
  }

  /** Looks now. What it finds is made before the next look. */
  function wake(): void {
    if (stopped.signal.aborted) return;
    if (working !== null) {
      isAskedAgain = true;
      return;
    }
    cancelTimer();
    working = work()
      .catch((err: unknown) => log.error({ err }, 'the scheduled exports could not be looked at'))
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
    /** Makes the file of the latest period now, whether or not there is one already. */
    async runNow({ id, form }: StoredSchedule): Promise<void> {
      const now = clock.now();
      await records.plan(id, [{ dueAt: now, period: periodOfRun(form.work, now) }], maxUntried(form), null);
      wake();
    },
    /** Resolves once nothing is being made. What the clock brings later still runs. */
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

/** Of daily exports, and of data without a period, only the latest is made up. */
function maxUntried({ timing, work }: StoredSchedule['form']): number {
  return timing.every === 'day' || periodOfRun(work, 0) === null ? 1 : MAX_MISSED_PERIODS;
}

function isOwner({ owner }: StoredSchedule, caller: Caller): boolean {
  return owner.accountId === caller.accountId && owner.userId === caller.userId;
}

const REFUSING_CODES: readonly string[] = ['forbidden', 'not_offered'];

const WRITING_REASONS = ['no-folder', 'no-permission', 'disk-full', 'in-use'] as const satisfies readonly RunProblem[];

function describeProblem(error: unknown): { readonly problem: RunProblem; readonly message: string } {
  if (!(error instanceof ExportError)) return { problem: 'failed', message: 'The export failed unexpectedly.' };
  return { problem: problemOf(error), message: error.message };
}

function problemOf({ code, reason, message, cause }: ExportError): RunProblem {
  if (code === 'invalid_request') return 'refused';
  if (code === 'incomplete') return 'incomplete';
  if (code === 'not_bookable') return 'not-bookable';
  if (code === 'not_written') return WRITING_REASONS.find((known) => known === reason) ?? 'failed';
  if (code !== 'source_failed') return 'failed';
  if (copyRefusalOf(message) === 'being-read') return 'copy-behind';
  return cause instanceof PlatformError && REFUSING_CODES.includes(cause.code) ? 'refused' : 'platform-failed';
}
