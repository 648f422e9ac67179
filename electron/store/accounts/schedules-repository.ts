import type { Selectable } from 'kysely';
import { Value } from 'typebox/value';
import { type RunProblem, type RunState, ScheduleForm } from '../../../shared/contract/schedules.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { parseJson } from '../../base/json.ts';
import type {
  EarlierFile,
  PlacedFile,
  PlanOptions,
  RunFailure,
  ScheduleOwner,
  ScheduleRecords,
  StoredRun,
  StoredSchedule,
} from '../../base/stored-schedules.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import type { ExportRunsTable, ExportSchedulesTable } from './accounts-schema.ts';
import { createExportsRepository } from './exports-repository.ts';

/** Export schedules and their runs. */
export function createSchedulesRepository(
  db: StoreDb,
  clock: Pick<Clock, 'now'>,
  onDamaged: (id: number) => void,
): ScheduleRecords {
  const createHistory = (of: StoreDb) => createExportsRepository(of, clock, onDamaged);
  const toOwnerKey = ({ accountId, userId }: ScheduleOwner) => ({ account_id: accountId, user_id: userId });

  function readSchedules(rows: readonly Selectable<ExportSchedulesTable>[]): StoredSchedule[] {
    return rows.flatMap((row) => {
      const form = parseJson(row.form);
      if (Value.Check(ScheduleForm, form)) return [toStoredSchedule(row, form)];
      onDamaged(row.id);
      return [];
    });
  }

  const selectSchedules = () => db.selectFrom('export_schedules').selectAll().orderBy('id');
  const selectRuns = () => db.selectFrom('export_runs').selectAll();

  return {
    list: async (owner: ScheduleOwner) =>
      readSchedules(
        await selectSchedules()
          .where(({ and }) => and(toOwnerKey(owner)))
          .execute(),
      ),

    async listActive() {
      const stored = readSchedules(await selectSchedules().where('is_refused', '=', 0).execute());
      return stored.filter(({ form }) => !form.isPaused);
    },

    async listRuns(owner) {
      const own = db
        .selectFrom('export_schedules')
        .select('id')
        .where(({ and }) => and(toOwnerKey(owner)));
      const rows = await selectRuns().where('schedule_id', 'in', own).orderBy('id').execute();
      return rows.map(toStoredRun);
    },

    async add(owner, form) {
      const values = { ...toOwnerKey(owner), form: JSON.stringify(form), planned_until: clock.now() };
      const { id } = await db.insertInto('export_schedules').values(values).returning('id').executeTakeFirstOrThrow();
      return id;
    },

    async change({ id }, form, { startsNow, dropsOpenRuns }) {
      await inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `schedule ${id}`);
        await transaction
          .updateTable('export_schedules')
          .set({ form: JSON.stringify(form), is_refused: 0, ...(startsNow && { planned_until: clock.now() }) })
          .where('id', '=', id)
          .execute();
        if (!dropsOpenRuns) return;
        await transaction
          .deleteFrom('export_runs')
          .where('schedule_id', '=', id)
          .where('next_at', 'is not', null)
          .where('prepared', 'is', null)
          .execute();
      });
    },

    async remove(owner: ScheduleOwner, id: number): Promise<boolean> {
      const removed = await db
        .deleteFrom('export_schedules')
        .where(({ and }) => and({ id, ...toOwnerKey(owner) }))
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },

    async pauseForRights(id: number): Promise<void> {
      await db.updateTable('export_schedules').set({ is_refused: 1 }).where('id', '=', id).execute();
    },

    async plan(scheduleId, due, { maxUntried, plannedUntil, runningId }) {
      await inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `schedule ${scheduleId}`);
        for (const { dueAt, period } of due) {
          await transaction
            .insertInto('export_runs')
            .values({
              ...{ schedule_id: scheduleId, due_at: dueAt, state: 'waiting', next_at: dueAt },
              ...{ period_from: period?.from ?? null, period_to: period?.to ?? null },
            })
            .execute();
        }
        await removeMissed(transaction, scheduleId, { maxUntried, runningId });
        if (plannedUntil === null) return;
        await transaction
          .updateTable('export_schedules')
          .set({ planned_until: plannedUntil })
          .where('id', '=', scheduleId)
          .execute();
      });
    },

    async listOpenRuns(): Promise<readonly StoredRun[]> {
      const rows = await selectRuns().where('next_at', 'is not', null).orderBy('due_at').orderBy('id').execute();
      return rows.map(toStoredRun);
    },

    async findEarlierFile(caller: Caller, { scheduleId, period }: StoredRun): Promise<EarlierFile | null> {
      const row = await selectRuns()
        .where('schedule_id', '=', scheduleId)
        .where('period_from', period ? '=' : 'is', period?.from ?? null)
        .where('period_to', period ? '=' : 'is', period?.to ?? null)
        .where('export_id', 'is not', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (typeof row?.export_id !== 'number') return null;
      const { export_id: exportId } = row;
      const record = await createHistory(db).find(caller, exportId);
      return record && { exportId, path: record.path, manifest: record.manifest };
    },

    async prepare({ id }, prepared) {
      const found = await db
        .updateTable('export_runs')
        .set({ prepared: JSON.stringify(prepared) })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return found !== undefined;
    },

    async isFirstFile({ accountId, userId }: ScheduleOwner): Promise<boolean> {
      const own = db
        .selectFrom('export_schedules')
        .select('id')
        .where(({ and }) => and(toOwnerKey({ accountId, userId })));
      const made = await selectRuns()
        .where('schedule_id', 'in', own)
        .where('export_id', 'is not', null)
        .limit(1)
        .execute();
      return made.length === 0;
    },

    async recordIncomplete({ id }, { accountId, userId }, file) {
      await inWriteTransaction(db, async (transaction) => {
        await createHistory(transaction).add({ accountId, userId, ...file });
        await transaction
          .updateTable('export_runs')
          .set({ file_name: file.manifest.fileName, prepared: null })
          .where('id', '=', id)
          .execute();
      });
    },

    async finish(run: StoredRun, { accountId, userId }: ScheduleOwner, file: PlacedFile): Promise<void> {
      const { fileName, scheduled } = file.manifest;
      await inWriteTransaction(db, async (transaction) => {
        const exportId = await createHistory(transaction).add({ accountId, userId, ...file });
        const end = { isLate: scheduled?.isLate ?? false, changedFrom: scheduled?.changes?.fileName ?? null };
        await endRun(transaction, run, { state: 'made', exportId, fileName, ...end }, clock.now());
      });
    },

    async finishUnchanged(run: StoredRun, { exportId, manifest }: EarlierFile, isLate: boolean): Promise<void> {
      const end = { exportId, fileName: manifest.fileName, isLate, changedFrom: null };
      await endRun(db, run, { state: 'unchanged', ...end }, clock.now());
    },

    async fail({ id }: StoredRun, failure: RunFailure): Promise<void> {
      const { state, attempts, nextAt, firstFailedAt, problem, message } = failure;
      await db
        .updateTable('export_runs')
        .set({
          ...{ state, attempts, next_at: nextAt, first_failed_at: firstFailedAt, problem, message },
          ended_at: nextAt === null ? clock.now() : null,
        })
        .where('id', '=', id)
        .execute();
    },
  };
}

