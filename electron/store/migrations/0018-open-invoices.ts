import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the index that sums open invoices by customer without reading other orders. */
export const openInvoices: Migration = {
  async up(db) {
    await sql`create index open_invoices on orders (account_id, customer_id, location_id, status, value_wt)
      where payment_term = 'invoice' and is_paid = 0`.execute(db);
  },
};
