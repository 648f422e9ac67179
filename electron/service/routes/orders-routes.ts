import type { FastifyInstance } from 'fastify';
import { listCustomers, readCustomer } from '../../../shared/contract/customers.ts';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import { listOrderItems, listOrderPayments } from '../../../shared/contract/order-rows.ts';
import { listOrders, readOrder } from '../../../shared/contract/orders.ts';
import { getOnlyId, getSeveralIds } from '../../../shared/contract/query.ts';
import { explainUnusableFilters, isDiscountListed } from '../../../shared/discounts.ts';
import { mayReadPersonalData } from '../security/bearer.ts';
import { ApiError } from '../server/api-error.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';
import { toList, toPage } from './envelopes.ts';
import { requireRecord } from './known-ids.ts';

/** Customers, their orders, and the rows behind the figures of the reports. */
export function addOrdersRoutes(app: FastifyInstance, { platform, requireKnownIds }: RouteDeps): void {
  addEndpoint(app, listCustomers, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listCustomers(caller, query);
    return toPage({ sums: page.sums }, query, page);
  });

  addEndpoint(app, readCustomer, async ({ caller, id }) =>
    requireRecord('customer', id, await platform.findCustomer(caller, id)),
  );

  addEndpoint(app, listOrders, async ({ caller, query, identity }) => {
    if (query.as_of !== undefined && query.is_paid === undefined) {
      throw new ApiError('bad_request', 'as_of needs is_paid.');
    }
    await requireKnownIds(caller, query);
    const searchesNames = mayReadPersonalData(identity.auth);
    const page = await platform.listOrders(caller, { ...query, ...(!searchesNames && { searchesNames }) });
    return toPage({ sums: page.sums }, query, page);
  });

  addEndpoint(app, readOrder, async ({ caller, id }) =>
    requireRecord('order', id, await platform.findOrder(caller, id)),
  );

  addEndpoint(app, listDiscountOrders, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const { from, to, shop_id, location_id, ...filters } = query;
    const { only_full = false, include_negative = false, only_negative = false } = filters;
    const orders = await platform.listDiscountOrders(caller, {
      ...{ from, to, ...(shop_id && { shop_id }), ...(location_id && { location_id }) },
      ...{ only_full, include_negative: include_negative || only_negative },
    });
    const refusal = explainUnusableFilters(filters, orders);
    if (refusal !== null) throw new ApiError('bad_request', refusal);
    const shop_ids = getSeveralIds(shop_id);
    const listed = orders.filter((order) => isDiscountListed(order, filters));
    return { from, to, shop_id: getOnlyId(shop_id), ...(shop_ids && { shop_ids }), ...toList(listed) };
  });

  addEndpoint(app, listOrderItems, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderItems(caller, query);
    return toPage({ sums: page.sums }, query, page);
  });

  addEndpoint(app, listOrderPayments, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const page = await platform.listOrderPayments(caller, query);
    return toPage({ sums: page.sums }, query, page);
  });
}
