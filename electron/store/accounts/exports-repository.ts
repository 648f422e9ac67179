import type { Selectable } from 'kysely';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { type Caller, mayManage } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeTurn } from '../transactions.ts';
import type { ExportsTable } from './accounts-schema.ts';

export interface MadeExport {
  readonly accountId: number;
  /** Null: made by the operator of the computer. */
  readonly userId: number | null;
  readonly manifest: ExportManifest;
  readonly path: string;
  readonly snapshot: string | null;
}

export const EXPORTS_KEPT_PER_ACCOUNT = 500;

interface ListQuery {
  readonly before: number | null;
  readonly limit: number;
}

/** Told of a row that is not read as what it was written as, and is left out. */
export type TellDamaged = (id: number, cause: unknown) => void;

/** Which exports there were; of each account the latest are kept. */
export function createExportsRepository(db: StoreDb, clock: Pick<Clock, 'now'>, tellDamaged: TellDamaged) {
  const seenBy = (caller: Caller) =>
    db
      .selectFrom('exports')
      .selectAll()
      .where('account_id', '=', caller.accountId)
      .where((eb) => {
        const isOwn = eb('user_id', '=', caller.userId);
        return seesAll(caller) ? eb.or([isOwn, eb('user_id', 'is', null)]) : isOwn;
      })
      .orderBy('id', 'desc');

  function recordsOf(rows: readonly Selectable<ExportsTable>[]) {
    return rows.flatMap((row) => {
      try {
        return [recordOf(row)];
      } catch (cause) {
        tellDamaged(row.id, cause);
        return [];
      }
    });
  }

  /** As many as were asked for, whatever is left out. */
  async function list(caller: Caller, { before, limit }: ListQuery): Promise<ReturnType<typeof recordsOf>> {
    const seen = seenBy(caller).limit(limit);
    const rows = await (before === null ? seen : seen.where('id', '<', before)).execute();
    const records = recordsOf(rows);
    const missing = rows.length - records.length;
    const last = rows.at(-1);
    if (missing === 0 || last === undefined) return records;
    return [...records, ...(await list(caller, { before: last.id, limit: missing }))];
  }

  return {
    add({ accountId, userId, manifest, path, snapshot }: MadeExport): Promise<number> {
      return inWriteTransaction(db, async (transaction) => {
        await takeTurn(transaction, `exports ${accountId}`);
        const { id } = await transaction
          .insertInto('exports')
          .values({
            account_id: accountId,
            user_id: userId,
            created_at: clock.now(),
            manifest: JSON.stringify(manifest),
            path,
            snapshot,
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
      const rows = await seenBy(caller).where('id', '=', id).execute();
      return recordsOf(rows)[0] ?? null;
    },

    async hasPath(caller: Caller, path: string): Promise<boolean> {
      const row = await seenBy(caller).where('path', '=', path).limit(1).executeTakeFirst();
      return row !== undefined;
    },

    /** Of every account, newest first. */
    async listSnapshots(): Promise<string[]> {
      const rows = await db
        .selectFrom('exports')
        .select('snapshot')
        .where('snapshot', 'is not', null)
        .orderBy('id', 'desc')
        .$narrowType<{ snapshot: string }>()
        .execute();
      return rows.map(({ snapshot }) => snapshot);
    },

    async forgetSnapshots(names: readonly string[]): Promise<void> {
      await db.updateTable('exports').set({ snapshot: null }).where('snapshot', 'in', names).execute();
    },
  };
}

/** The exports of the operator may show all of the account. */
function seesAll(caller: Caller): boolean {
  return mayManage(caller) && caller.lockedLocation === null;
}

function recordOf({ id, manifest, path, snapshot }: Selectable<ExportsTable>) {
  const written: unknown = JSON.parse(manifest);
  if (!isManifest(written)) throw new Error('It is not the manifest of an export.');
  return { id, manifest: { filters: [], ...written }, path, snapshot };
}

/** As it was written by `add`; before there was a word of the filters, without them. */
type WrittenManifest = Omit<ExportManifest, 'filters'> & Partial<ExportManifest>;

/** Looks at what all others are read by: nobody but `add` writes here. */
function isManifest(written: unknown): written is WrittenManifest {
  if (typeof written !== 'object' || written === null) return false;
  const { request, fileName, columns }: Partial<Record<keyof ExportManifest, unknown>> = written;
  return (
    typeof request === 'object' && request !== null && typeof fileName === 'string' && Array.isArray(columns)
  );
}

async function removeOldest(db: StoreDb, accountId: number): Promise<void> {
  await db
    .deleteFrom('exports')
    .where('account_id', '=', accountId)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('exports')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(EXPORTS_KEPT_PER_ACCOUNT),
    )
    .execute();
}
