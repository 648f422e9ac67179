import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { answerOrders } from './sample-orders.ts';

export const ORDERS = '/api/orders';

/** Three orders of one till. */
export function installOrdersHost(): FakeHost {
  const host = installFakeHost({ exportDataset: null });
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer(ORDERS, answerOrders(3));
  return host;
}
