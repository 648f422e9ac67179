import { expressionBuilder, type Kysely, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/sqlite';
import { priceJson, productFields } from './catalog-json.ts';
import { jsonRows } from './json-text.ts';
import { onlyRow } from './only-row.ts';
import { ORDERED_ROWS, type OrderedPlaces, placesOfPage } from './ordered-lists.ts';
import { prepareQuery, prepareScopedQuery } from './prepared-query.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';
import { versionColumn } from './versions.ts';

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
    .select(jsonRows(jsonBuildObject(productFields(scope))))
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
  return onlyRow(await listedProducts.run(db, scope, placesOfPage(list, page)));
}

const listedProducts = prepareScopedQuery({ from: 0, before: 0 }, (db, scope, { from, before }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom(`${ORDERED_ROWS} as listed`)
        .innerJoin('products', 'products.id', 'listed.id')
        .select(PRODUCT_COLUMNS)
        .where('listed.place', '>=', from)
        .where('listed.place', '<', before)
        .orderBy('listed.place')
        .as('products'),
    )
    .select(jsonRows(jsonBuildObject(productFields(scope)))),
);

/** A product with all its prices as JSON text; undefined where it is not there. */
export async function findProductText(db: Db, scope: StoreScope, id: number): Promise<string | undefined> {
  const [found] = await productWithPrices.run(db, scope, { id });
  return found?.text;
}

const productWithPrices = prepareScopedQuery({ id: 0 }, (db, scope, { id }) => {
  const prices = db
    .selectFrom(pricesInOrder(scope.accountId).where('product_id', '=', id).as('product_prices'))
    .select(sql`json_group_array(${priceJson()})`.as('prices'));
  const product = jsonBuildObject({ ...productFields(scope), prices: sql`json(${prices})` });
  return db
    .selectFrom('products')
    .select(product.$castTo<string>().as('text'))
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
        .where('product_id', 'in', idsIn(ids))
        .limit(limit)
        .offset(start)
        .as('product_prices'),
    )
    .select(jsonRows(priceJson())),
);

export async function countPrices(db: Db, accountId: number, productIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_prices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('product_id', 'in', idsIn(JSON.stringify(productIds)))
    .executeTakeFirstOrThrow();
  return total;
}

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

/** Ids in one parameter, so that the text of the query is the same for any number of them. */
function idsIn(ids: string) {
  return sql<number>`(select value from json_each(${ids}))`;
}
