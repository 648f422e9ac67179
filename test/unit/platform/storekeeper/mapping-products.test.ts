import { describe, expect, it } from 'vitest';
import { mapProduct, type ProductContext } from '../../../../electron/platform/storekeeper/map-products.ts';
import { UNLIMITED_STOCK } from '../../../../electron/store/catalog/product-selection.ts';
import { productOf } from './mapping-records.ts';

const context: ProductContext = {
  homeCountry: 'NL',
  onlyLocationId: null,
  isSkuTaken: () => false,
  hasTaxRate: (id) => id === 55,
};

const price = (id: number, type: number, more: object = {}) => ({
  ...{ id, ppu: 8.2645, ppu_wt: 10, tax: 0.21, tax_rate_id: 55, currency_iso3: 'EUR', product_price_type_id: type },
  ...more,
});

describe('a product', () => {
  it('has the id of the product, not of its record in the shop', () => {
    const { product, notes } = mapProduct(productOf(), context);

    expect(product).toEqual({
      ...{ id: 41, account_id: 1, sku: 'TU-1204', title: 'Gieter 10 liter', product_group_id: 12 },
      ...{ shop_product_id: 501, barcode: null, folded_sku: 'tu-1204', folded_title: 'gieter 10 liter', stock: 0 },
    });
    expect(notes).toEqual([]);
  });

  it.each([
    ['', '~41', 'sku_missing'],
    [null, '~41', 'sku_missing'],
    ['DOUBLE', 'DOUBLE~41', 'sku_taken'],
    ['TWICE', 'TWICE~41~41', 'sku_taken'],
  ])('with the SKU %j is stored as %j', (sku, written, kind) => {
    const taken = ['DOUBLE', 'TWICE', 'TWICE~41'];
    const isSkuTaken = (given: string, productId: number) => taken.includes(given) && productId === 41;

    const { product, notes } = mapProduct(productOf({}, { sku }), { ...context, isSkuTaken });

    expect(product).toMatchObject({ sku: written, folded_sku: written.toLowerCase() });
    expect(notes).toEqual([{ kind, record: 'product:41', detail: { given: sku ?? '', written } }]);
  });

  it('without a group is in the group of ungrouped products', () => {
    expect(mapProduct(productOf({}, { product_group_id: null }), context).product.product_group_id).toBe(999_999_999);
  });

  it('with ids only is stored without prices and stock', () => {
    const { product, prices, stockRows } = mapProduct(
      productOf({ flat_product: [], product_default_price: null }),
      context,
    );

    expect(product).toMatchObject({ id: 41, sku: '~41', title: '~41', product_group_id: 999_999_999, stock: 0 });
    expect([...prices, ...stockRows]).toEqual([]);
  });
});

describe('prices', () => {
  it('are the default price, the current price if it differs, and the deposit, without and with VAT as given', () => {
    const row = productOf({
      product_price: price(9_006, 6),
      product_emballage_price: price(9_009, 9, { ppu: '0.1240', ppu_wt: '0.1500' }),
    });

    const { prices } = mapProduct(row, context);

    expect(
      prices.map(({ id, product_price_type_id, ppu, ppu_wt }) => [id, product_price_type_id, ppu, ppu_wt]),
    ).toEqual([
      [9_001, 1, 123_967, 150_000],
      [9_006, 6, 82_645, 100_000],
      [9_009, 9, 1_240, 1_500],
    ]);
    expect(prices[0]).toMatchObject({ product_id: 41, tax_rate_id: 55, currency: 'EUR', from_qty: null });
  });

  it('that equal the default price are listed once', () => {
    expect(mapProduct(productOf({ product_price: price(9_001, 1) }), context).prices).toHaveLength(1);
  });

  it('without a type have that of their field', () => {
    const row = productOf({ product_price: price(9_006, 0) });
    expect(mapProduct(row, context).prices.map((one) => one.product_price_type_id)).toEqual([1, 6]);
  });

  it.each([
    ['price_incomplete', { ppu: null }, { given: 'product 41', amount: 100_000 }],
    ['price_incomplete', { ppu_wt: null }, { given: 'product 41' }],
    ['price_incomplete', { tax: null, tax_rate_id: null }, { given: 'product 41', amount: 100_000 }],
    ['price_in_other_currency', { currency_iso3: 'USD' }, { given: 'USD', amount: 100_000 }],
  ])('are skipped with the note %s for %j', (kind, change, detail) => {
    const { prices, notes } = mapProduct(productOf({ product_default_price: price(9_001, 1, change) }), context);

    expect(prices).toEqual([]);
    expect(notes).toEqual([{ kind, record: 'price:9001', detail }]);
  });

  it('at an unlisted rate add it, once', () => {
    const unlisted = { tax: 0.06, tax_rate_id: 56 };
    const row = productOf({
      product_default_price: price(9_001, 1, unlisted),
      product_price: price(9_006, 6, unlisted),
    });

    const { taxRates, notes } = mapProduct(row, context);

    expect(taxRates).toMatchObject([{ id: 56, value_hundredths: 600, name: '6%' }]);
    expect(notes.map(({ kind }) => kind)).toEqual(['tax_rate_from_line']);
  });
});

describe('stock', () => {
  const stockOf = (product_stock: object, onlyLocationId: number | null = null) => {
    const { product, stockRows, notes } = mapProduct(productOf({}, { product_stock }), {
      ...context,
      onlyLocationId,
    });
    return { stock: product.stock, rows: stockRows.map((row) => [row.location_id, row.quantity]), notes };
  };

  it('is at the location that its record names', () => {
    expect(stockOf({ value: 12, location_id: 2 }, 1_000_000_009)).toMatchObject({
      stock: 12_000,
      rows: [[1_000_000_002, 12_000]],
    });
  });

  it('is at the only location of the account if its record names none', () => {
    expect(stockOf({ value: '-1.5' }, 1_000_000_009)).toMatchObject({ stock: -1_500, rows: [[1_000_000_009, -1_500]] });
  });

  it('has no location if none is known', () => {
    expect(stockOf({ value: 7 })).toMatchObject({ stock: 7_000, rows: [] });
  });

  it('that is missing is 0, with a note', () => {
    expect(stockOf({}).notes).toEqual([{ kind: 'stock_missing', record: 'product:41', detail: {} }]);
  });

  it('that cannot be stored exactly is not written, with a note', () => {
    expect(stockOf({ value: 1e16 }, 1_000_000_009)).toEqual({
      ...{ stock: 0, rows: [] },
      notes: [
        {
          kind: 'member_unreadable',
          record: 'product:41',
          detail: { given: 'flat_product.product.product_stock.value' },
        },
      ],
    });
  });

  it('that is unlimited has no record, counts as more than any other, and has a note', () => {
    expect(stockOf({ value: 99, unlimited: true, location_id: 2 })).toEqual({
      ...{ stock: UNLIMITED_STOCK, rows: [] },
      notes: [{ kind: 'stock_unlimited', record: 'product:41', detail: {} }],
    });
  });
});
