import { expressionBuilder, sql } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { AMOUNT_SCALE, QUANTITY_SCALE } from '../../../shared/money.ts';
import {
  embeddedJson,
  isAmong,
  jsonDecimal,
  jsonFlag,
  jsonObject,
  jsonRowList,
  jsonRows,
  jsonString,
} from '../dialects/expressions.ts';
import {
  LISTED_PAGE,
  listedRows,
  NO_DETAIL,
  namesOf,
  type OrderedList,
  type OrderedPlaces,
  rowsWithIds,
} from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, prepareQuery, prepareScopedQuery, type StoreScope } from '../scoped-queries.ts';
import { versionColumn } from '../versions.ts';
import { type ProductSelection, productOrder, selectedProducts, stockOf } from './product-selection.ts';

const PAGE = { start: 0, limit: 0 };

/** Only what `productFields` needs: the rest of a row is long. */
const PRODUCT_COLUMNS = [
  'products.id',
  'products.sku',
  'products.title',
  'products.product_group_id',
  'products.shop_product_id',
  'products.stock',
] as const;

/** A page of the whole catalog by id, and the version of the catalog that it shows. */
export async function readCatalogPage(db: StoreDb, scope: StoreScope, { start, limit }: PageRange) {
  return onlyRow(await catalogPage.run(db, scope, { start, limit }));
}

const catalogPage = prepareScopedQuery(PAGE, (db, scope, { start, limit }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom('products')
        .select(PRODUCT_COLUMNS)
        .where('account_id', '=', scope.accountId)
        .orderBy('id')
        .limit(limit)
        .offset(start)
        .as('products'),
    )
    .select(jsonRows(jsonObject(productFields(scope)), [sql.ref('products.id')]))
    .select(versionColumn(scope.accountId, 'catalog')),
);

/** How many products the catalog has, in which version of it. */
export async function countCatalog(db: StoreDb, { accountId }: StoreScope) {
  return db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(versionColumn(accountId, 'catalog'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** A page of products of an ordered list. `db` has to be the transaction of the list. */
export async function readListedProducts(db: StoreDb, scope: StoreScope, list: OrderedPlaces, page: PageRange) {
  return onlyRow(await listedProducts.run(db, scope, await list.page(page)));
}

const listedProducts = prepareScopedQuery(LISTED_PAGE, (db, scope, { from, before, rows }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom(listedRows({ rows }))
        .innerJoin('products', 'products.id', 'listed.id')
        .select([...PRODUCT_COLUMNS, 'listed.place'])
        .where('listed.place', '>=', from)
        .where('listed.place', '<', before)
        .orderBy('listed.place')
        .as('products'),
    )
    .select(jsonRows(jsonObject(productFields(scope)), [sql.ref('place')])),
);

/** A product with all its prices as JSON text; undefined where it is not there. */
export async function findProductText(db: StoreDb, scope: StoreScope, id: number): Promise<string | undefined> {
  const [found] = await productWithPrices.run(db, scope, { id });
  return found?.text;
}

const productWithPrices = prepareScopedQuery({ id: 0 }, (db, scope, { id }) => {
  const prices = db
    .selectFrom(pricesInOrder(scope.accountId).where('product_id', '=', id).as('product_prices'))
    .select(jsonRowList(priceJson(), PRICE_ORDER).as('prices'));
  const product = jsonObject({ ...productFields(scope), prices: embeddedJson(prices) });
  return db
    .selectFrom('products')
    .select(product.as('text'))
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id);
});

/** A page of the price rows of some products, by product, price type, threshold (none first), id. */
export async function readPrices(db: StoreDb, accountId: number, productIds: readonly number[], page: PageRange) {
  return onlyRow(await pricePage.run(db, { accountId, ids: JSON.stringify(productIds), ...page }));
}

const pricePage = prepareQuery({ accountId: 0, ids: '', ...PAGE }, (db, { accountId, ids, start, limit }) =>
  db
    .selectFrom(
      pricesInOrder(accountId).where(isAmong('product_id', ids)).limit(limit).offset(start).as('product_prices'),
    )
    .select(jsonRows(priceJson(), PRICE_ORDER)),
);

export async function countPrices(db: StoreDb, accountId: number, productIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_prices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where(isAmong('product_id', JSON.stringify(productIds)))
    .executeTakeFirstOrThrow();
  return total;
}

/** The same order, for rows of the subquery `product_prices`. */
const PRICE_ORDER = [
  sql.ref('product_id'),
  sql.ref('product_price_type_id'),
  sql`${sql.ref('from_qty')} nulls first`,
  sql.ref('id'),
];

function pricesInOrder(accountId: number) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('product_prices')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('product_id')
    .orderBy('product_price_type_id')
    .orderBy('from_qty', (order) => order.asc().nullsFirst())
    .orderBy('id');
}

/** The products of a selection in its order, as they are listed. */
export function productList(scope: StoreScope, selection: ProductSelection): OrderedList {
  const { stock, sort } = selection;
  const isByStock = stock !== undefined || sort?.endsWith('stock') === true;
  return {
    name: 'products',
    scope,
    selection,
    subjects: isByStock ? ['catalog', 'stock'] : ['catalog'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('products')
      .select(['products.id', NO_DETAIL])
      .where(selectedProducts(scope, selection)),
    order: productOrder(scope, selection),
    follows: {
      ...({ feed: 'products', subjects: ['catalog', 'stock'], table: 'products' } as const),
      ...(sort?.endsWith('product_group') && { names: namesOf('turnover_groups', scope) }),
      ...(sort?.endsWith('tax_rate') && { names: namesOf('tax_rates', scope) }),
      touched: rowsWithIds,
      rowsOf: (ids) =>
        expressionBuilder<StoreSchema>()
          .selectFrom(rowsWithIds(ids).as('some'))
          .crossJoin('products')
          .select(['products.id', NO_DETAIL])
          .whereRef('products.id', '=', 'some.id')
          .where(selectedProducts(scope, selection, 'few')),
    },
  };
}

/** The fields of a product as the contract has them, for `jsonObject`. */
export function productFields(scope: StoreScope) {
  const { ref } = expressionBuilder<StoreSchema, 'products'>();
  return {
    id: ref('products.id'),
    sku: jsonString(ref('products.sku')),
    title: jsonString(ref('products.title')),
    product_group_id: ref('products.product_group_id'),
    stock: jsonDecimal(stockOf(scope), QUANTITY_SCALE),
    shop_product_id: ref('products.shop_product_id'),
  };
}

/** A price row as the contract has it. */
function priceJson() {
  const { ref } = expressionBuilder<StoreSchema, 'product_prices'>();
  return jsonObject({
    id: ref('product_prices.id'),
    product_id: ref('product_prices.product_id'),
    product_price_type_id: ref('product_prices.product_price_type_id'),
    is_sale_price: jsonFlag(sql`${ref('product_prices.product_price_type_id')} = ${sql.lit(SALE_PRICE_TYPE)}`),
    ppu: jsonDecimal(ref('product_prices.ppu'), AMOUNT_SCALE),
    ppu_wt: jsonDecimal(ref('product_prices.ppu_wt'), AMOUNT_SCALE),
    tax_rate_id: ref('product_prices.tax_rate_id'),
    currency: jsonString(ref('product_prices.currency')),
    from_qty: jsonDecimal(ref('product_prices.from_qty'), QUANTITY_SCALE),
  });
}
