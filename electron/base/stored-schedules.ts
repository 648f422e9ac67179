import type { ExportManifest, MonthManifest } from '../../shared/contract/exports.ts';
import type { RunProblem, RunState, ScheduleForm } from '../../shared/contract/schedules.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from './caller.ts';

/** The user who owns the schedules. */
export interface ScheduleOwner {
  readonly accountId: number;
  readonly userId: number;
}

export interface StoredSchedule {
  readonly id: number;
  readonly owner: ScheduleOwner;
  readonly form: ScheduleForm;
  readonly isRefused: boolean;
  /** Milliseconds since the epoch. */
  readonly plannedUntil: number;
}

/** Times are milliseconds since the epoch. */
export interface StoredRun {
  readonly id: number;
  readonly scheduleId: number;
  readonly dueAt: number;
  readonly period: Period | null;
  readonly state: RunState;
  readonly isLate: boolean;
  readonly attempts: number;
  readonly nextAt: number | null;
  readonly firstFailedAt: number | null;
  readonly problem: RunProblem | null;
  readonly message: string | null;
  readonly prepared: PlacedFile | null;
  readonly exportId: number | null;
  readonly fileName: string | null;
  readonly changedFrom: string | null;
  readonly endedAt: number | null;
}

/** A file in its place, with its entry in the history. */
export interface PlacedFile {
  readonly path: string;
  readonly manifest: ExportManifest | MonthManifest;
}

export interface EarlierFile extends PlacedFile {
  readonly exportId: number;
}

export interface DueRun {
  readonly dueAt: number;
  readonly period: Period | null;
}

export interface RunFailure extends Pick<StoredRun, 'state' | 'attempts' | 'nextAt' | 'problem' | 'message'> {
  readonly firstFailedAt: number;
}

export interface PlanOptions {
  readonly maxUntried: number;
  /** Milliseconds since the epoch. */
  readonly plannedUntil: number | null;
  readonly runningId: number | null;
}

/** How a change of the form affects what was due before it. */
export interface ChangeEffects {
  /** True if what was due before the change is not made: the timing is another one, or it was paused. */
  readonly startsNow: boolean;
  /** True if runs that have not ended are dropped, because the work is another one. */
  readonly dropsOpenRuns: boolean;
}

export interface ScheduleRecords {
  /** In the order in which they were added. */
  list(owner: ScheduleOwner): Promise<readonly StoredSchedule[]>;
  /** Those of all users that are not paused. */
  listActive(): Promise<readonly StoredSchedule[]>;
  /** All runs of the schedules of a user, the oldest first. */
  listRuns(owner: ScheduleOwner): Promise<readonly StoredRun[]>;
  add(owner: ScheduleOwner, form: ScheduleForm): Promise<number>;
  change(schedule: StoredSchedule, form: ScheduleForm, effects: ChangeEffects): Promise<void>;
  /** Returns whether the owner had a schedule of this id. */
  remove(owner: ScheduleOwner, id: number): Promise<boolean>;
  pauseForRights(id: number): Promise<void>;
  /**
   * Adds the due runs. Of those that were never tried it keeps the latest `maxUntried`, and `runningId`. `plannedUntil`
   * replaces the value of the schedule, unless it is null.
   */
  plan(id: number, due: readonly DueRun[], options: PlanOptions): Promise<void>;
  /** Runs that have not ended, the oldest first. */
  listOpenRuns(): Promise<readonly StoredRun[]>;
  /** The latest file of a schedule for a period, while the history has it. */
  findEarlierFile(caller: Caller, run: StoredRun): Promise<EarlierFile | null>;
  /**
   * Stores the file before it is written to its path, so that it is recognized if the program is killed right after
   * that. Returns whether the run still exists.
   */
  prepare(run: StoredRun, prepared: PlacedFile): Promise<boolean>;
  /** True until a schedule of the owner has made its first file. */
  isFirstFile(owner: ScheduleOwner): Promise<boolean>;
  /** Adds a file that lacks rows to the history. Its run goes on. */
  recordIncomplete(run: StoredRun, owner: ScheduleOwner, file: PlacedFile): Promise<void>;
  /** Adds the file to the history and ends the run, or does neither. */
  finish(run: StoredRun, owner: ScheduleOwner, file: PlacedFile): Promise<void>;
  /** Ends the run with the existing file. */
  finishUnchanged(run: StoredRun, earlier: EarlierFile, isLate: boolean): Promise<void>;
  /** The run is retried at `nextAt`, or has ended if that is `null`. */
  fail(run: StoredRun, failure: RunFailure): Promise<void>;
}
