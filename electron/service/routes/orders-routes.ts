import type { FastifyInstance } from 'fastify';
import { listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { onlyOf, severalOf } from '../../../shared/contract/query.ts';
import { ApiError } from '../server/api-error.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';
import { listOf, pageOf } from './envelopes.ts';
import { foundRecord } from './known-ids.ts';

/** Customers, their orders, and the rows behind the figures of the reports. */
export function addOrdersRoutes(app: FastifyInstance, { platform, requireKnownIds }: RouteDeps): void {
  addEndpoint(app, listCustomers, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listCustomers(caller, query);
    return pageOf({ sums: page.sums }, query, page);
  });

  addEndpoint(app, readCustomer, async ({ caller, id }) =>
    foundRecord('customer', id, await platform.findCustomer(caller, id)),
  );

  addEndpoint(app, listOrders, async ({ caller, query }) => {
    if (query.as_of !== undefined && query.is_paid === undefined) {
      throw new ApiError('bad_request', 'as_of needs is_paid.');
    }
    await requireKnownIds(caller, query);
    const page = await platform.listOrders(caller, query);
    return pageOf({ sums: page.sums }, query, page);
  });

  addEndpoint(app, readOrder, async ({ caller, id }) => foundRecord('order', id, await platform.findOrder(caller, id)));

  addEndpoint(app, listDiscountOrders, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const { from, to, shop_id, only_full = false, include_negative = false } = query;
    const orders = await platform.listDiscountOrders(caller, { ...query, only_full, include_negative });
    const shop_ids = severalOf(shop_id);
    return { from, to, shop_id: onlyOf(shop_id), ...(shop_ids && { shop_ids }), ...listOf(orders) };
  });

  addEndpoint(app, listOrderItems, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderItems(caller, query);
    return pageOf({ sums: page.sums }, query, page);
  });

  addEndpoint(app, listOrderPayments, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderPayments(caller, query);
    return pageOf({ sums: page.sums }, query, page);
  });
}
