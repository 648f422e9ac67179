import type { FastifyInstance } from 'fastify';
import { type DiscountOrder, listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { Caller, DiscountOrderQuery, Platform } from '../../platform/platform.ts';
import { addEndpoint } from '../add-endpoint.ts';
import { listOf } from '../envelopes.ts';
import type { ServiceParts } from '../service-parts.ts';

export function addDiscountOrdersRoutes(
  app: FastifyInstance,
  { platform, requireKnownIds }: ServiceParts,
): void {
  addEndpoint(app, listDiscountOrders, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const { from, to, shop_id, only_full = false, include_negative = false } = query;
    const rows = await readAllBatches(platform, caller, { ...query, only_full, include_negative });
    const { count, total, data } = listOf(rows);
    return { count, total, from, to, shop_id: shop_id ?? null, data };
  });
}

async function readAllBatches(
  platform: Platform,
  caller: Caller,
  query: DiscountOrderQuery,
): Promise<DiscountOrder[]> {
  const all: DiscountOrder[] = [];
  let after: string | null = null;
  do {
    const { rows, next } = await platform.readDiscountOrders(caller, query, after);
    all.push(...rows);
    after = next;
  } while (after !== null);
  return all;
}
