import type { InstantRange } from '../../../shared/calendar.ts';
import { type List, type ListKey, readListBatch } from '../../store/list-reader.ts';
import {
  defineItemRecordList,
  definePaymentRecordList,
  type ItemWithOrder,
  type PaymentWithOrder,
} from '../../store/orders/order-lines-queries.ts';
import { defineOrderRecordList, type OrderRecord } from '../../store/orders/orders-queries.ts';
import type { StoreDb } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import { isSortedByPurchase, type KeyedListName, type KeyedLists, type Platform } from '../platform.ts';
import { addInstants, createForeignKeyError, getScope } from './embedded-scope.ts';
import { toItemRow, toOrderRow, toPaymentRow } from './order-mapper.ts';

type InRange<Query> = Query & { readonly range: InstantRange };

interface KeyedReader<L extends KeyedListName, Record> {
  list(db: StoreDb, scope: StoreScope, query: InRange<KeyedLists[L]['query']>): List<Record, string>;
  toRow(record: Record): KeyedLists[L]['row'];
}

const KEYED_READERS = {
  orders: { list: defineOrderRecordList, toRow: toOrderRow } satisfies KeyedReader<'orders', OrderRecord>,
  orderItems: { list: defineItemRecordList, toRow: toItemRow } satisfies KeyedReader<'orderItems', ItemWithOrder>,
  orderPayments: {
    list: (db, scope, query) =>
      definePaymentRecordList(db, scope, { ...query, provider_id: query.provider_method_type_id }),
    toRow: toPaymentRow,
  } satisfies KeyedReader<'orderPayments', PaymentWithOrder>,
};

/** Small enough for the young generation of a worker's heap, so that rows are freed with their batch. */
const BATCH_ROWS = 250;

/** Larger for sort orders without an index, because every batch sorts all rows of the list. */
const SORTED_BATCH_ROWS = 2_500;

/** The key of a batch is the sort position of its last row, as JSON. */
export function createEmbeddedBatches(store: StoreDb): Pick<Platform, 'readBatch'> {
  return {
    readBatch: (caller, list, query, after) =>
      inTransaction(store, async (db) => {
        // The cast holds: the reader has the name of its list.
        const reader = KEYED_READERS[list] as KeyedReader<typeof list, unknown>;
        const key = after === null ? null : parseListKey(after);
        const listed = reader.list(db, getScope(caller), startAtKey(addInstants(query), key));
        if (key !== null && key.length !== listed.order.length) throw createForeignKeyError();
        const { rows, next } = await readListBatch(
          listed,
          key,
          isSortedByPurchase(query) ? BATCH_ROWS : SORTED_BATCH_ROWS,
        );
        return { rows: rows.map(reader.toRow), next: next && JSON.stringify(next) };
      }),
  };
}

/** Starts the range at the key if rows are sorted by purchase: SQLite then enters the index there. */
function startAtKey<Query extends { readonly sort?: string; readonly range: InstantRange }>(
  query: Query,
  key: ListKey | null,
): Query {
  const { sort = 'date_purchased', range } = query;
  const purchased = key?.[0];
  if (typeof purchased !== 'number' || !isSortedByPurchase(query)) return query;
  return sort === 'date_purchased'
    ? { ...query, range: { ...range, start: Math.max(range.start, purchased) } }
    : { ...query, range: { ...range, end: Math.min(range.end, purchased + 1) } };
}

function parseListKey(text: string): ListKey {
  try {
    const key: unknown = JSON.parse(text);
    if (Array.isArray(key) && key.every(isKeyValue)) return key;
  } catch {
    // Refused below.
  }
  throw createForeignKeyError();
}

function isKeyValue(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}
