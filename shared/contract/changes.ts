import { type Static, type TSchema, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { OrderRow, orderExample } from './orders.ts';
import { Product, productExample } from './products.ts';
import { Limit, Moment, optional } from './query.ts';
import { NamedRecord, nullable, RecordId, Timestamp } from './values.ts';

const CHANGES_CAP = 500;
/** Days after which a cursor is refused. */
export const CURSOR_DAYS = 90;
export const CHANGE_KINDS = ['upsert', 'delete'] as const;

const changeFields = <T extends TSchema>(record: T) => ({
  id: RecordId('Of the record'),
  change: Type.Enum(CHANGE_KINDS, {
    description:
      '`upsert`: the record is now as given, whether it is new or not. `delete`: it is gone, and `record` is null.',
  }),
  version: Type.Integer({ description: 'Grows with every change of the feed' }),
  changed_at: Timestamp('When it changed'),
  record: nullable(record),
});

const change = { version: 48_211, changed_at: '2026-10-01T10:15:02+02:00', change: 'upsert' as const };

/** An order as the list has it where nothing is included. */
const OrderRecord = NamedRecord('OrderRecord', OrderRow.properties, orderExample, 'An order');

export const ProductChange = NamedRecord(
  'ProductChange',
  changeFields(Product),
  { id: productExample.id, ...change, record: productExample },
  'The latest change of a product',
);
export type ProductChange = Static<typeof ProductChange>;

export const OrderChange = NamedRecord(
  'OrderChange',
  changeFields(OrderRecord),
  { id: orderExample.id, ...change, record: orderExample },
  'The latest change of an order',
);
export type OrderChange = Static<typeof OrderChange>;

const query = Type.Object({
  since: optional({ ...Moment('First call: all that changed at this moment or later'), 'x-filled': true }),
  cursor: optional(
    Type.String({
      maxLength: 512,
      'x-text': 'text',
      description: 'Later calls: `next_cursor` of the answer before, exactly as it was given',
      'x-filled': false,
    }),
  ),
  limit: Limit(CHANGES_CAP),
});

const ChangesOf = <T extends TSchema>(row: T) =>
  Type.Object({
    count: Type.Integer({ description: 'Rows in this answer', examples: [1] }),
    total: Type.Integer({ description: 'Rows left from here on, these included', examples: [1] }),
    data: Type.Array(row, { description: 'By version, each record once at its latest version' }),
    next_cursor: Type.String({
      description: 'Where the next call goes on; given on the last page too. Nothing in it is for reading',
      examples: [
        'v1.UI5wkoK2I9EMFbXBmBueN7zwNT90r9iMRs2EaGy6_V2rFLCR6p4BMpa5272O5f8XTBvkZvANeIoCTerjqP0tyU7LvO6ODxIf-5KfxA',
      ],
    }),
    has_more: Type.Boolean({ description: 'Whether there is more already' }),
  });

const HOW_TO_FOLLOW =
  'Call once with `since`, and from then on with the `next_cursor` of the answer before, also once `has_more` is ' +
  'false; exactly one of the two is required. A `record` is as in the list. Keep the cursor with what you applied: ' +
  'applying a page twice changes nothing, and nothing is skipped, also not what is written while you read. A record is ' +
  'deleted where a row says so, never because it is absent. A cursor works for this account, feed and rights, for ' +
  `${CURSOR_DAYS} days; any other is 400: start again with \`since\`.`;

export const listProductChanges = defineEndpoint({
  method: 'GET',
  path: '/api/products/delta',
  access: 'user',
  operation: 'listProductChanges',
  tag: 'Catalog',
  summary: 'Products that changed',
  description: `A change of a price or of stock is one of its product; a deleted product has no record. ${HOW_TO_FOLLOW}`,
  query,
  response: ChangesOf(ProductChange),
});

export const listOrderChanges = defineEndpoint({
  method: 'GET',
  path: '/api/orders/delta',
  access: 'user',
  operation: 'listOrderChanges',
  tag: 'Orders',
  summary: 'Orders that changed',
  description: `A return, a payment and a new status are changes of their order. ${HOW_TO_FOLLOW}`,
  query,
  response: ChangesOf(OrderChange),
});