async function removeMissed(
  db: StoreDb,
  scheduleId: number,
  { maxUntried, runningId }: Pick<PlanOptions, 'maxUntried' | 'runningId'>,
): Promise<void> {
  const untried = await db
    .selectFrom('export_runs')
    .select('id')
    .where(({ and }) => and({ schedule_id: scheduleId, state: 'waiting', attempts: 0 }))
    .where('prepared', 'is', null)
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const missed = untried
    .filter(({ id }) => id !== runningId)
    .slice(maxUntried)
    .map(({ id }) => id);
  if (missed.length > 0) await db.deleteFrom('export_runs').where('id', 'in', missed).execute();
}

interface EndedRun extends Pick<StoredRun, 'isLate' | 'changedFrom'> {
  readonly state: RunState;
  readonly exportId: number;
  readonly fileName: string;
}

async function endRun(db: StoreDb, { id, scheduleId }: StoredRun, ended: EndedRun, at: number): Promise<void> {
  const { state, exportId, fileName, isLate, changedFrom } = ended;
  await db
    .updateTable('export_runs')
    .set({
      ...{ state, export_id: exportId, file_name: fileName, is_late: isLate ? 1 : 0, changed_from: changedFrom },
      ...{ next_at: null, problem: null, message: null, prepared: null, ended_at: at },
    })
    .where('id', '=', id)
    .execute();
  await removeOldRuns(db, scheduleId);
}

const MAX_ENDED_RUNS = 50;

async function removeOldRuns(db: StoreDb, scheduleId: number): Promise<void> {
  const ended = db
    .selectFrom('export_runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('next_at', 'is', null);
  const oldest = await ended.orderBy('id', 'desc').limit(1).offset(MAX_ENDED_RUNS).executeTakeFirst();
  if (oldest === undefined) return;
  await db
    .deleteFrom('export_runs')
    .where('id', 'in', ended.where('id', '<=', oldest.id))
    .execute();
}

function toStoredSchedule(row: Selectable<ExportSchedulesTable>, form: ScheduleForm): StoredSchedule {
  return {
    ...{ id: row.id, owner: { accountId: row.account_id, userId: row.user_id }, form },
    ...{ isRefused: row.is_refused === 1, plannedUntil: row.planned_until },
  };
}

function toStoredRun(row: Selectable<ExportRunsTable>): StoredRun {
  const { period_from: from, period_to: to } = row;
  return {
    ...{ id: row.id, scheduleId: row.schedule_id, dueAt: row.due_at },
    period: from === null || to === null ? null : { from, to },
    // Only this repository writes these values.
    ...{ state: row.state as RunState, problem: row.problem as RunProblem | null, message: row.message },
    ...{ isLate: row.is_late === 1, attempts: row.attempts, nextAt: row.next_at, firstFailedAt: row.first_failed_at },
    prepared: row.prepared === null ? null : ((parseJson(row.prepared) as PlacedFile | undefined) ?? null),
    ...{ exportId: row.export_id, fileName: row.file_name, changedFrom: row.changed_from, endedAt: row.ended_at },
  };
}
