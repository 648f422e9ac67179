import { type Static, Type } from 'typebox';
import type { Period } from '../periods.ts';
import { ExportRequest, MonthRequest } from './exports.ts';
import { ClosedObject, nullable } from './values.ts';

/** Exports that Tilldesk makes on a schedule, into a folder of this computer or its network. */

export const MAX_SCHEDULES = 20;

export const MAX_SCHEDULE_NAME_LENGTH = 60;

const MAX_FOLDER_LENGTH = 1_024;

/** Periods that are over when the export runs. */
export const SCHEDULE_PERIODS = ['yesterday', 'last-week', 'last-month', 'last-quarter'] as const;

export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number];

export const SCHEDULE_FREQUENCIES = ['day', 'week', 'month'] as const;

/** A month package of the last month, or an export with filters. `period` is `null` for data without a period. */
export const ScheduledWork = Type.Union([
  ClosedObject({
    kind: Type.Literal('month'),
    request: Type.Omit(MonthRequest, ['month'], { additionalProperties: false }),
  }),
  ClosedObject({
    kind: Type.Literal('dataset'),
    request: ExportRequest,
    period: nullable(Type.Enum(SCHEDULE_PERIODS)),
  }),
]);
export type ScheduledWork = Static<typeof ScheduledWork>;

export const ScheduleTiming = ClosedObject({
  every: Type.Enum(SCHEDULE_FREQUENCIES),
  /** Day of the week from 1 (Monday) to 7, or day of the month from 1 to 28; `null` for every day. */
  on: nullable(Type.Integer({ minimum: 1, maximum: 28 })),
  /** Local time in the shop's time zone, such as `06:30`. */
  at: Type.String({ maxLength: 5 }),
});
export type ScheduleTiming = Static<typeof ScheduleTiming>;

export const ScheduleForm = ClosedObject({
  name: Type.String({ maxLength: 200 }),
  work: ScheduledWork,
  /** Absolute path. */
  folder: Type.String({ maxLength: MAX_FOLDER_LENGTH }),
  timing: ScheduleTiming,
  isPaused: Type.Boolean(),
});
export type ScheduleForm = Static<typeof ScheduleForm>;

/** The form field of a problem. */
export const SCHEDULE_FIELDS = ['name', 'folder', 'at', 'on', 'work'] as const;
export type ScheduleField = (typeof SCHEDULE_FIELDS)[number];

export type ScheduleProblem =
  | 'empty'
  | 'too-long'
  /** Another schedule of the user has this name. */
  | 'name-used'
  | 'no-folder'
  | 'no-permission'
  /** The folder is inside the program's data folder. */
  | 'own-folder'
  | 'no-time'
  | 'no-day'
  | 'too-many'
  /** The dataset needs a period, or does not support a filter. */
  | 'not-possible';

/** The reason why a schedule was not saved. */
export interface ScheduleRefusal {
  readonly field: ScheduleField;
  readonly problem: ScheduleProblem;
}

export interface SavedSchedule {
  /** `null` if the schedule was not saved. */
  readonly id: number | null;
  /** `null` if the schedule was saved. */
  readonly refusal: ScheduleRefusal | null;
}

/**
 * Why a run has no file yet.
 * - `copy-behind`: the copy of the platform does not have the period yet
 * - `refused`: the user may no longer read this, or a filter refers to a deleted record
 */
export type RunProblem =
  | 'copy-behind'
  | 'refused'
  | 'platform-failed'
  | 'incomplete'
  | 'not-bookable'
  | 'no-folder'
  | 'no-permission'
  | 'disk-full'
  | 'in-use'
  | 'failed';

/**
 * - `waiting`: due and not tried yet
 * - `retrying`: failed, tried again at `nextAt`
 * - `failed`: given up after a week
 * - `made`: a file was written
 * - `unchanged`: the period already has a file with the same content
 */
export type RunState = 'waiting' | 'retrying' | 'failed' | 'made' | 'unchanged';

/** Times are RFC 3339. */
export interface ScheduleRun {
  readonly state: RunState;
  readonly isRunning: boolean;
  readonly dueAt: string;
  /** `null` for data without a period. */
  readonly period: Period | null;
  /** Whether the file was made more than ten minutes after it was due. */
  readonly isLate: boolean;
  /** The next try; `null` if there is none. */
  readonly nextAt: string | null;
  /** `null` until it has ended. */
  readonly endedAt: string | null;
  readonly problem: RunProblem | null;
  /** An English sentence about the problem; `null` if there is none. */
  readonly message: string | null;
  /** Whether there is still no complete file a day after the first failure. */
  readonly needsAttention: boolean;
  /** Id in the export history; `null` without a file. */
  readonly exportId: number | null;
  readonly fileName: string | null;
  /** Name of an earlier file of the same period with other content; `null` if there is none. */
  readonly changedFrom: string | null;
}

export interface Schedule extends ScheduleForm {
  readonly id: number;
  /** Whether it was paused because the user may no longer read the data. */
  readonly isPausedForRights: boolean;
  /** RFC 3339; `null` while it is paused. */
  readonly nextAt: string | null;
  readonly lastRun: ScheduleRun | null;
}
