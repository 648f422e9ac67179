import { type Ledgers, MAX_LEDGER_CODES } from '../../../shared/contract/ledgers.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, takeLock } from '../transactions.ts';

/** Whose ledger accounts. */
interface LedgerOwner {
  readonly accountId: number;
}

/** A removed account leaves an empty text, which shows that the user chose to have none. */
const NONE = '';

/** The ledger accounts on which each account books. */
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
      return chosenIn(await readRows(db, accountId));
    },

    /** Whether none was ever chosen or removed. */
    async isUntouched({ accountId }: LedgerOwner): Promise<boolean> {
      return (await readRows(db, accountId)).size === 0;
    },

    /** Keeps others from changing them until the transaction ends, which `db` has to be. */
    hold({ accountId }: LedgerOwner): Promise<void> {
      return takeLock(db, ledgersLock(accountId));
    },

    /** Null, and nothing is changed, where there would be more than `LEDGER_CODES_MAX`. */
    change({ accountId }: LedgerOwner, changes: Ledgers): Promise<Ledgers | null> {
      return inWriteTransaction(db, async (transaction) => {
        await takeLock(transaction, ledgersLock(accountId));
        const rows = await readRows(transaction, accountId);
        // What is not there cannot be removed.
        const effective = Object.entries(changes).filter(([code, ledger]) => ledger !== NONE || rows.has(code));
        for (const [code, ledger] of effective) rows.set(code, ledger);
        const chosen = chosenIn(rows);
        if (Object.keys(chosen).length > MAX_LEDGER_CODES) return null;
        await save(transaction, accountId, effective);
        return chosen;
      });
    },
  };
}

/** One statement, because others wait for the lock meanwhile. */
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

function ledgersLock(accountId: number): string {
  return `ledgers ${accountId}`;
}

function chosenIn(rows: ReadonlyMap<string, string>): Ledgers {
  return Object.fromEntries([...rows].filter(([, ledger]) => ledger !== NONE));
}
