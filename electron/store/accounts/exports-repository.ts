import type { ExportManifest, MonthManifest } from '../../../shared/contract/exports.ts';
import { type Caller, mayManage } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

export interface MadeExport {
  readonly accountId: number;
  /** Null: made by the operator of the computer. */
  readonly userId: number | null;
  readonly manifest: ExportManifest | MonthManifest;
  readonly path: string;
}

export const MOST_EXPORTS_PER_ACCOUNT = 500;

interface ListQuery {
  readonly before: number | null;
  readonly limit: number;
}

/** The history of exports: the latest of each account. */
export function createExportsRepository(db: StoreDb, clock: Pick<Clock, 'now'>) {
  const seenBy = (caller: Caller) =>
    db
      .selectFrom('exports')
      .select(['id', 'manifest', 'path'])
      .where('account_id', '=', caller.accountId)
      .where((eb) => {
        const isOwn = eb('user_id', '=', caller.userId);
        return seesAll(caller) ? eb.or([isOwn, eb('user_id', 'is', null)]) : isOwn;
      })
      .orderBy('id', 'desc');

  return {
    add({ accountId, userId, manifest, path }: MadeExport): Promise<number> {
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
    async list(caller: Caller, { before, limit }: ListQuery) {
      const seen = seenBy(caller).limit(limit);
      const rows = await (before === null ? seen : seen.where('id', '<', before)).execute();
      return rows.map(toRecord);
    },

    async find(caller: Caller, id: number) {
      const row = await seenBy(caller).where('id', '=', id).executeTakeFirst();
      return row ? toRecord(row) : null;
    },

    async hasPath(caller: Caller, path: string): Promise<boolean> {
      const row = await seenBy(caller).where('path', '=', path).limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** The exports of the operator may show all of the account. */
function seesAll(caller: Caller): boolean {
  return mayManage(caller) && caller.lockedLocation === null;
}

function toRecord({ manifest, ...row }: { readonly id: number; readonly manifest: string; readonly path: string }) {
  const written: ExportManifest | MonthManifest = JSON.parse(manifest);
  // Earlier versions wrote no filters.
  return { ...row, manifest: 'members' in written ? written : { ...written, filters: written.filters ?? [] } };
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
        .offset(MOST_EXPORTS_PER_ACCOUNT),
    )
    .execute();
}
