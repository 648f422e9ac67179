import { mapItems } from '../../../../electron/platform/storekeeper/mapping/order-items.ts';
import { mapOrder, type OrderContext } from '../../../../electron/platform/storekeeper/mapping/orders.ts';
import type {
  OrderItemRecord,
  OrderRecord,
  ShopProductRecord,
} from '../../../../electron/platform/storekeeper/mapping/wire-records.ts';

export const ACCOUNT = 7;

/** Decimals as euros for the eye: `euros(14.05)` is 140 500. */
export const euros = (amount: number) => Math.round(amount * 10_000);

/** A line at 21 % without anything that is not asked for. */
export function lineOf(id: number, line: Partial<OrderItemRecord>): OrderItemRecord {
  return { id, name: `Line ${id}`, quantity: 1, tax: 0.21, tax_rate_id: 55, product_id: 40 + id, ...line };
}

/** A paid order of these lines, whose header is what they come to. */
export function orderOf(lines: readonly OrderItemRecord[], order: Partial<OrderRecord> = {}): OrderRecord {
  const total = (side: 'price' | 'price_wt') =>
    Math.round(lines.reduce((sum, line) => sum + Number(line[side] ?? 0) * 10_000, 0)) / 10_000;
  return {
    id: 900,
    number: 'W-900',
    status: 'complete',
    shop_id: 3,
    location_id: 2,
    currency_iso3: 'EUR',
    date_purchased: '2026-11-01 00:30:00+01:00',
    date_updated: '2026-11-01 00:31:00+01:00',
    is_paid: true,
    value: total('price'),
    value_wt: total('price_wt'),
    paid_value_wt: total('price_wt'),
    order_items: [...lines],
    ...order,
  };
}

export function contextOf(context: Partial<OrderContext> = {}): OrderContext {
  return {
    accountId: ACCOUNT,
    homeCountry: 'NL',
    ownShopId: 3,
    giftCardProducts: new Set([77, 78]),
    groupOf: (productId) => (productId < 100 ? 12 : undefined),
    hasTaxRate: (id) => [55, 57].includes(id),
    isNumberTaken: () => false,
    ...context,
  };
}

/** The order as the copy has it. Fails for one that is left out. */
export function mappedOrder(record: OrderRecord, context: Partial<OrderContext> = {}) {
  const { mapped, notes, taxRates } = mapOrder(record, contextOf(context));
  if (mapped === null) throw new Error(`the order is left out: ${JSON.stringify(notes)}`);
  return { ...mapped, notes, taxRates };
}

export function mappedItems(record: OrderRecord) {
  return mapItems(record, { value: null, discount: null }, contextOf());
}

/** A row of the product search. */
export function productOf(row: Partial<ShopProductRecord> = {}, inner: object = {}): ShopProductRecord {
  return {
    id: 501,
    product_id: 41,
    flat_product: { title: 'Gieter 10 liter', product: { sku: 'TU-1204', product_group_id: 12, ...inner } },
    product_default_price: {
      ...{ id: 9_001, ppu: 12.3967, ppu_wt: 15, tax: 0.21, tax_rate_id: 55, currency_iso3: 'EUR' },
      product_price_type_id: 1,
    },
    ...row,
  };
}
