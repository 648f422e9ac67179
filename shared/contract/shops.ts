import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { CountryIso2, Currency, Known, ListOf, NamedRecord, nullable, RecordId } from './values.ts';

/** A sales channel: a till or a webshop. `shop_id` refers to it. */
export const Shop = NamedRecord(
  'Shop',
  {
    id: RecordId(),
    title: Type.String(),
    type: Known(Type.Enum(['pos', 'webshop'], { description: 'A till (point of sale) or a webshop' })),
    location_id: nullable(
      RecordId('Location of the shop, see GET /api/locations; `null` for a webshop without a location'),
    ),
    country_iso2: Known(CountryIso2()),
    currency: Known(Currency()),
    is_active: Known(Type.Boolean({ description: 'False for a closed shop, whose history remains' })),
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
  summary: 'List shops',
  description:
    'Lists the tills and webshops that the caller can see, sorted by id. A `shop_id` refers to one of them, never to a location.',
  implements: 'GET /api/shops and GET /api/turnover-groups',
  response: ListOf(Shop),
});
