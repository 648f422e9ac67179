import type { ExportManifest, MonthManifest } from '../../shared/contract/exports.ts';
import type { RunProblem, RunState, ScheduleForm } from '../../shared/contract/schedules.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from './caller.ts';

/** What the store has of exports that the program makes by itself. */

/** The user whose schedules they are. */
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

/** A file at its place, with what the history says about it. */
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

export interface ScheduleRecords {
  /** In the order in which they were added. */
  list(owner: ScheduleOwner): Promise<readonly StoredSchedule[]>;
  /** Those of all users that are not paused. */
  listActive(): Promise<readonly StoredSchedule[]>;
  /** The latest run of each schedule, by the id of the schedule. */
  readLastRuns(owner: ScheduleOwner): Promise<ReadonlyMap<number, StoredRun>>;
  /** `id` null: a new one. Answers its id; null if the owner has no schedule of this id. */
  save(owner: ScheduleOwner, id: number | null, form: ScheduleForm): Promise<number | null>;
  /** Answers whether the owner had a schedule of this id. */
  remove(owner: ScheduleOwner, id: number): Promise<boolean>;
  pauseForRights(id: number): Promise<void>;
  /**
   * Adds the runs that are due, and keeps the latest `maxUntried` of those that were never tried. What was due until
   * `until` is planned after that; null leaves that as it is.
   */
  plan(id: number, due: readonly DueRun[], maxUntried: number, until: number | null): Promise<void>;
  /** Runs that have not ended, the oldest first. */
  listOpenRuns(): Promise<readonly StoredRun[]>;
  /** The latest file of a schedule for a period, while the history has it. */
  findEarlierFile(caller: Caller, run: StoredRun): Promise<EarlierFile | null>;
  /** What the run is about to put at its place: found again after the program was killed. */
  prepare(run: StoredRun, prepared: PlacedFile): Promise<void>;
  /** Whether no schedule of the owner has made a file yet. */
  isFirstFile(owner: ScheduleOwner): Promise<boolean>;
  /** Adds a file to the history that does not end its run. */
  record(owner: ScheduleOwner, file: PlacedFile): Promise<unknown>;
  /** Adds the file to the history and ends the run, or does neither. */
  finish(run: StoredRun, owner: ScheduleOwner, file: PlacedFile): Promise<void>;
  /** Ends the run with the file that is there already. */
  finishUnchanged(run: StoredRun, earlier: EarlierFile, isLate: boolean): Promise<void>;
  /** The run is tried again at `nextAt`, or has ended if that is `null`. */
  fail(run: StoredRun, failure: RunFailure): Promise<void>;
}
