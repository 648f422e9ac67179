import {
  COMPANY_FIELDS,
  type CompanyDetails,
  type CompanyField,
  NO_COMPANY_DETAILS,
} from '../../../shared/contract/company.ts';
import type { StoreDb } from '../schema.ts';

/** Whose details. */
interface CompanyOwner {
  readonly accountId: number;
}

/** What each account says of itself on receipts and invoices. */
export function createCompanyRepository(db: StoreDb) {
  async function read({ accountId }: CompanyOwner): Promise<CompanyDetails> {
    const rows = await db
      .selectFrom('company_details')
      .select(['field', 'value'])
      .where('account_id', '=', accountId)
      .execute();
    const known = rows.filter(({ field }) => COMPANY_FIELDS.some((name) => name === field));
    return { ...NO_COMPANY_DETAILS, ...Object.fromEntries(known.map(({ field, value }) => [field, value])) };
  }

  return {
    read,

    /** How the company is named on paper; empty if nobody entered it. */
    async readName(owner: CompanyOwner): Promise<string> {
      return (await read(owner)).name;
    },

    /** True if no detail was ever entered or removed. */
    async isUntouched({ accountId }: CompanyOwner): Promise<boolean> {
      const row = await db
        .selectFrom('company_details')
        .select('field')
        .where('account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },

    /** Each is written for itself: of two changes of one detail the later stays. */
    async change(owner: CompanyOwner, changes: Partial<Record<CompanyField, string>>): Promise<CompanyDetails> {
      const values = Object.entries(changes).map(([field, value]) => ({ account_id: owner.accountId, field, value }));
      if (values.length > 0) {
        await db
          .insertInto('company_details')
          .values(values)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'field']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
          )
          .execute();
      }
      return read(owner);
    },
  };
}
