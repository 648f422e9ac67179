import type { Kysely } from 'kysely';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import { readItems, readPayments, sumItems, sumPayments } from '../../store/order-lines-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { Platform } from '../platform.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';
import { toOrderItem, toOrderOfLine, toOrderPayment } from './order-mapper.ts';

type OrderLines = Pick<Platform, 'listOrderItems' | 'listOrderPayments'>;

/** The rows behind the figures, with sums over all that the filters select. */
export function createEmbeddedOrderLines(store: Kysely<StoreSchema>): OrderLines {
  return {
    listOrderItems: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const selection = withInstants(query);
        const { total, ...sums } = await sumItems(db, scope, selection);
        const items = await readItems(db, scope, selection, query);
        return {
          total,
          rows: items.map((item) => ({ ...toOrderItem(item), ...toOrderOfLine(item) })),
          sums: {
            quantity: sums.quantity / QUANTITY_SCALE,
            value: toEuros(sums.value_ex),
            value_wt: toEuros(sums.value_wt),
            cost: toEuros(sums.cost_ex),
          },
        };
      }),

    listOrderPayments: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const selection = { ...withInstants(query), provider_id: query.provider_method_type_id };
        const { total, amount } = await sumPayments(db, scope, selection);
        const payments = await readPayments(db, scope, selection, query);
        return {
          total,
          rows: payments.map((payment) => ({ ...toOrderPayment(payment), ...toOrderOfLine(payment) })),
          sums: { amount: toEuros(amount) },
        };
      }),
  };
}
