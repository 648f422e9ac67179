import { MAX_PRODUCTS } from '../../../shared/contract/products.ts';
import type { Context } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { medianTime } from '../probes.ts';
import { FIRST_PAGE } from './catalog.ts';
import { COMMON_CUSTOMER_WORD, COMMON_PRODUCT_WORD } from './search-words.ts';

const REQUESTS = 10;
const ORDERS_CAP = 250;
const SALES_CAP = 100;

const facts = { comparedWith: 'its first page', unit: 'ms', comparison: 'ratio', rounds: 5 } as const;

export const PAGING_ROWS: readonly Row[] = [
  {
    ...facts,
    name: 'paging-products',
    measured: 'last page of products without q',
    bar: { atMost: 2 },
    prepare: (benchContext) => lastAndFirst(benchContext, FIRST_PAGE, MAX_PRODUCTS),
  },
  {
    ...facts,
    name: 'paging-search',
    measured: 'last page of products with a common word',
    bar: { atMost: 5 },
    prepare: (benchContext) => lastAndFirst(benchContext, `${FIRST_PAGE}&q=${COMMON_PRODUCT_WORD}`, MAX_PRODUCTS),
  },
  {
    ...facts,
    name: 'paging-orders',
    measured: 'last page of orders of 24 months',
    bar: { atMost: 2 },
    prepare: (benchContext) => lastAndFirst(benchContext, `/api/orders?${periodOf(benchContext)}`, ORDERS_CAP),
  },
  {
    ...facts,
    name: 'paging-orders-by-name',
    measured: 'last page of orders of 24 months by a common name',
    bar: { atMost: 5 },
    prepare: (benchContext) =>
      lastAndFirst(benchContext, `/api/orders?${periodOf(benchContext)}&q=${COMMON_CUSTOMER_WORD}`, ORDERS_CAP),
  },
  {
    ...facts,
    name: 'paging-product-sales',
    measured: 'last page of product sales over 24 months',
    bar: { atMost: 5 },
    prepare: (benchContext) =>
      lastAndFirst(benchContext, `/api/reports/product-sales?${periodOf(benchContext)}`, SALES_CAP),
  },
];

export function periodOf({ shop }: Context): string {
  return `from=${shop.twoYears.from}&to=${shop.twoYears.to}`;
}

/** The detail names the first request to a new process, which may build lists that later ones use. */
async function lastAndFirst(benchContext: Context, list: string, limit: number): Promise<Sides> {
  const target = list.includes('limit=') ? list : `${list}&limit=${limit}`;
  const api = await openApi(await benchContext.startProduct());
  const coldMs = await api.time(target);
  const { total } = JSON.parse(await api.read(target)) as { total: number };
  const last = `${target}&start=${Math.max(0, total - limit)}`;
  const coldLastMs = await api.time(last);
  return {
    detail: `${total} rows; first request ${Math.round(coldMs)} ms, of the last page ${Math.round(coldLastMs)} ms`,
    product: () => medianTime(REQUESTS, () => api.time(last)),
    reference: () => medianTime(REQUESTS, () => api.time(target)),
  };
}
