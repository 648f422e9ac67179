import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { Meanings } from './oracle-query.ts';
import type { OracleShop } from './oracle-shop.ts';
import { folded, hasWords, rankOf, wordsOf } from './oracle-text.ts';

export function selectedProducts({ products, details }: OracleShop, query: Meanings): Product[] {
  const { q, product_group_id, tax_rate_id, stock, priced } = query;
  const selected = products.filter((product) => {
    const sale = salePriceOf(details.get(product.id)?.prices ?? []);
    const isOfGroup = product_group_id === undefined || product.product_group_id === product_group_id;
    const isOfRate = tax_rate_id === undefined || sale?.tax_rate_id === tax_rate_id;
    const isStocked = stock === undefined || stock === stateOf(product.stock);
    const isAsPriced = priced === undefined || (sale !== undefined) === priced;
    return isOfGroup && isOfRate && isStocked && isAsPriced && hasWords(q, product.sku, product.title);
  });
  return inOrder(selected, query);
}

/** Type 1, without a threshold, the row with the lowest id. */
function salePriceOf(prices: readonly ProductPrice[]): ProductPrice | undefined {
  const sales = prices.filter((price) => price.product_price_type_id === 1 && price.from_qty === null);
  return sales.toSorted((left, right) => left.id - right.id)[0];
}

function stateOf(stock: number): string {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

function inOrder(products: readonly Product[], { q, sort }: Meanings): Product[] {
  const direction = String(sort).startsWith('-') ? -1 : 1;
  const isSearch = sort === undefined && wordsOf(q).length > 0;
  const key = (product: Product): string | number => {
    if (isSearch) return rankOf(q, product.sku, product.title);
    switch (String(sort).replace('-', '')) {
      case 'sku':
        return folded(product.sku);
      case 'title':
        return folded(product.title);
      case 'stock':
        return product.stock;
      default:
        return product.id;
    }
  };
  return products.toSorted(
    (left, right) => direction * compared(key(left), key(right)) || left.id - right.id,
  );
}

export function compared(left: string | number, right: string | number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function selectedPrices({ details }: OracleShop, { product_ids }: Meanings): ProductPrice[] {
  const ids = Array.isArray(product_ids) ? product_ids : [];
  const prices = [...details.values()]
    .filter(({ id }) => ids.includes(id))
    .flatMap((detail) => detail.prices);
  return prices.toSorted(
    (left, right) =>
      left.product_id - right.product_id ||
      left.product_price_type_id - right.product_price_type_id ||
      (left.from_qty ?? -1) - (right.from_qty ?? -1) ||
      left.id - right.id,
  );
}

export function selectedStock({ stock, products }: OracleShop, { q, product_group_id }: Meanings) {
  const groupOf = new Map(products.map((product) => [product.id, product.product_group_id]));
  return stock
    .filter((row) => product_group_id === undefined || groupOf.get(row.product_id) === product_group_id)
    .filter((row) => hasWords(q, row.sku, row.title));
}
