import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { OrderItemQuery, OrderPaymentQuery, Platform } from '../../../electron/platform/platform.ts';
import {
  ORDER_ITEM_SORTS,
  ORDER_PAYMENT_SORTS,
  type OrderItemRow,
  type OrderPaymentRow,
} from '../../../shared/contract/order-rows.ts';
import { ITEM_TYPES } from '../../../shared/contract/orders.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { getOrderFields, isCounting, sumEuros, sumItems } from '../../support/orders-oracle.ts';
import { GROUP, LOCATION, PRODUCT, PROVIDER, RATE, SHOP } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEachViewer } from '../fact.ts';
import { ALWAYS, OCTOBER, UTRECHT } from '../known-shop.ts';
import {
  ascending,
  type Compare,
  drained,
  filterFacts,
  filtersAmong,
  filtersBy,
  filtersWhere,
  momentOf,
  sortedBy,
  sortedPagingFacts,
} from '../laws/lists.ts';
import { allOrders } from '../laws/orders-and-reports.ts';

type ItemFilters = Partial<Omit<OrderItemQuery, 'start' | 'limit'>>;
type PaymentFilters = Partial<Omit<OrderPaymentQuery, 'start' | 'limit'>>;
type LineRow = Pick<OrderItemRow, 'date_purchased' | 'order_id' | 'id'>;

const itemsOf = (platform: Platform, caller: Caller, filters: ItemFilters = {}) =>
  drained((page) => platform.listOrderItems(caller, { ...ALWAYS, ...filters, ...page }));
const paymentsOf = (platform: Platform, caller: Caller, filters: PaymentFilters = {}) =>
  drained((page) => platform.listOrderPayments(caller, { ...ALWAYS, ...filters, ...page }));

const purchaseOf = (row: LineRow) => momentOf(row.date_purchased);

const itemKeyOf = {
  quantity: (row: OrderItemRow) => row.quantity,
  ppu_wt: (row: OrderItemRow) => row.ppu_wt,
  value_ex_wt: (row: OrderItemRow) => row.value_ex_wt,
  value_wt: (row: OrderItemRow) => row.value_wt,
  cost_value_ex: (row: OrderItemRow) => assertKnown(row.cost_value_ex),
};

const paymentKeyOf = {
  date_paid: (row: OrderPaymentRow) => momentOf(assertKnown(row.date_paid)),
  amount: (row: OrderPaymentRow) => row.amount,
};

/** By purchase, order and id; a descending sort reverses only the purchase. Other sorts use only the id for ties. */
function lineOrder<Row extends LineRow>(keys: Readonly<Record<string, (row: Row) => number>>) {
  return (sort = 'date_purchased'): Compare<Row> => {
    if (!sort.endsWith('date_purchased')) return sortedBy(sort, keys, ({ id }) => id);
    const byMoment = ascending<Row>(purchaseOf);
    const ties = ascending<Row>(
      (row) => row.order_id,
      (row) => row.id,
    );
    const direction = sort.startsWith('-') ? -1 : 1;
    return (one, other) => direction * byMoment(one, other) || ties(one, other);
  };
}

const SHOPS_AT: Readonly<Record<number, readonly number[]>> = {
  [LOCATION.utrecht]: UTRECHT.shops,
  [LOCATION.amsterdam]: [SHOP.amsterdam],
};

/** Filters by shop and location; a row names its shop. */
const PLACES = [
  ...filtersAmong('shop_id', [...Object.values(SHOP).map((id) => [id]), [0], [SHOP.utrecht1, SHOP.webshop, 0]]),
  ...filtersWhere(
    'location_id',
    [...Object.values(LOCATION).map((id) => [id]), [LOCATION.utrecht, LOCATION.amsterdam]],
    ({ shop_id }: { shop_id: number }, ids) => ids.some((id) => SHOPS_AT[id]?.includes(shop_id)),
  ),
];

export const LINES: Area = {
  area: 'items and payments',
  facts: [
    ...sortedPagingFacts({
      name: 'listOrderItems',
      sorts: ORDER_ITEM_SORTS,
      read: (platform, caller, page) => platform.listOrderItems(caller, { ...OCTOBER, ...page }),
      compareBy: lineOrder(itemKeyOf),
    }),
    ...sortedPagingFacts({
      name: 'listOrderPayments',
      sorts: ORDER_PAYMENT_SORTS,
      read: (platform, caller, page) => platform.listOrderPayments(caller, { ...OCTOBER, ...page }),
      compareBy: lineOrder(paymentKeyOf),
    }),
    ...filterFacts<ItemFilters, OrderItemRow>({
      name: 'listOrderItems',
      readAll: itemsOf,
      filters: [
        ...PLACES,
        ...filtersBy('type', ITEM_TYPES),
        { query: { sign: 'positive' }, selects: ({ quantity }) => quantity > 0 },
        { query: { sign: 'negative' }, selects: ({ quantity }) => quantity < 0 },
        ...filtersBy('tax_rate_id', [...Object.values(RATE), 0]),
        ...filtersBy('product_group_id', Object.values(GROUP)),
        ...filtersBy('product_id', Object.values(PRODUCT)),
      ],
    }),
    ...filterFacts<PaymentFilters, OrderPaymentRow>({
      name: 'listOrderPayments',
      readAll: paymentsOf,
      filters: [...PLACES, ...filtersBy('provider_method_type_id', [...Object.values(PROVIDER), 0])],
    }),
    ...factOfEachViewer('are, for the %s, those of the orders that count', async ({ platform, callers }, user) => {
      const orders = (await allOrders(platform, callers[user])).filter(isCounting);
      const direct = orders.filter((order) => order.payment_term === 'direct');
      expect(await itemsOf(platform, callers[user])).toEqual(
        orders.flatMap((order) => order.items.map((item) => ({ ...item, ...getOrderFields(order) }))),
      );
      expect(await paymentsOf(platform, callers[user])).toEqual(
        direct.flatMap((order) => order.payments.map((paid) => ({ ...paid, ...getOrderFields(order) }))),
      );
    }),
    fact('of orders on credit, paid or not, are selected by term and payment', async ({ platform, callers }) => {
      const orders = (await allOrders(platform, callers.owner)).filter(isCounting);
      for (const payment_term of ['direct', 'invoice'] as const) {
        for (const is_paid of [true, false]) {
          const rows = await itemsOf(platform, callers.owner, { payment_term, is_paid });
          const chosen = orders.filter((order) => order.payment_term === payment_term && order.is_paid === is_paid);
          expect(rows.map(({ id }) => id)).toEqual(chosen.flatMap(({ items }) => items.map(({ id }) => id)));
        }
      }
    }),
    fact('have the same sums on every page: those of all rows', async ({ platform, callers }) => {
      const items = await itemsOf(platform, callers.owner, OCTOBER);
      const payments = await paymentsOf(platform, callers.owner, OCTOBER);
      for (const page of [
        { start: 0, limit: 1 },
        { start: 3, limit: 7 },
        { start: 999, limit: 1 },
      ]) {
        const query = { ...OCTOBER, ...page };
        expect((await platform.listOrderItems(callers.owner, query)).sums).toEqual(sumItems(items));
        expect((await platform.listOrderPayments(callers.owner, query)).sums).toEqual({
          amount: sumEuros(payments, ({ amount }) => amount),
        });
      }
    }),
  ],
};
