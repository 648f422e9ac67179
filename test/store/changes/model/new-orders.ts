import type { NewOrder, NewOrderItem } from '../../../../electron/store/orders/order-rules.ts';
import type { OrdersTable } from '../../../../electron/store/schema.ts';
import { ACCOUNT, CUSTOMER, GROUP, LOCATION, PROVIDER, RATE, SHOP } from '../../../support/shop-fixture-ids.ts';

interface NewOrderContext {
  readonly now: number;
  readonly newId: number;
  readonly n: number;
}

const PLACES = [
  { shop_id: SHOP.utrecht1, location_id: LOCATION.utrecht },
  { shop_id: SHOP.amsterdam, location_id: LOCATION.amsterdam },
  { shop_id: SHOP.webshop, location_id: null },
] as const;
const BUYERS = [null, CUSTOMER.zon, CUSTOMER.vries];

const NO_LEDGER = { product_id: null, sku: null, product_group_id: null, tax_rate_id: null, cost_ex: 0 };

/** So many pieces of 10.00 without and 12.10 with VAT. */
function item(id: number, pieces: number): NewOrderItem {
  return {
    id,
    type: 'product',
    product_id: null,
    sku: 'BOEK',
    title: 'Boek',
    product_group_id: GROUP.books,
    quantity: pieces * 1_000,
    ppu: 100_000,
    ppu_wt: 121_000,
    discount_wt: 0,
    discount_ex: 0,
    value_wt: pieces * 121_000,
    value_ex: pieces * 100_000,
    tax_rate_id: RATE.nl21,
    cost_ex: pieces * 40_000,
  };
}

function order({ now, newId, n }: NewOrderContext, pieces: number): NewOrder {
  const place = PLACES[n % PLACES.length] ?? PLACES[0];
  return {
    order: {
      id: newId,
      account_id: ACCOUNT.alpha,
      order_number: `N-${newId}`,
      date_purchased: now,
      date_updated: now,
      status: 'complete',
      ...place,
      currency: 'EUR',
      payment_term: 'direct',
      is_paid: 1,
      customer_id: BUYERS[(n >> 2) % BUYERS.length] ?? null,
      follows_order_id: null,
    },
    items: [item(newId, pieces)],
    payments: [{ id: newId, provider_id: PROVIDER.pin, amount: pieces * 121_000, date_paid: now }],
  };
}

export function sale(context: NewOrderContext): NewOrder {
  const sold = order(context, 1 + (context.n % 4));
  const status = context.n % 5 === 0 ? 'processing' : 'complete';
  return { ...sold, order: { ...sold.order, status } };
}

/** One piece comes back. */
export function returned(sold: OrdersTable, context: NewOrderContext): NewOrder {
  const { order: model, ...lines } = order(context, -1);
  const { shop_id, location_id, id: follows_order_id } = sold;
  return { ...lines, order: { ...model, shop_id, location_id, follows_order_id } };
}

export function invoice(context: NewOrderContext): NewOrder {
  const { order: model, items } = order(context, 2);
  return { order: { ...model, payment_term: 'invoice', is_paid: 0 }, items, payments: [] };
}

export function payment(invoiced: OrdersTable, context: NewOrderContext): NewOrder {
  const { order: model, payments } = order(context, 1);
  const due = invoiced.value_wt;
  const value = { quantity: 1_000, ppu: due, ppu_wt: due, value_wt: due, value_ex: due };
  return {
    order: { ...model, follows_order_id: invoiced.id },
    items: [{ ...item(context.newId, 1), type: 'invoice_payment', ...NO_LEDGER, ...value }],
    payments: payments.map((paid) => ({ ...paid, amount: due })),
  };
}
