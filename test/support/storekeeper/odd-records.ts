/** Records in the recorded formats, for `switches.alter`. Records come without empty fields. */
export type WireRecord = Record<string, unknown>;

/** A product record from 2022 or later: it has stock by location and no turnover group. */
export function asRecordedProduct(row: WireRecord): WireRecord {
  const flat = toMembers(row.flat_product);
  const { product_group_id: _, ...product } = toMembers(flat.product);
  const stock = toMembers(product.product_stock);
  return {
    ...row,
    product_stock_value: stock.value,
    orderable_stock_value: stock.value,
    location_ids: [1, 2],
    in_stock_location_ids: stock.in_stock === true ? [1] : [],
    flat_product: { ...flat, product },
  };
}

/** An order with the additional amounts of later versions, and without a location. */
export function asRecordedOrder(record: WireRecord): WireRecord {
  const { location_id: _, ...order } = record;
  const further = ['non_turnover_value', 'payment_price', 'shipping_price', 'to_be_paid_back_value'];
  return {
    ...order,
    ...Object.fromEntries(further.flatMap((name) => [name, `${name}_wt`].map((member) => [member, 0]))),
    relation_data: order.relation_data ?? [],
    order_taxes: toRecords(order.order_taxes).map((row) => ({ ...row, tax: Number(row.tax).toFixed(4) })),
  };
}

export function withoutCity(record: WireRecord): WireRecord {
  const { city: _, ...address } = toMembers(record.contact_address);
  return { ...record, contact_address: address };
}

const DECIMAL = /(^|_)(value|price|ppu|tax|quantity|total)(_wt)?$/;

/** The format of hooks: decimals are text with 4 decimals, ids are text, and flags are "1" and "0". */
export function asHookPayload(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((member) => asHookPayload(member, name));
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') {
    if (/(^|_)ids?$/.test(name)) return String(value);
    return DECIMAL.test(name) ? value.toFixed(4) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, asHookPayload(inner, member)]));
}

export function toMembers(value: unknown): WireRecord {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

export function toRecords(value: unknown): WireRecord[] {
  return Array.isArray(value) ? value.map(toMembers) : [];
}
