import type { Kysely } from 'kysely';
import { createLedgersRepository } from '../../store/accounts/ledgers-repository.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { inWriteTransaction } from '../../store/transactions.ts';
import { demoLedgers } from './demo-ledgers.ts';
import type { DemoProfile } from './demo-profile.ts';

/** Gives a demo account its ledger accounts, once: where somebody has chosen any, or taken all away, theirs stay. */
export function giveLedgers(db: Kysely<StoreSchema>, profile: DemoProfile): Promise<void> {
  const owner = { accountId: profile.ids.account };
  return inWriteTransaction(db, async (transaction) => {
    const repository = createLedgersRepository(transaction);
    await repository.hold(owner);
    if (await repository.isUntouched(owner)) await repository.change(owner, demoLedgers(profile));
  });
}
