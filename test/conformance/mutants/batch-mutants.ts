import { PRODUCT, RATE } from '../../support/shop-fixture.ts';
import type { Mutant } from './mutant.ts';

const DISCOUNT_ORDERS: readonly Mutant[] = [
  {
    name: 'begins again after a key that it does not know',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p.readDiscountOrders(caller, query, after).catch(() => p.readDiscountOrders(caller, query, null)),
    }),
  },
  {
    name: 'crashes on a key that it does not know',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p
          .readDiscountOrders(caller, query, after)
          .catch(() => Promise.reject(new TypeError('cannot read properties of null'))),
    }),
  },
  {
    name: 'loses the last row of a full batch',
    area: 'orders with a discount',
    wrong: (p) => ({
      async readDiscountOrders(caller, query, after) {
        const { rows, next } = await p.readDiscountOrders(caller, query, after);
        return { rows: next === null ? rows : rows.slice(0, -1), next };
      },
    }),
  },
  {
    name: 'always has one more batch',
    area: 'orders with a discount',
    wrong: (p) => ({
      async readDiscountOrders(caller, query, after) {
        const { rows, next } = await p.readDiscountOrders(caller, query, after);
        return { rows, next: next ?? (rows.length > 0 ? '9999999999999:1' : null) };
      },
    }),
  },
  {
    name: 'never gives negative discounts',
    area: 'orders with a discount',
    wrong: (p) => ({
      readDiscountOrders: (caller, query, after) =>
        p.readDiscountOrders(caller, { ...query, include_negative: false }, after),
    }),
  },
];

const PRICE_LIST: readonly Mutant[] = [
  {
    name: 'prices a product by its last sale price',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const batch = await p.readPriceList(caller, query, after);
        const dear = { ppu: 1.2345, ppu_wt: 1.4938, tax_rate_id: RATE.nl21 };
        const wrong = batch.rows.map((row) => (row.id === PRODUCT.apple ? { ...row, salePrice: dear } : row));
        return { ...batch, rows: wrong };
      },
    }),
  },
  {
    name: 'leaves out what was never priced',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const batch = await p.readPriceList(caller, query, after);
        return { ...batch, rows: batch.rows.filter(({ salePrice }) => salePrice !== null) };
      },
    }),
  },
  {
    name: 'forgets the filters after the first batch',
    area: 'the price list',
    wrong: (p) => ({
      async readPriceList(caller, query, after) {
        const { rows, next } = await p.readPriceList(caller, after === null ? query : {}, after);
        return { rows: rows.slice(0, 1), next: rows.length > 1 ? String(rows[0]?.id) : next };
      },
    }),
  },
  {
    name: 'has a batch without rows before the last',
    area: 'the price list',
    wrong: (p) => ({
      readPriceList: async (caller, query, after) =>
        after === null ? { rows: [], next: '0' } : p.readPriceList(caller, query, after),
    }),
  },
  {
    name: 'begins the price list again after a key that it does not know',
    area: 'the price list',
    wrong: (p) => ({
      readPriceList: (caller, query, after) =>
        p.readPriceList(caller, query, after).catch(() => p.readPriceList(caller, query, null)),
    }),
  },
];

export const BATCH_MUTANTS = [...DISCOUNT_ORDERS, ...PRICE_LIST];
