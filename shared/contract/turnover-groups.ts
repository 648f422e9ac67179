import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Known, ListOf, NamedRecord, RecordId } from './values.ts';

/** A product group. Its `code` is a revenue ledger account. `product_group_id` refers to it. */
export const TurnoverGroup = NamedRecord(
  'TurnoverGroup',
  { id: RecordId(), code: Known(Type.String({ description: 'Code of the revenue ledger' })), title: Type.String() },
  { id: 7, code: '8010', title: 'Tuin' },
  'A group of products',
);
export type TurnoverGroup = Static<typeof TurnoverGroup>;

export const listTurnoverGroups = defineEndpoint({
  method: 'GET',
  path: '/api/turnover-groups',
  access: 'user',
  operation: 'listTurnoverGroups',
  tag: 'Reference data',
  summary: 'List turnover groups',
  description: 'Lists all groups of the account, sorted by id. A `product_group_id` refers to one of them.',
  implements: 'GET /api/shops and GET /api/turnover-groups',
  response: ListOf(TurnoverGroup),
});
