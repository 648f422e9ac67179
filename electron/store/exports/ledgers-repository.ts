import type { Kysely } from 'kysely';
import { LEDGER_CODES_MAX, type Ledgers } from '../../../shared/contract/ledgers.ts';
import { inWriteTransaction } from '../in-write-transaction.ts';
import type { StoreSchema } from '../schema.ts';

/** Whose ledger accounts. */
interface LedgerOwner {
  readonly accountId: number;
}

/** An account that was taken away leaves an empty text, so that it is known that somebody chose to have none. */
const NONE = '';

/** The ledger accounts on which each account books. */
export function createLedgersRepository(db: Kysely<StoreSchema>) {
  async function readRows(from: Kysely<StoreSchema>, accountId: number): Promise<Map<string, string>> {
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

    /** Whether any were ever chosen, and be it none. */
    async isUntouched({ accountId }: LedgerOwner): Promise<boolean> {
      return (await readRows(db, accountId)).size === 0;
    },

    /** Null, and nothing is changed, where there would be more than `LEDGER_CODES_MAX`. */
    change({ accountId }: LedgerOwner, changes: Ledgers): Promise<Ledgers | null> {
      return inWriteTransaction(db, async (transaction) => {
        const rows = await readRows(transaction, accountId);
        // What is not there cannot be taken away.
        const effective = Object.entries(changes).filter(
          ([code, ledger]) => ledger !== NONE || rows.has(code),
        );
        for (const [code, ledger] of effective) rows.set(code, ledger);
        const chosen = chosenIn(rows);
        if (Object.keys(chosen).length > LEDGER_CODES_MAX) return null;
        for (const [code, ledger] of effective) {
          await transaction
            .insertInto('ledger_accounts')
            .values({ account_id: accountId, code, ledger })
            .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet({ ledger }))
            .execute();
        }
        return chosen;
      });
    },
  };
}

export type LedgersRepository = ReturnType<typeof createLedgersRepository>;

function chosenIn(rows: ReadonlyMap<string, string>): Ledgers {
  return Object.fromEntries([...rows].filter(([, ledger]) => ledger !== NONE));
}
