import type { FastifyInstance } from 'fastify';
import { listOrderItems } from '../../../shared/contract/order-items.ts';
import { listOrderPayments } from '../../../shared/contract/order-payments.ts';
import { addEndpoint } from './add-endpoint.ts';
import { pageAnswer } from './envelopes.ts';
import type { ServiceParts } from './service-parts.ts';

/** The rows behind the figures of the financial report. */
export function addOrderRowsRoutes(app: FastifyInstance, { platform, requireKnownIds }: ServiceParts): void {
  addEndpoint(app, listOrderItems, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderItems(caller, query);
    return pageAnswer({ sums: page.sums }, query, page);
  });

  addEndpoint(app, listOrderPayments, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderPayments(caller, query);
    return pageAnswer({ sums: page.sums }, query, page);
  });
}
