import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { byDialect } from '../dialects/by-dialect.ts';
import { contains, lowered, searchWords, startsWith } from '../dialects/text-match.ts';
import { NO_DETAIL, type OrderedList } from '../ordered-list.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { type OrderSelection, selectedOrders } from './order-selection.ts';

export interface OrderSearch extends OrderSelection {
  /** Beginning of the order number, or words that all occur in the customer's name. */
  readonly q?: string | undefined;
  readonly sort?: (typeof ORDER_SORTS)[number] | undefined;
}

/** True where neither the moment of purchase nor the totals that are kept by it give the order. */
export function needsOrderedList({ q, sort }: Pick<OrderSearch, 'q' | 'sort'>): boolean {
  return searchWords(q).length > 0 || sort?.endsWith('value_wt') === true;
}

/** The orders of a search in its order; those that sort alike by id. */
export function orderList(scope: StoreScope, selection: OrderSearch): OrderedList {
  const { sort = 'date_purchased' } = selection;
  const words = searchWords(selection.q);
  const eb = expressionBuilder<StoreSchema>();
  // A cross join is not turned around: the orders that were found lead, not all those of the period.
  const orders =
    words.length === 0
      ? eb.selectFrom('orders')
      : eb
          .selectFrom(ordersFound(scope, selection, words).as('found'))
          .crossJoin('orders')
          .whereRef('orders.id', '=', 'found.id');
  return {
    name: 'orders',
    scope,
    selection,
    subjects: words.length === 0 ? ['orders'] : ['orders', 'customers'],
    rows: orders
      .select(['orders.id', NO_DETAIL])
      .where(selectedOrders(scope, selection))
      .orderBy(
        sort.endsWith('value_wt') ? 'orders.value_wt' : 'orders.date_purchased',
        sort.startsWith('-') ? 'desc' : 'asc',
      )
      .orderBy('orders.id'),
  };
}

/** By number and by customer, each through its index, and each order once. */
function ordersFound(scope: StoreScope, { range }: OrderSelection, words: readonly string[]) {
  const eb = expressionBuilder<StoreSchema>();
  const isNamed = words.map((word) => contains('customers.folded_name', word));
  const byCustomer = eb
    .selectFrom('customers')
    .crossJoin('orders')
    .select('orders.id')
    .whereRef('orders.customer_id', '=', 'customers.id')
    .where('orders.account_id', '=', scope.accountId)
    .where('customers.account_id', '=', scope.accountId)
    .where((customers) => customers.and(isNamed));
  return (
    eb
      .selectFrom('orders')
      .select('orders.id')
      .where('orders.account_id', '=', scope.accountId)
      .where(numberStartsWith(words.join(' ')))
      // The plus keeps the index by date out, which would read the whole period.
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} >= ${range.start}`)
      .where(sql<SqlBool>`+${sql.ref('orders.date_purchased')} < ${range.end}`)
      .union(byCustomer)
  );
}

/**
 * For SQLite a range for the index, of which no text is above any byte 255, and the comparison that decides;
 * PostgreSQL sees the range by itself.
 */
function numberStartsWith(text: string): Expression<SqlBool> {
  const number = lowered('orders.order_number');
  const isStart = startsWith(number, text);
  return byDialect({
    sqlite: sql<SqlBool>`(${number} >= ${text} and ${number} < ${text} || cast(x'ff' as text)
    and ${isStart})`,
    postgres: isStart,
  });
}
