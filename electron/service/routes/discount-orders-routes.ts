import type { FastifyInstance } from 'fastify';
import { listDiscountOrders } from '../../../shared/contract/discount-orders.ts';
import type { Caller } from '../../base/caller.ts';
import type { DiscountOrderBatch, DiscountOrderQuery, Platform } from '../../platform/platform.ts';
import { addEndpoint } from './add-endpoint.ts';
import { batchesAnswer } from './envelopes.ts';
import type { ServiceParts } from './service-parts.ts';

export function addDiscountOrdersRoutes(
  app: FastifyInstance,
  { platform, requireKnownIds }: ServiceParts,
): void {
  addEndpoint(app, listDiscountOrders, async ({ caller, query }) => {
    await requireKnownIds(caller, query);
    const { from, to, shop_id, only_full = false, include_negative = false } = query;
    const batches = await readAllBatches(platform, caller, { ...query, only_full, include_negative });
    return batchesAnswer({ from, to, shop_id: shop_id ?? null }, batches);
  });
}

async function readAllBatches(
  platform: Platform,
  caller: Caller,
  query: DiscountOrderQuery,
): Promise<DiscountOrderBatch[]> {
  const all: DiscountOrderBatch[] = [];
  let after: string | null = null;
  do {
    const batch: DiscountOrderBatch = await platform.readDiscountOrders(caller, query, after);
    all.push(batch);
    after = batch.next;
  } while (after !== null);
  return all;
}
