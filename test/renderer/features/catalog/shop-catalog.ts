import { type ProductPrice, SALE_PRICE_TYPE } from '../../../../shared/contract/product-prices.ts';
import type { Product } from '../../../../shared/contract/products.ts';
import { createProduct } from '../../../support/sample-product.ts';
import { type FakeHost, listOf } from '../support/fake-host.ts';

/** Products 1 to `count`; every third was never priced. */
export function productsOf(count: number): readonly Product[] {
  return Array.from({ length: count }, (_, place) => {
    const id = place + 1;
    return createProduct({
      ...{ id, sku: `SKU-${id}`, title: `Artikel ${id}` },
      ...{ product_group_id: 5, stock: id, shop_product_id: 7000 + id },
    });
  });
}

export function priceOf(productId: number, fields: Partial<ProductPrice>): ProductPrice {
  const row = {
    id: productId,
    product_id: productId,
    product_price_type_id: SALE_PRICE_TYPE,
    ppu: 10,
    ppu_wt: 12.1,
    tax_rate_id: 1,
    currency: 'EUR',
    from_qty: null,
    ...fields,
  };
  return { ...row, is_sale_price: row.product_price_type_id === SALE_PRICE_TYPE };
}

/** Pages of products as the API returns them, optionally with another title. */
export function answerProducts(products: readonly Product[], title = 'Artikel') {
  return (query: URLSearchParams) => {
    const start = Number(query.get('start'));
    const limit = Number(query.get('limit'));
    const data = products
      .slice(start, start + limit)
      .map((product) => ({ ...product, title: product.title.replace('Artikel', title) }));
    return {
      body: { q: query.get('q') ?? '', start, limit, count: data.length, total: products.length, data },
    };
  };
}

/** Price rows as the API returns them, at most `cap` in one answer. */
export function answerPrices(pricesOf = pricesByDefault, cap = 500) {
  return (query: URLSearchParams) => {
    const rows = (query.get('product_ids') ?? '').split(',').flatMap((id) => pricesOf(Number(id)));
    const start = Number(query.get('start'));
    const data = rows.slice(start, start + cap);
    return { body: { start, limit: cap, count: data.length, total: rows.length, data } };
  };
}

function pricesByDefault(productId: number): readonly ProductPrice[] {
  return productId % 3 === 0 ? [] : [priceOf(productId, {}), priceOf(productId, { id: 0, from_qty: 5 })];
}

/** The catalog page finds three products, and no groups unless some are given. */
export function answerSmallCatalog(host: FakeHost, groups: readonly unknown[] = []): void {
  host.answer('/api/products', answerProducts(productsOf(3)));
  host.answer('/api/product-prices', answerPrices());
  host.answer('/api/turnover-groups', () => listOf(groups));
  host.answer('/api/tax-rates', () => listOf([]));
}
