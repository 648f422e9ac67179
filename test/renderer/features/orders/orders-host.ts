import { useColumnsStore } from '../../../../renderer/components/data-table/columns-store.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { answerOrders } from './sample-orders.ts';

export const ORDERS = '/api/orders';

/** Three orders of one till, and the columns as they are at first. */
export function installOrdersHost(): FakeHost {
  useColumnsStore.setState(useColumnsStore.getInitialState(), true);
  const host = installFakeHost({ exportDataset: null });
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer(ORDERS, answerOrders(3));
  return host;
}
