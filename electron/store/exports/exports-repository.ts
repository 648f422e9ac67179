import type { Kysely, Selectable } from 'kysely';
import type { ExportManifest } from '../../../shared/contract/exports.ts';
import { mayManage } from '../../platform/may-manage.ts';
import type { Caller } from '../../platform/platform.ts';
import type { Clock } from '../../session/clock.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';
import type { ExportsTable } from './exports-schema.ts';

export interface MadeExport {
  readonly accountId: number;
  /** Null: made by the operator of the computer. */
  readonly userId: number | null;
  readonly manifest: ExportManifest;
  readonly path: string;
  readonly snapshot: string | null;
}

export const EXPORTS_KEPT_PER_ACCOUNT = 500;

/** Which exports there were; of each account the latest are kept. */
export function createExportsRepository(db: Kysely<StoreSchema>, clock: Pick<Clock, 'now'>) {
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

  return {
    add({ accountId, userId, manifest, path, snapshot }: MadeExport): Promise<number> {
      return inWriteTransaction(db, async (transaction) => {
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
    async list(caller: Caller, { before, limit }: { before: number | null; limit: number }) {
      const seen = seenBy(caller).limit(limit);
      const rows = await (before === null ? seen : seen.where('id', '<', before)).execute();
      return rows.map(recordOf);
    },

    async find(caller: Caller, id: number) {
      const row = await seenBy(caller).where('id', '=', id).executeTakeFirst();
      return row ? recordOf(row) : null;
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
  // As it was written by `add`.
  return { id, manifest: JSON.parse(manifest) as ExportManifest, path, snapshot };
}

async function removeOldest(db: Kysely<StoreSchema>, accountId: number): Promise<void> {
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
