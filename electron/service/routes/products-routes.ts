import type { FastifyInstance } from 'fastify';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { listProducts, readProduct } from '../../../shared/contract/products.ts';
import { addEndpoint } from './add-endpoint.ts';
import { pageAnswer } from './envelopes.ts';
import { foundRecord } from './found-record.ts';
import type { ServiceParts } from './service-parts.ts';

export function addProductsRoutes(app: FastifyInstance, { platform, requireKnownIds }: ServiceParts): void {
  addEndpoint(app, listProducts, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return pageAnswer({ q: query.q ?? '' }, query, await platform.searchProducts(caller, query));
  });

  addEndpoint(app, readProduct, async ({ caller, id }) =>
    foundRecord('product', id, await platform.findProduct(caller, id)),
  );

  addEndpoint(app, listProductPrices, async ({ caller, query }) =>
    pageAnswer({}, query, await platform.listProductPrices(caller, query)),
  );
}
