import type { Selectable } from 'kysely';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  DATASETS,
  type ExportManifest,
  ExportRequest,
  type MonthManifest,
  MonthRequest,
} from '../../../shared/contract/exports.ts';
import { type Caller, mayManage } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';
import type { ExportsTable } from './accounts-schema.ts';

export interface NewExport {
  readonly accountId: number;
  /** `null` if the operator made it on the command line. */
  readonly userId: number | null;
  readonly manifest: ExportManifest | MonthManifest;
  readonly path: string;
}

export const MAX_EXPORTS_PER_ACCOUNT = 500;

interface ListQuery {
  readonly before: number | null;
  readonly limit: number;
}

/** Called once for each row with a damaged manifest. Such rows are skipped. */
export type ReportDamaged = (id: number, cause: unknown) => void;

/** Export history: the latest exports of each account. */
export function createExportsRepository(db: StoreDb, clock: Pick<Clock, 'now'>, onDamaged: ReportDamaged) {
  const selectVisible = (caller: Caller) =>
    db
      .selectFrom('exports')
      .selectAll()
      .where('account_id', '=', caller.accountId)
      .where((eb) => {
        const isOwn = eb('user_id', '=', caller.userId);
        return canSeeAll(caller) ? eb.or([isOwn, eb('user_id', 'is', null)]) : isOwn;
      })
      .orderBy('id', 'desc');

  const reported = new Set<number>();

  function reportOnce(id: number, cause: unknown): void {
    if (!reported.has(id)) onDamaged(id, cause);
    reported.add(id);
  }

  function parseRecords(rows: readonly Selectable<ExportsTable>[]) {
    return rows.flatMap((row) => {
      try {
        return [parseRecord(row)];
      } catch (cause) {
        reportOnce(row.id, cause);
        return [];
      }
    });
  }

  /** Skips damaged rows and reads further, to return `limit` records. */
  async function list(caller: Caller, { before, limit }: ListQuery): Promise<ReturnType<typeof parseRecords>> {
    const seen = selectVisible(caller).limit(limit);
    const rows = await (before === null ? seen : seen.where('id', '<', before)).execute();
    const records = parseRecords(rows);
    const missing = rows.length - records.length;
    const last = rows.at(-1);
    if (missing === 0 || last === undefined) return records;
    return [...records, ...(await list(caller, { before: last.id, limit: missing }))];
  }

  return {
    add({ accountId, userId, manifest, path }: NewExport): Promise<number> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, `exports ${accountId}`);
        const { id } = await transaction
          .insertInto('exports')
          .values({
            ...{ account_id: accountId, user_id: userId, created_at: clock.now() },
            ...{ manifest: JSON.stringify(manifest), path },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await removeOldest(transaction, accountId);
        return id;
      });
    },

    /** Newest first. */
    list,

    async find(caller: Caller, id: number) {
      const rows = await selectVisible(caller).where('id', '=', id).execute();
      return parseRecords(rows)[0] ?? null;
    },

    async hasPath(caller: Caller, path: string): Promise<boolean> {
      const row = await selectVisible(caller).where('path', '=', path).limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The operator's exports may contain all data of the account. */
function canSeeAll(caller: Caller): boolean {
  return mayManage(caller) && caller.lockedLocation === null;
}

const NamedFilters = Type.Array(
  Type.Object({
    label: Type.String(),
    value: Type.String(),
    isLimit: Type.Optional(Type.Literal(false)),
    isInHeads: Type.Optional(Type.Boolean()),
  }),
);

const Days = Type.Object({ from: Type.String(), to: Type.String() });

const textOrNull = Type.Union([Type.String(), Type.Null()]);

const Scheduled = Type.Object({
  name: Type.String(),
  isLate: Type.Boolean(),
  changes: Type.Union([
    Type.Object({
      fileName: Type.String(),
      counts: Type.Union([
        Type.Object({ changed: Type.Number(), added: Type.Number(), removed: Type.Number() }),
        Type.Null(),
      ]),
    }),
    Type.Null(),
  ]),
});

/** An `ExportManifest` as stored by `add`. Earlier versions stored no filters. */
const StoredManifest = Type.Object({
  request: ExportRequest,
  /** The file name chosen by the owner. */
  fileName: Type.String({ minLength: 1 }),
  columns: Type.Array(Type.String()),
  account: Type.String(),
  user: textOrNull,
  asOf: Type.String(),
  copyOf: Type.Optional(Type.String()),
  place: textOrNull,
  period: Type.Union([Days, Type.Null()]),
  compared: Type.Optional(Days),
  filters: Type.Optional(NamedFilters),
  filtersIn: Type.Optional(Type.Object({ nl: NamedFilters, en: NamedFilters })),
  rows: Type.Number(),
  total: Type.Union([Type.Number(), Type.Null()]),
  shortfall: Type.Union([Type.Object({ kind: Type.Enum(['moved', 'failed']), message: Type.String() }), Type.Null()]),
  sums: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()])),
  unknown: Type.Optional(Type.Array(Type.String())),
  note: Type.Optional(Type.String()),
  bytes: Type.Number(),
  sha256: Type.String(),
  scheduled: Type.Optional(Scheduled),
});

/** A `MonthManifest` as stored by `add`. */
const StoredMonth = Type.Object({
  request: MonthRequest,
  fileName: Type.String({ minLength: 1 }),
  account: Type.String(),
  user: textOrNull,
  asOf: Type.String(),
  place: textOrNull,
  period: Days,
  isComplete: Type.Boolean(),
  isOver: Type.Boolean(),
  unknown: Type.Array(Type.String()),
  members: Type.Array(
    Type.Object({
      fileName: Type.String(),
      dataset: Type.Enum(DATASETS),
      rows: Type.Number(),
      isComplete: Type.Boolean(),
    }),
  ),
  failedChecks: Type.Integer(),
  bytes: Type.Number(),
  sha256: Type.String(),
  scheduled: Type.Optional(Scheduled),
});

/** Throws for an invalid manifest. Other programs can write to the file, so rows are not trusted. */
function parseRecord({ id, manifest, path }: Selectable<ExportsTable>) {
  const stored: unknown = JSON.parse(manifest);
  if (Check(StoredMonth, stored)) return { id, manifest: stored, path };
  if (!Check(StoredManifest, stored))
    throw new Error('The manifest belongs neither to an export nor to a month package.');
  return { id, manifest: { filters: [], ...stored }, path };
}

/**
 * Entries of scheduled files stay as long as their runs, because a later run compares its file with the earlier one.
 */
async function removeOldest(db: StoreDb, accountId: number): Promise<void> {
  await db
    .deleteFrom('exports')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('export_runs').select('export_runs.id').whereRef('export_id', '=', 'exports.id'))),
    )
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('exports')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(MAX_EXPORTS_PER_ACCOUNT),
    )
    .execute();
}
