import { mapItems } from '../../../../electron/platform/storekeeper/map-items.ts';
import { mapOrder, type OrderContext } from '../../../../electron/platform/storekeeper/map-orders.ts';
import { type ProductRow, readProductRow } from '../../../../electron/platform/storekeeper/map-products.ts';
import { readOrder } from '../../../../electron/platform/storekeeper/records.ts';

/** A record as StoreKeeper sends it. */
export type Wire = Readonly<Record<string, unknown>>;

/** Converts euros to stored units, to keep tests readable: `euros(14.05)` is 140 500. */
export const euros = (amount: number) => Math.round(amount * 10_000);

export const ORDER_ID = 900;

/** An item at 21% with only the required fields. */
export function lineOf(id: number, line: Wire): Wire & { readonly id: number } {
  return { id, name: `Line ${id}`, quantity: 1, tax: 0.21, tax_rate_id: 55, product_id: 40 + id, ...line };
}

/** A paid order with these items and a header that equals their sum. */
export function orderOf(lines: readonly Wire[], order: Wire = {}): Wire {
  const total = (side: 'price' | 'price_wt') =>
    Math.round(lines.reduce((sum, line) => sum + Number(line[side] ?? 0) * 10_000, 0)) / 10_000;
  return {
    ...{ id: ORDER_ID, number: 'W-900', status: 'complete', shop_id: 3, location_id: 2, currency_iso3: 'EUR' },
    ...{ date_purchased: '2026-11-01 00:30:00+01:00', date_updated: '2026-11-01 00:31:00+01:00', is_paid: true },
    ...{ value: total('price'), value_wt: total('price_wt'), paid_value_wt: total('price_wt') },
    order_items: [...lines],
    ...order,
  };
}

export function contextOf(context: Partial<OrderContext> = {}): OrderContext {
  return {
    ...{ homeCountry: 'NL', ownShopId: 3, orderNumber: 'W-900', giftCardProducts: new Set([77, 78]) },
    getGroup: (productId) => (productId < 100 ? 12 : undefined),
    hasTaxRate: (id) => [55, 57].includes(id),
    ...context,
  };
}

/** Returns the order as the copy stores it. Fails if it is skipped. */
export function mappedOrder(order: Wire, context: Partial<OrderContext> = {}) {
  const record = readOrder(order, ORDER_ID);
  const { mapped, notes, taxRates } = mapOrder(record, contextOf({ orderNumber: record.number, ...context }));
  if (mapped === null) throw new Error(`the order is left out: ${JSON.stringify(notes)}`);
  return { ...mapped, notes, taxRates };
}

export function mappedItems(order: Wire) {
  const record = readOrder(order, ORDER_ID);
  return mapItems(record, { value: { ex: null, wt: record.value.wt }, discount: null }, contextOf());
}

/** A record of the product search. */
export function productOf(row: Wire = {}, inner: Wire = {}): ProductRow {
  const product = readProductRow({
    ...{ id: 501, product_id: 41 },
    flat_product: {
      title: 'Gieter 10 liter',
      product: { sku: 'TU-1204', product_group_id: 12, product_stock: { value: 0 }, ...inner },
    },
    product_default_price: {
      ...{ id: 9_001, ppu: 12.3967, ppu_wt: 15, tax: 0.21, tax_rate_id: 55, currency_iso3: 'EUR' },
      product_price_type_id: 1,
    },
    ...row,
  });
  if (product === null) throw new TypeError('the row does not say which product it is');
  return product;
}
