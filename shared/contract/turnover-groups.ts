import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Known, ListOf, NamedRecord, RecordId } from './values.ts';

/** A product group and, by its `code`, a revenue-ledger key. `product_group_id` resolves here. */
export const TurnoverGroup = NamedRecord(
  'TurnoverGroup',
  { id: RecordId(), code: Known(Type.String({ description: 'Key of the revenue ledger' })), title: Type.String() },
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
  summary: 'Turnover groups',
  description: 'All groups of the account, by id. A `product_group_id` names one of them.',
  implements: 'GET /api/shops and GET /api/turnover-groups',
  response: ListOf(TurnoverGroup),
});
