import type { FastifyInstance } from 'fastify';
import { listLocations, readLocation } from '../../../shared/contract/locations.ts';
import { listPaymentMethods, listPaymentProviders } from '../../../shared/contract/payment-methods.ts';
import { listSegments } from '../../../shared/contract/segments.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import { addEndpoint } from './add-endpoint.ts';
import { listOf } from './envelopes.ts';
import { foundRecord } from './found-record.ts';
import type { ServiceParts } from './service-parts.ts';

export function addReferenceRoutes(app: FastifyInstance, { platform }: ServiceParts): void {
  addEndpoint(app, listShops, async ({ caller }) => listOf(await platform.listReference(caller, 'shops')));

  addEndpoint(app, listLocations, async ({ caller }) =>
    listOf(await platform.listReference(caller, 'locations')),
  );

  addEndpoint(app, readLocation, async ({ caller, id }) => {
    const locations = await platform.listReference(caller, 'locations');
    return foundRecord(
      'location',
      id,
      locations.find((location) => location.id === id),
    );
  });

  addEndpoint(app, listTurnoverGroups, async ({ caller }) =>
    listOf(await platform.listReference(caller, 'turnoverGroups')),
  );

  addEndpoint(app, listSegments, async ({ caller }) =>
    listOf(await platform.listReference(caller, 'segments')),
  );

  addEndpoint(app, listTaxRates, async ({ caller, query: { country_iso2: country } }) => {
    const rates = await platform.listReference(caller, 'taxRates');
    return listOf(country === undefined ? rates : rates.filter((rate) => rate.country_iso2 === country));
  });

  addEndpoint(app, listPaymentMethods, async ({ caller }) =>
    listOf(await platform.listReference(caller, 'paymentMethods')),
  );

  addEndpoint(app, listPaymentProviders, async ({ caller }) =>
    listOf(await platform.listReference(caller, 'paymentProviders')),
  );
}
