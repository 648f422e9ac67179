import type { FastifyInstance } from 'fastify';
import { listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import { addEndpoint } from './add-endpoint.ts';
import { pageAnswer } from './envelopes.ts';
import { foundRecord } from './found-record.ts';
import type { ServiceParts } from './service-parts.ts';

export function addCustomersRoutes(app: FastifyInstance, { platform }: ServiceParts): void {
  addEndpoint(app, listCustomers, async ({ caller, query }) =>
    pageAnswer({}, query, await platform.listCustomers(caller, query)),
  );

  addEndpoint(app, readCustomer, async ({ caller, id }) =>
    foundRecord('customer', id, await platform.findCustomer(caller, id)),
  );
}
