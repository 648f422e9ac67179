import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, RecordId } from './values.ts';

/** A product group and, by its `code`, a revenue-ledger key. `product_group_id` resolves here. */
export const TurnoverGroup = Type.Object({ id: RecordId(), code: Type.String(), title: Type.String() });
export type TurnoverGroup = Static<typeof TurnoverGroup>;

export const listTurnoverGroups = defineEndpoint({
  method: 'GET',
  path: '/api/turnover-groups',
  access: 'user',
  response: ListOf(TurnoverGroup),
});
