import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, nullable, RecordId } from './values.ts';

/** A sales channel: a till or a webshop. `shop_id` resolves here. */
export const Shop = Type.Object({
  id: RecordId(),
  title: Type.String(),
  type: Type.Enum(['pos', 'webshop']),
  location_id: nullable(RecordId()),
  country_iso2: Type.String(),
  currency: Type.String(),
  is_active: Type.Boolean(),
});
export type Shop = Static<typeof Shop>;

export const listShops = defineEndpoint({
  method: 'GET',
  path: '/api/shops',
  access: 'user',
  response: ListOf(Shop),
});
