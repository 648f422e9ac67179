import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatTimestamp, formatTimestampOrNull } from '../../../shared/calendar.ts';
import {
  MAX_SCHEDULE_NAME_LENGTH,
  MAX_SCHEDULES,
  type SavedSchedule,
  type Schedule,
  type ScheduleForm,
  type ScheduleRefusal,
  type ScheduleRun,
} from '../../../shared/contract/schedules.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { getErrorCode } from '../../base/errors.ts';
import type { ScheduleRecords, StoredRun, StoredSchedule } from '../../base/stored-schedules.ts';
import { createPartPath, fillPart, removePart } from '../atomic-file.ts';
import { ExportError } from '../export-error.ts';
import { findNextDue, hasDay, isTime } from './due-times.ts';
import type { createScheduledFiles } from './scheduled-files.ts';
import { type createScheduler, DAY_MS } from './scheduler.ts';

export interface SchedulesDeps {
  readonly records: ScheduleRecords;
  readonly scheduler: Pick<ReturnType<typeof createScheduler>, 'wake' | 'plan' | 'runNow' | 'runningId'>;
  readonly files: Pick<ReturnType<typeof createScheduledFiles>, 'assertPossible'>;
  /** Data folder of the program: nothing is exported into it. */
  readonly dataFolder: string;
  readonly clock: Clock;
}

/** The schedules of a user, as the window shows and changes them. */
export function createSchedules({ records, scheduler, files, dataFolder, clock }: SchedulesDeps) {
  async function find(caller: Caller, id: number): Promise<StoredSchedule | undefined> {
    return (await records.list(caller)).find((schedule) => schedule.id === id);
  }

  /** `null` if the form can be saved. */
  async function findRefusal(caller: Caller, id: number | null, form: ScheduleForm): Promise<ScheduleRefusal | null> {
    const others = (await records.list(caller)).filter((schedule) => schedule.id !== id);
    if (others.length >= MAX_SCHEDULES) return { field: 'name', problem: 'too-many' };
    if (form.name === '') return { field: 'name', problem: 'empty' };
    if (form.name.length > MAX_SCHEDULE_NAME_LENGTH) return { field: 'name', problem: 'too-long' };
    const isUsed = others.some(({ form: { name } }) => name.toLowerCase() === form.name.toLowerCase());
    if (isUsed) return { field: 'name', problem: 'name-used' };
    if (!isTime(form.timing.at)) return { field: 'at', problem: 'no-time' };
    if (!hasDay(form.timing)) return { field: 'on', problem: 'no-day' };
    // It may be paused because its folder or its data is gone.
    if (form.isPaused && id !== null) return null;
    const problem = await findFolderProblem(form.folder, dataFolder);
    if (problem !== null) return { field: 'folder', problem };
    return (await isPossible(caller, form)) ? null : { field: 'work', problem: 'not-possible' };
  }

  async function isPossible(caller: Caller, { work }: ScheduleForm): Promise<boolean> {
    try {
      await files.assertPossible(work, caller, new AbortController().signal);
      return true;
    } catch (error) {
      if (error instanceof ExportError && error.code === 'invalid_request') return false;
      throw error;
    }
  }

  return {
    async list(caller: Caller): Promise<readonly Schedule[]> {
      const [stored, runs] = await Promise.all([records.list(caller), records.listRuns(caller)]);
      const now = clock.now();
      return stored.map(({ id, form, isRefused }) => {
        const isActive = !form.isPaused && !isRefused;
        const own = runs.filter(({ scheduleId }) => scheduleId === id);
        const run = findOldestOpen(own) ?? own.at(-1) ?? null;
        return {
          ...{ id, ...form, isPausedForRights: isRefused },
          nextAt: isActive ? formatTimestamp(findNextDue(form.timing, now)) : null,
          lastRun:
            run &&
            toRunView(run, { now, isActive: isActive || isRefused, isRunning: run.id === scheduler.runningId() }),
        };
      });
    },

    /** `null` if the user has no schedule of this id. */
    async save(caller: Caller, id: number | null, input: ScheduleForm): Promise<SavedSchedule | null> {
      const form = { ...input, name: input.name.trim(), folder: input.folder.trim() };
      const before = id === null ? null : await find(caller, id);
      if (before === undefined) return null;
      const refusal = await findRefusal(caller, id, form);
      if (refusal !== null) return { id: null, refusal };
      if (before === null) {
        const added = await records.add(caller, form);
        scheduler.wake();
        return { id: added, refusal: null };
      }
      // What was due until now is planned by the old timing.
      await scheduler.plan();
      await records.change(before, form, {
        startsNow: before.form.isPaused || before.isRefused || !isDeepStrictEqual(before.form.timing, form.timing),
        dropsOpenRuns: !isDeepStrictEqual(before.form.work, form.work),
      });
      scheduler.wake();
      return { id, refusal: null };
    },

    remove: records.remove,

    /**
     * Makes the oldest period that failed, otherwise the latest one. Returns whether the user has a schedule of this id
     * that is not paused.
     */
    async runNow(caller: Caller, id: number): Promise<boolean> {
      const schedule = await find(caller, id);
      if (schedule === undefined || schedule.form.isPaused || schedule.isRefused) return false;
      const runs = (await records.listRuns(caller)).filter(({ scheduleId }) => scheduleId === id);
      await scheduler.runNow(schedule, findOldestOpen(runs)?.dueAt ?? clock.now());
      return true;
    },
  };
}

