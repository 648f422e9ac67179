import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { createFieldFilter, type FieldFilter } from '../../shared/contract/listed-fields.ts';
import { listOrderItems } from '../../shared/contract/order-items.ts';
import { listOrderPayments } from '../../shared/contract/order-payments.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { type AnsweredRows, type JsonRows, jsonRowsOf } from '../platform/json-rows.ts';
import type { ThreadedCallName } from './threaded-calls.ts';

/** The calls whose rows a client gets as they are, each with what its endpoint answers. */
const ENDPOINTS = {
  searchProducts: listProducts,
  listProductPrices,
  listStock,
  listCustomers,
  listOrders,
  readDiscountOrders: listDiscountOrders,
  listOrderItems,
  listOrderPayments,
} as const satisfies { readonly [Name in ThreadedCallName]?: unknown };

/**
 * Makes rows JSON with the fields of the contract alone, whatever a platform adds to them. Undefined where rows do not
 * go to a client as they are.
 */
export function createRowWriter() {
  const filters = new Map<string, FieldFilter>(
    Object.entries(ENDPOINTS).map(([name, { response }]) => [
      name,
      createFieldFilter(response.properties.data),
    ]),
  );
  return (name: ThreadedCallName, { rows }: AnsweredRows<unknown>): JsonRows | undefined => {
    const keepListedFields = filters.get(name);
    return keepListedFields && jsonRowsOf(keepListedFields(rows) as readonly unknown[]);
  };
}
