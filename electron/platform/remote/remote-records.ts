import { readCustomer } from '../../../shared/contract/customers.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { readOrder } from '../../../shared/contract/orders.ts';
import { readProduct } from '../../../shared/contract/products.ts';
import type { ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import { nullWithout } from '../../api-client/nothing-there-error.ts';
import { expectTrue } from './remote-checks.ts';

/** How each record is read by its id over the API; null where there is none. */
export const RECORD_READS = {
  findProduct: (read: ReadEndpoint, id: number) => found(readProduct, id, read(readProduct, {}, id)),
  findCustomer: (read: ReadEndpoint, id: number) => found(readCustomer, id, read(readCustomer, {}, id)),
  findOrder: (read: ReadEndpoint, id: number) => found(readOrder, id, read(readOrder, {}, id)),
};

async function found<Found extends { readonly id: number }>(
  endpoint: Endpoint,
  id: number,
  finding: Promise<Found>,
): Promise<Found | null> {
  const record = await nullWithout(finding);
  if (record !== null) expectTrue(endpoint, record.id === id);
  return record;
}
