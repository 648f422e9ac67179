import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { fromEuros, percentageOf } from '../../../shared/money.ts';
import { orderStatusWords } from '../../../shared/order-status-words.ts';
import type { DiscountOrderQuery } from '../../platform/platform.ts';
import type { ExportRow, ExportSource } from '../dataset.ts';
import { ExportError } from '../export-error.ts';

export type DiscountOrderColumn =
  | 'order_number'
  | 'date_purchased'
  | 'status'
  | 'shop'
  | 'value_wt'
  | 'value_ex_wt'
  | 'discount_value_wt'
  | 'discount_value_ex_wt'
  | 'discount_percentage'
  | 'customer_name'
  | 'customer_email'
  | 'currency'
  | 'backoffice_url';

/** Every order that the query selects, once, batch by batch. */
export async function* discountOrderRows(
  source: ExportSource,
  query: DiscountOrderQuery,
): AsyncGenerator<readonly ExportRow<DiscountOrderColumn>[]> {
  const shops = await source.platform.listReference(source.caller, 'shops');
  const titles = new Map(shops.map(({ id, title }) => [id, title]));
  const seen = new Set<number>();
  for await (const orders of batches(source, query)) {
    const fresh = orders.filter(({ id }) => !seen.has(id) && seen.add(id));
    yield fresh.map((order) => ({
      ...rowOf(order),
      status: orderStatusWords(order.status, source.language),
      shop: titles.get(order.shop_id) ?? String(order.shop_id),
    }));
  }
}

async function* batches({ platform, caller }: ExportSource, query: DiscountOrderQuery) {
  const keys = new Set<string>();
  let key: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, query, key);
    yield batch.rows;
    key = batch.next;
    if (key !== null && keys.has(key)) {
      throw new ExportError('incomplete', 'The orders could not be read to their end. Try again.');
    }
    if (key !== null) keys.add(key);
  } while (key !== null);
}

function rowOf(order: DiscountOrder): Omit<ExportRow<DiscountOrderColumn>, 'shop'> {
  const { id: _id, shop_id: _shopId, ...columns } = order;
  return { ...columns, discount_percentage: discountPercentage(order) };
}

/** Share of the discount in what the order would have cost without it, both including VAT. */
function discountPercentage(order: DiscountOrder): number | null {
  const discount = fromEuros(order.discount_value_wt);
  return percentageOf(discount, fromEuros(order.value_wt) + discount);
}
