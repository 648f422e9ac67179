import { type Ledgers, MAX_LEDGER_CODES } from '../../../shared/contract/ledgers.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

interface LedgerOwner {
  readonly accountId: number;
}

/** A removed ledger account is stored as empty text, because the user chose to have none. */
const NO_LEDGER = '';

/** Creates the repository of the ledger accounts of each account. */
export function createLedgersRepository(db: StoreDb) {
  async function readRows(from: StoreDb, accountId: number): Promise<Map<string, string>> {
    const rows = await from
      .selectFrom('ledger_accounts')
      .select(['code', 'ledger'])
      .where('account_id', '=', accountId)
      .orderBy('code')
      .execute();
    return new Map(rows.map(({ code, ledger }) => [code, ledger]));
  }

  return {
    async read({ accountId }: LedgerOwner): Promise<Ledgers> {
      return getChosenLedgers(await readRows(db, accountId));
    },

    /** Whether no ledger account was ever chosen or removed. */
    async isUntouched({ accountId }: LedgerOwner): Promise<boolean> {
      return (await readRows(db, accountId)).size === 0;
    },

    /** Locks the ledgers until the end of the transaction `db`. */
    lock({ accountId }: LedgerOwner): Promise<void> {
      return takeLock(db, getLockName(accountId));
    },

    /** Returns `null` and changes nothing if there would be more than `MAX_LEDGER_CODES`. */
    change({ accountId }: LedgerOwner, changes: Ledgers): Promise<Ledgers | null> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, getLockName(accountId));
        const rows = await readRows(transaction, accountId);
        // Skip removals of missing ledger accounts.
        const effective = Object.entries(changes).filter(([code, ledger]) => ledger !== NO_LEDGER || rows.has(code));
        for (const [code, ledger] of effective) rows.set(code, ledger);
        const chosenLedgers = getChosenLedgers(rows);
        if (Object.keys(chosenLedgers).length > MAX_LEDGER_CODES) return null;
        await save(transaction, accountId, effective);
        return chosenLedgers;
      });
    },
  };
}

/** One statement, because other writers wait for the lock. */
async function save(db: StoreDb, accountId: number, changes: readonly (readonly [code: string, ledger: string])[]) {
  if (changes.length === 0) return;
  await db
    .insertInto('ledger_accounts')
    .values(changes.map(([code, ledger]) => ({ account_id: accountId, code, ledger })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'code']).doUpdateSet(({ ref }) => ({ ledger: ref('excluded.ledger') })),
    )
    .execute();
}

function getLockName(accountId: number): string {
  return `ledgers ${accountId}`;
}

function getChosenLedgers(rows: ReadonlyMap<string, string>): Ledgers {
  return Object.fromEntries([...rows].filter(([, ledger]) => ledger !== NO_LEDGER));
}
