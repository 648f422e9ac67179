import type { Kysely } from 'kysely';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import {
  type ItemSums,
  productItemList,
  readItems,
  readListedItems,
  readPayments,
  sumItems,
  sumListedItems,
  sumPayments,
} from '../../store/orders/order-lines-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Platform } from '../platform.ts';
import { scopeOf, withInstants } from './embedded-scope.ts';
import { toOrderItem, toOrderOfLine, toOrderPayment } from './order-mapper.ts';

type OrderLines = Pick<Platform, 'listOrderItems' | 'listOrderPayments'>;

/** The rows behind the figures, with sums over all that the filters select. */
export function createEmbeddedOrderLines(store: Kysely<StoreSchema>, lists: OrderedLists): OrderLines {
  return {
    listOrderItems(caller, query) {
      const scope = scopeOf(caller);
      const { product_id, ...selection } = withInstants(query);
      if (product_id !== undefined) {
        return lists.read(productItemList(scope, { ...selection, product_id }), async (db, list) => {
          const items = await readListedItems(db, list, query);
          return toPage(list.total, items, await sumListedItems(db, list));
        });
      }
      return inTransaction(store, async (db) => {
        const { total, items } = await readItems(db, scope, selection, query);
        return toPage(total, items, await sumItems(db, scope, selection));
      });
    },

    listOrderPayments: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const selection = { ...withInstants(query), provider_id: query.provider_method_type_id };
        const { total, payments } = await readPayments(db, scope, selection, query);
        const { amount } = await sumPayments(db, scope, selection);
        return {
          total,
          rows: payments.map((payment) => ({ ...toOrderPayment(payment), ...toOrderOfLine(payment) })),
          sums: { amount: toEuros(amount) },
        };
      }),
  };
}

type ItemOfPage = Awaited<ReturnType<typeof readListedItems>>[number];

function toPage(total: number, items: readonly ItemOfPage[], sums: ItemSums) {
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
}