/** The oldest failed run of a period that still has no file; `null` if there is none. */
function findOldestOpen(runs: readonly StoredRun[]): StoredRun | null {
  const isMadeLater = ({ id, period }: StoredRun) =>
    runs.some((other) => other.id > id && other.exportId !== null && isDeepStrictEqual(other.period, period));
  const isOpen = (run: StoredRun) => (run.state === 'retrying' || run.state === 'failed') && !isMadeLater(run);
  return runs.find(isOpen) ?? null;
}

interface ViewOptions {
  readonly now: number;
  readonly isActive: boolean;
  readonly isRunning: boolean;
}

function toRunView(run: StoredRun, { now, isActive, isRunning }: ViewOptions): ScheduleRun {
  const { state, period, isLate, problem, message, exportId, fileName, changedFrom, firstFailedAt, dueAt } = run;
  // A run that waits for its user to sign in has never been tried.
  const openSince = state === 'waiting' ? dueAt : state === 'retrying' ? firstFailedAt : null;
  const isOverdue = state === 'failed' || (openSince !== null && now - openSince >= DAY_MS);
  return {
    ...{ state, isRunning, period, isLate, problem, message, exportId, fileName, changedFrom },
    ...{
      dueAt: formatTimestamp(dueAt),
      nextAt: formatTimestampOrNull(run.nextAt),
      endedAt: formatTimestampOrNull(run.endedAt),
    },
    needsAttention: isActive && isOverdue,
  };
}

/** Why no file can be written into a folder; `null` if one can. */
async function findFolderProblem(folder: string, dataFolder: string) {
  if (folder === '') return 'empty';
  if (!isAbsolute(folder)) return 'no-folder';
  try {
    if (!(await stat(folder)).isDirectory()) return 'no-folder';
    const fromData = relative(await realpath(dataFolder), await realpath(folder));
    const isOutside = fromData === '..' || fromData.startsWith(`..${sep}`) || isAbsolute(fromData);
    if (!isOutside) return 'own-folder';
    await tryWriting(folder);
    return null;
  } catch (error) {
    if (error instanceof ExportError || getErrorCode(error) === 'EACCES') return 'no-permission';
    return 'no-folder';
  }
}

/** Only writing shows whether it is allowed: Windows has its own permissions, and a disk can be read-only. */
async function tryWriting(folder: string): Promise<void> {
  const part = createPartPath(join(folder, 'tilldesk'));
  async function* nothing() {}
  await fillPart(part, nothing(), () => {});
  await removePart(part);
}
