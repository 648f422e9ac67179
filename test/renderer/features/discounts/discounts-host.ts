import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { order } from './discount-order.ts';

export const DISCOUNT_ORDERS = '/api/discount-orders';

/** Three orders of one till: with a discount, with one by rounding alone, and with none. */
export function installDiscountsHost(): FakeHost {
  const host = installFakeHost({ openPlace: { href: 'https://demo.backoffice.example/#order/details/2' } });
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer(DISCOUNT_ORDERS, () => listOf([order(1, 9, 1), order(2, 0.1, 0.2), order(3, 0, 0)]));
  return host;
}
