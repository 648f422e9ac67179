import type { Kysely } from 'kysely';
import { inTransaction } from '../in-transaction.ts';
import type { StoreSchema } from '../schema.ts';

type Db = Kysely<StoreSchema>;

/** One transaction for each webhook, so that no writer waits for all of them. */
export async function pruneDeliveries(db: Db, endedBefore: number, mostEnded: number): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select(['id', 'disabled_at']).execute();
  for (const webhook of webhooks) {
    await inTransaction(db, (transaction) => pruneWebhook(transaction, webhook, endedBefore, mostEnded));
  }
}

async function pruneWebhook(
  db: Db,
  { id, disabled_at: disabledAt }: { readonly id: number; readonly disabled_at: number | null },
  endedBefore: number,
  mostEnded: number,
): Promise<void> {
  const tooMany = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .where('status', 'in', ['delivered', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .offset(mostEnded);
  const ended = db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', id)
    .where('status', 'in', ['delivered', 'failed'])
    .where((eb) => eb.or([eb('ended_at', '<', endedBefore), eb('id', '<=', tooMany)]));
  // What was given up since the disabling is pending again when the webhook is enabled.
  const unneeded =
    disabledAt === null
      ? ended
      : ended.where((eb) => eb.or([eb('status', '=', 'delivered'), eb('ended_at', '<', disabledAt)]));
  await unneeded.execute();
}
