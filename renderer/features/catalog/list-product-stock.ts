import { queryOptions } from '@tanstack/react-query';
import type { Product } from '../../../shared/contract/products.ts';
import { MAX_SEARCH_LENGTH } from '../../../shared/contract/query.ts';
import { listStock, STOCK_CAP, type StockRow } from '../../../shared/contract/stock.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { productKey } from './read-product.ts';

type Sought = Pick<Product, 'id' | 'sku' | 'title' | 'product_group_id'>;

/** Stock of a product at each location where it is kept. */
export function productStockQuery(product: Sought) {
  const { id, sku, title, product_group_id } = product;
  return queryOptions({
    queryKey: [...productKey(id), 'stock', { sku, title, product_group_id }],
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readStockOf(product, signal),
  });
}

/**
 * The API searches stock by words, so that other products come along: all words of the product leave the fewest.
 * Rows come by product id, and those of a higher one end the search.
 */
async function readStockOf({ id, sku, title, product_group_id }: Sought, signal: AbortSignal) {
  const found: StockRow[] = [];
  const q = wordsOf(`${sku} ${title}`);
  for (let start = 0; ; ) {
    const query = { q, product_group_id, start, limit: STOCK_CAP };
    const { data, total } = await readApi(listStock, { query, signal });
    found.push(...data.filter(({ product_id }) => product_id === id));
    start += data.length;
    const isPast = (data.at(-1)?.product_id ?? id) > id;
    if (isPast || data.length === 0 || start >= total) return found;
  }
}

/** As many whole words as the API takes. */
function wordsOf(text: string): string {
  let q = '';
  for (const word of text.split(/\s+/)) {
    const longer = `${q} ${word}`.trim();
    if (longer.length <= MAX_SEARCH_LENGTH) q = longer;
  }
  return q;
}
