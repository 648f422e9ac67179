import { type Static, type TSchema, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { OrderRow, orderExample } from './orders.ts';
import { Product, productExample } from './products.ts';
import { Limit, Moment, optional } from './query.ts';
import { NamedRecord, nullable, RecordId, Timestamp } from './values.ts';

const MAX_CHANGES = 500;
/** Days after which a cursor expires. */
export const CURSOR_DAYS = 90;
export const CHANGE_KINDS = ['upsert', 'delete'] as const;

const createChangeFields = <T extends TSchema>(record: T) => ({
  id: RecordId('Id of the record'),
  change: Type.Enum(CHANGE_KINDS, {
    description: '`upsert`: the record was created or changed. `delete`: it was deleted, and `record` is `null`',
  }),
  version: Type.Integer({ description: 'Increases with every change in the feed' }),
  changed_at: Timestamp('When it changed'),
  record: nullable(record),
});

const change = { version: 48_211, changed_at: '2026-10-01T10:15:02+02:00', change: 'upsert' as const };

/** An order in the list without `include`. */
const OrderRecord = NamedRecord('OrderRecord', OrderRow.properties, orderExample, 'An order');

export const ProductChange = NamedRecord(
  'ProductChange',
  createChangeFields(Product),
  { id: productExample.id, ...change, record: productExample },
  'The latest change of a product',
);
export type ProductChange = Static<typeof ProductChange>;

export const OrderChange = NamedRecord(
  'OrderChange',
  createChangeFields(OrderRecord),
  { id: orderExample.id, ...change, record: orderExample },
  'The latest change of an order',
);
export type OrderChange = Static<typeof OrderChange>;

const query = Type.Object({
  since: optional({ ...Moment('First call: changes at or after this time'), 'x-filled': true }),
  cursor: optional(
    Type.String({
      maxLength: 512,
      'x-text': 'text',
      description: 'Later calls: `next_cursor` of the previous answer, unchanged',
      'x-filled': false,
    }),
  ),
  limit: Limit(MAX_CHANGES),
});

const ChangesPage = <T extends TSchema>(row: T) =>
  Type.Object({
    count: Type.Integer({ description: 'Rows in this answer', examples: [1] }),
    total: Type.Integer({ description: 'Remaining rows, including those in this answer', examples: [1] }),
    data: Type.Array(row, { description: 'Sorted by version; each record once, at its latest version' }),
    next_cursor: Type.String({
      description: 'Cursor for the next call, opaque; also set on the last page',
      examples: [
        'v1.UI5wkoK2I9EMFbXBmBueN7zwNT90r9iMRs2EaGy6_V2rFLCR6p4BMpa5272O5f8XTBvkZvANeIoCTerjqP0tyU7LvO6ODxIf-5KfxA',
      ],
    }),
    has_more: Type.Boolean({ description: 'Whether more changes are available now' }),
  });

const HOW_TO_FOLLOW =
  'Call once with `since`, then with the `next_cursor` of the previous answer, even if `has_more` is false. Exactly one ' +
  'of the two is required. A `record` is as in the list. Store the cursor together with the changes that you applied: ' +
  'applying a page twice is harmless, and no change is skipped, including those written while you read. A record is ' +
  'deleted only if a row says so. A cursor works for the same account, feed and rights for ' +
  `${CURSOR_DAYS} days. Any other cursor returns 400: start again with \`since\`.`;

export const listProductChanges = defineEndpoint({
  method: 'GET',
  path: '/api/products/delta',
  access: 'user',
  operation: 'listProductChanges',
  tag: 'Catalog',
  summary: 'List product changes',
  description: `Returns changed products. A changed price or stock is a change of its product. ${HOW_TO_FOLLOW}`,
  query,
  response: ChangesPage(ProductChange),
});

export const listOrderChanges = defineEndpoint({
  method: 'GET',
  path: '/api/orders/delta',
  access: 'user',
  operation: 'listOrderChanges',
  tag: 'Orders',
  summary: 'List order changes',
  description: `Returns changed orders. A return, a payment or a new status is a change of its order. ${HOW_TO_FOLLOW}`,
  query,
  response: ChangesPage(OrderChange),
});
