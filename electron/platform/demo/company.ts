import { createCompanyRepository } from '../../store/accounts/company-repository.ts';
import type { StoreDb } from '../../store/schema.ts';
import { inWriteTransaction } from '../../store/transactions.ts';
import type { DemoProfile } from './demo-profile.ts';

/** Gives a demo account company details so that invoices can be printed. Changed details stay. */
export function addCompany(db: StoreDb, { ids, company }: DemoProfile): Promise<void> {
  const owner = { accountId: ids.account };
  return inWriteTransaction(db, async (transaction) => {
    const repository = createCompanyRepository(transaction);
    if (await repository.isUntouched(owner)) await repository.change(owner, company);
  });
}
