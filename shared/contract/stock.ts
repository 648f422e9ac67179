import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { createPageQuery, Id, optional, SearchText } from './query.ts';
import { LocationId, NamedRecord, PageOf, RecordId } from './values.ts';

export const StockRow = NamedRecord(
  'StockRow',
  {
    product_id: RecordId('Id of the product, see GET /api/products/{id}'),
    sku: Type.String({ description: 'Article number of the product' }),
    title: Type.String(),
    location_id: LocationId(),
    quantity: Type.Number({ description: 'Stock, decimal; negative if more was sold than counted' }),
    in_stock: Type.Boolean({ description: 'Whether the quantity is above 0' }),
  },
  {
    product_id: 1204,
    sku: 'TU-1204',
    title: 'Gieter 10 liter',
    location_id: 3,
    quantity: 12.5,
    in_stock: true,
  },
  'Stock of one product at one location',
);
export type StockRow = Static<typeof StockRow>;

export const MAX_STOCK_ROWS = 200;

export const listStock = defineEndpoint({
  method: 'GET',
  path: '/api/stock',
  access: 'user',
  operation: 'listStock',
  tag: 'Catalog',
  summary: 'List stock',
  description:
    'Lists one row per product and location that stocks it, sorted by product and location. `q` works as in ' +
    '`GET /api/products`. A user with a locked location gets the stock of that location.',
  implements: 'Further endpoints (stock)',
  query: Type.Object({
    q: optional(SearchText('Words to search for in title and SKU', 'gieter')),
    product_group_id: optional(Id('Only products of this turnover group', 302)),
    ...createPageQuery(MAX_STOCK_ROWS),
  }),
  response: PageOf(StockRow),
});
