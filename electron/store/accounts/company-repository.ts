import {
  COMPANY_FIELDS,
  type CompanyDetails,
  type CompanyField,
  NO_COMPANY_DETAILS,
} from '../../../shared/contract/company.ts';
import type { StoreDb } from '../schema.ts';

interface CompanyOwner {
  readonly accountId: number;
}

/** Company details of each account, for receipts and invoices. */
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

    /** Reads the company name for printed documents. Empty if nobody entered one. */
    async readName(owner: CompanyOwner): Promise<string> {
      return (await read(owner)).name;
    },

    /** Whether no detail was ever entered or removed. */
    async isUntouched({ accountId }: CompanyOwner): Promise<boolean> {
      const row = await db
        .selectFrom('company_details')
        .select('field')
        .where('account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst();
      return row === undefined;
    },

    /** Details are written separately: for concurrent changes of one detail, the later wins. */
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
