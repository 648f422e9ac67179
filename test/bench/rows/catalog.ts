import { MAX_PRODUCT_PRICE_IDS, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { MAX_PRODUCTS, type Product } from '../../../shared/contract/products.ts';
import { type ApiConnection, connectApi } from '../context/api-connection.ts';
import { type Context, type PrebuiltAnswers, pageIn } from '../context/bench-context.ts';
import { openApi } from '../context/running-product.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { type Load, requestRate, timeOf } from '../probes.ts';
import { COMMON_PRODUCT_WORD, RARE_PRODUCT_WORD } from './search-words.ts';

export const FIRST_PAGE = `/api/products?limit=${MAX_PRODUCTS}`;

const facts = {
  comparedWith: 'same server, pre-built page',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 5,
} as const;

const productsPage: Row = {
  ...facts,
  name: 'products-page',
  measured: 'GET /api/products?limit=200, 10 connections, the first page over and over',
  prepare: (benchContext) => rateAgainstPrebuilt(benchContext, [FIRST_PAGE]),
};

/**
 * Like a first reading of the whole catalog: each time the pages start one product later, so none was requested before.
 */
const productsDrain: Row = {
  name: 'products-drain',
  measured: 'all pages of 200 products, one after the other, none of them from memory',
  comparedWith: 'same server, pre-built page',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 1 / 0.7 },
  rounds: 5,
  async prepare(benchContext) {
    const api = await openApi(await benchContext.startProduct());
    const prebuilt = connectApi(await benchContext.startReference(await prebuiltCatalog(api)), api.token);
    const { products } = benchContext.shop;
    const drainOf = (side: ApiConnection) => {
      let first = 0;
      return () =>
        timeOf(async () => {
          for (let start = first; start < products; start += MAX_PRODUCTS)
            await side.read(`${FIRST_PAGE}&start=${start}`);
          first += 1;
        });
    };
    const sides = { product: drainOf(api), reference: drainOf(prebuilt) };
    await sides.product();
    await sides.reference();
    return sides;
  },
};

const searchFacts = { comparedWith: 'without q', unit: 'requests/s', comparison: 'ratio', rounds: 5 } as const;

const rareSearch: Row = {
  ...searchFacts,
  name: 'search-rare',
  measured: 'the first page with q of one rare word',
  bar: { atLeast: 0.5 },
  prepare: (benchContext) => rateOfSearch(benchContext, RARE_PRODUCT_WORD),
};

const commonSearch: Row = {
  ...searchFacts,
  name: 'search-common',
  measured: 'the first page with q of one common word',
  bar: { atLeast: 0.3 },
  prepare: (benchContext) => rateOfSearch(benchContext, COMMON_PRODUCT_WORD),
};

const PRODUCTS = 500;

const productById: Row = {
  name: 'product',
  measured: `GET /api/products/{id}, 10 connections, ${PRODUCTS} products in turn`,
  comparedWith: 'same server, pre-built product',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.6 },
  rounds: 5,
  prepare: (benchContext) =>
    rateAgainstPrebuilt(
      benchContext,
      spreadIds(benchContext, PRODUCTS).map((id) => `/api/products/${id}`),
    ),
};

const SETS = 20;

const productPrices: Row = {
  name: 'product-prices',
  measured: `GET /api/product-prices of 200 ids, 10 connections, ${SETS} sets of ids in turn`,
  comparedWith: 'same server, pre-built rows',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 5,
  prepare: (benchContext) =>
    rateAgainstPrebuilt(benchContext, idSets(spreadIds(benchContext, SETS * MAX_PRODUCT_PRICE_IDS))),
};

export const CATALOG_ROWS: readonly Row[] = [
  productsPage,
  productsDrain,
  rareSearch,
  commonSearch,
  productById,
  productPrices,
];

async function rateOfSearch(benchContext: Context, word: string): Promise<Sides> {
  const api = await openApi(await benchContext.startProduct());
  const search = { ...api, targets: [`${FIRST_PAGE}&q=${word}`] };
  const page = { ...api, targets: [FIRST_PAGE] };
  const { total } = pageIn<Product>(await api.read(`${FIRST_PAGE}&q=${word}`));
  await requestRate(search);
  await requestRate(page);
  return {
    detail: `“${word}” is in ${total} products`,
    product: () => requestRate(search),
    reference: () => requestRate(page),
  };
}

/** The product, and the same server with pre-built objects under the same load. */
async function rateAgainstPrebuilt(benchContext: Context, targets: readonly string[]): Promise<Sides> {
  const api = await openApi(await benchContext.startProduct());
  const reference = await benchContext.startReference(await prebuiltCatalog(api));
  const load: Load = { address: api.address, token: api.token, targets };
  const prebuilt: Load = { ...load, address: reference };
  await requestRate(load);
  await requestRate(prebuilt);
  return { product: () => requestRate(load), reference: () => requestRate(prebuilt) };
}

/** A page of products, one of them, and the prices of that page, as the product returns them. */
async function prebuiltCatalog(api: ApiConnection): Promise<PrebuiltAnswers> {
  const products = pageIn<Product>(await api.read(FIRST_PAGE));
  const ids = products.rows.map(({ id }) => id);
  return {
    products,
    product: JSON.parse(await api.read(`/api/products/${ids[0]}`)),
    prices: pageIn<ProductPrice>(await api.read(`/api/product-prices?product_ids=${ids.join()}`)),
  };
}

/** Each set is a range of the list of ids. */
function idSets(ids: readonly number[]): string[] {
  return Array.from({ length: SETS }, (_, set) => {
    const at = set * MAX_PRODUCT_PRICE_IDS;
    return ids.slice(at, at + MAX_PRODUCT_PRICE_IDS).join();
  })
    .filter((set) => set !== '')
    .map((set) => `/api/product-prices?product_ids=${set}`);
}

/** This many ids of products, evenly spread over the catalog. */
function spreadIds({ database, shop }: Context, count: number): number[] {
  const ids = database
    .prepare('select id from products where account_id = cast(? as integer) order by id')
    .all(shop.accountId)
    .map(({ id }) => Number(id));
  const step = Math.max(1, Math.floor(ids.length / count));
  return ids.filter((_, at) => at % step === 0).slice(0, count);
}
