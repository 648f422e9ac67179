import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryIso2, Currency, Known, ListOf, NamedRecord, nullable, RecordId } from './values.ts';

/** A sales channel: a till or a webshop. `shop_id` resolves here. */
export const Shop = NamedRecord(
  'Shop',
  {
    id: RecordId(),
    title: Type.String(),
    type: Known(Type.Enum(['pos', 'webshop'], { description: 'A till (point of sale) or a webshop' })),
    location_id: nullable(RecordId('Resolve by GET /api/locations; null for a webshop without a location')),
    country_iso2: Known(CountryIso2()),
    currency: Known(Currency()),
    is_active: Known(Type.Boolean({ description: 'False for one that was closed; its past stays' })),
  },
  {
    id: 4,
    title: 'Kassa Utrecht',
    type: 'pos',
    location_id: 3,
    country_iso2: 'NL',
    currency: 'EUR',
    is_active: true,
  },
  'A sales channel',
);
export type Shop = Static<typeof Shop>;

export const listShops = defineEndpoint({
  method: 'GET',
  path: '/api/shops',
  access: 'user',
  operation: 'listShops',
  tag: 'Reference data',
  summary: 'Sales channels',
  description: 'The tills and webshops that the caller sees, by id. A `shop_id` names one of them, never a location.',
  implements: 'GET /api/shops and GET /api/turnover-groups',
  response: ListOf(Shop),
});
