import type { FastifyInstance } from 'fastify';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { addEndpoint } from './add-endpoint.ts';
import { pageAnswer } from './envelopes.ts';
import { foundRecord } from './found-record.ts';
import type { ServiceParts } from './service-parts.ts';

export function addOrdersRoutes(app: FastifyInstance, { platform, requireKnownIds }: ServiceParts): void {
  addEndpoint(app, listOrders, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    return pageAnswer({}, query, await platform.listOrders(caller, query));
  });

  addEndpoint(app, readOrder, async ({ caller, id }) =>
    foundRecord('order', id, await platform.findOrder(caller, id)),
  );
}
