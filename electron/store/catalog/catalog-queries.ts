import { expressionBuilder, type Kysely, sql } from 'kysely';
import { jsonRows } from '../dialects/json-text.ts';
import { embeddedJson, jsonObject, jsonRowList } from '../dialects/json-values.ts';
import { isAmong } from '../dialects/number-list.ts';
import { LISTED_PAGE, listedRows } from '../listed-page.ts';
import { onlyRow } from '../only-row.ts';
import type { OrderedPlaces } from '../ordered-lists.ts';
import { prepareQuery, prepareScopedQuery } from '../prepared-query.ts';
import type { StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../store-scope.ts';
import { versionColumn } from '../versions.ts';
import { priceJson, productFields } from './catalog-json.ts';

type Db = Kysely<StoreSchema>;

const PAGE = { start: 0, limit: 0 };
/** What `productFields` needs, and no more: the rest of a row is long. */
const PRODUCT_COLUMNS = [
  'products.id',
  'products.sku',
  'products.title',
  'products.product_group_id',
  'products.shop_product_id',
  'products.stock',
] as const;

/** A page of the whole catalog by id, and the version of the catalog that it shows. */
export async function readCatalogPage(db: Db, scope: StoreScope, { start, limit }: PageRange) {
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
export async function countCatalog(db: Db, { accountId }: StoreScope) {
  return db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(versionColumn(accountId, 'catalog'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** A page of products out of an ordered list. `db` has to be the transaction in which its places hold. */
export async function readListedProducts(db: Db, scope: StoreScope, list: OrderedPlaces, page: PageRange) {
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
export async function findProductText(db: Db, scope: StoreScope, id: number): Promise<string | undefined> {
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
export async function readPrices(db: Db, accountId: number, productIds: readonly number[], page: PageRange) {
  return onlyRow(await pricePage.run(db, { accountId, ids: JSON.stringify(productIds), ...page }));
}

const pricePage = prepareQuery({ accountId: 0, ids: '', ...PAGE }, (db, { accountId, ids, start, limit }) =>
  db
    .selectFrom(
      pricesInOrder(accountId)
        .where(isAmong('product_id', ids))
        .limit(limit)
        .offset(start)
        .as('product_prices'),
    )
    .select(jsonRows(priceJson(), PRICE_ORDER)),
);

export async function countPrices(db: Db, accountId: number, productIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_prices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where(isAmong('product_id', JSON.stringify(productIds)))
    .executeTakeFirstOrThrow();
  return total;
}

/** The same out of `product_prices` around it. */
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
