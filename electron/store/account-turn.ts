import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';
import { takeTurn } from './take-turn.ts';

/**
 * The turn of whoever writes orders, prices or stock of an account: rules are judged, totals are summed and numbers are
 * given by what no other instance changes meanwhile. Comes first in the transaction.
 */
export function takeAccountTurn(transaction: Kysely<StoreSchema>, accountId: number): Promise<void> {
  return takeTurn(transaction, `account ${accountId}`);
}

/** The turns of several accounts, in an order that is the same for all who take them. */
export async function takeAccountTurns(
  transaction: Kysely<StoreSchema>,
  accountIds: Iterable<number>,
): Promise<void> {
  const inOrder = [...new Set(accountIds)].sort((a, b) => a - b);
  for (const accountId of inOrder) await takeAccountTurn(transaction, accountId);
}
