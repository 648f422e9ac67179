import type { FastifyInstance } from 'fastify';
import { listSegments } from '../../../shared/contract/customers.ts';
import { listLocations, readLocation } from '../../../shared/contract/locations.ts';
import { listPaymentMethods, listPaymentProviders } from '../../../shared/contract/payment-methods.ts';
import { listProductPrices } from '../../../shared/contract/product-prices.ts';
import { listProducts, readProduct } from '../../../shared/contract/products.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listStock } from '../../../shared/contract/stock.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';
import { toList, toPage } from './envelopes.ts';
import { requireRecord } from './known-ids.ts';

export function addProductsRoutes(app: FastifyInstance, { platform, requireKnownIds }: RouteDeps): void {
  addEndpoint(app, listProducts, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return toPage({ q: query.q ?? '' }, query, await platform.searchProducts(caller, query));
  });

  addEndpoint(app, readProduct, async ({ caller, id }) =>
    requireRecord('product', id, await platform.findProduct(caller, id)),
  );

  addEndpoint(app, listProductPrices, async ({ caller, query }) =>
    toPage({}, query, await platform.listProductPrices(caller, query)),
  );
}

export function addStockRoutes(app: FastifyInstance, { platform, requireKnownIds }: RouteDeps): void {
  addEndpoint(app, listStock, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return toPage({}, query, await platform.listStock(caller, query));
  });
}

export function addReferenceRoutes(app: FastifyInstance, { platform }: RouteDeps): void {
  addEndpoint(app, listShops, async ({ caller }) => toList(await platform.listReference(caller, 'shops')));

  addEndpoint(app, listLocations, async ({ caller }) => toList(await platform.listReference(caller, 'locations')));

  addEndpoint(app, readLocation, async ({ caller, id }) => {
    const locations = await platform.listReference(caller, 'locations');
    return requireRecord(
      'location',
      id,
      locations.find((location) => location.id === id),
    );
  });

  addEndpoint(app, listTurnoverGroups, async ({ caller }) =>
    toList(await platform.listReference(caller, 'turnoverGroups')),
  );

  addEndpoint(app, listSegments, async ({ caller }) => toList(await platform.listReference(caller, 'segments')));

  addEndpoint(app, listTaxRates, async ({ caller, query: { country_iso2: country } }) => {
    return toList(await platform.listReference(caller, 'taxRates', country));
  });

  addEndpoint(app, listPaymentMethods, async ({ caller }) =>
    toList(await platform.listReference(caller, 'paymentMethods')),
  );

  addEndpoint(app, listPaymentProviders, async ({ caller }) =>
    toList(await platform.listReference(caller, 'paymentProviders')),
  );
}
