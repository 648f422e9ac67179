import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { contains, lowered, searchWords } from '../dialects/text-match.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { ordersInScope } from './order-selection.ts';

export interface CustomerSelection {
  /** Every word must occur in name or e-mail address, whatever the case and the accents. */
  readonly q?: string;
}

/** Customers of the account; where the scope has a location, those with an order there, of any status. */
export function customersInScope(scope: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const isOfAccount = eb('customers.account_id', '=', scope.accountId);
  if (scope.locationId === null) return isOfAccount;
  const orders = eb
    .selectFrom('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where(ordersInScope(scope));
  return eb.and([isOfAccount, eb.exists(orders)]);
}

export function selectedCustomers(scope: StoreScope, { q }: CustomerSelection): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'customers'>();
  const email = lowered('customers.email');
  const isMatched = searchWords(q).map((word) =>
    eb.or([contains('customers.folded_name', word), contains(email, word)]),
  );
  return eb.and([customersInScope(scope), ...isMatched]);
}
