import { listCustomers } from '../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../shared/contract/discount-orders.ts';
import { createFieldFilter, type FieldFilter } from '../../shared/contract/endpoint.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listStock } from '../../shared/contract/stock.ts';
import { type AnsweredRows, type JsonRows, jsonRowsOf } from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import type { ThreadedAnswer, ThreadedCall, ThreadedCallName } from './threaded-calls.ts';

/** In a thread: answers the calls with a platform of its own. */
export function answerCallsOf(platform: Platform): (call: ThreadedCall) => Promise<ThreadedAnswer> {
  const writeRows = createRowWriter();

  return async ({ name, args }) => {
    const method = platform[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const answer = await method(...args);
    if (!hasRows(answer)) return { json: JSON.stringify(answer) };
    const rows = answer.json ?? writeRows(name, answer);
    return rows === undefined
      ? { json: JSON.stringify(answer) }
      : { json: JSON.stringify(besidesRows(answer)), rows };
  };
}

/** The rows: they may be many. */
export function movedOf({ rows }: ThreadedAnswer): ArrayBuffer[] {
  return rows?.bytes.buffer instanceof ArrayBuffer ? [rows.bytes.buffer] : [];
}

/** Never touches the rows: those that are JSON already are read when somebody looks at them. */
function besidesRows(answer: AnsweredRows<unknown>): Readonly<Record<string, unknown>> {
  const names = (Object.keys(answer) as (keyof typeof answer)[]).filter((name) => name !== 'rows');
  return Object.fromEntries(names.map((name) => [name, answer[name]]));
}

function hasRows(value: unknown): value is AnsweredRows<unknown> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

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
function createRowWriter() {
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
