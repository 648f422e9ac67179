import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type OrderByDirection,
  type SqlBool,
  sql,
} from 'kysely';
import type { PRODUCT_SALES_SORTS } from '../../../shared/contract/product-sales.ts';
import { searchWords, spellingsOf, typedWords } from '../../../shared/search-text.ts';
import {
  codeIn,
  contains,
  isAmong,
  jsonArray,
  jsonString,
  lowered,
  separatorsRemoved,
} from '../dialects/expressions.ts';
import { listedRows, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../scoped-queries.ts';
import type { TotalsSelection } from '../totals/totals-selection.ts';
import {
  ITEM_SUMS,
  type ItemSelection,
  type ItemSums,
  itemsOfProducts,
  ordersAndItems,
  selectedItems,
  sumItems,
} from './order-lines-queries.ts';

/** SKU, title and group of a product, or of items that name none. */
interface SoldAs {
  readonly sku: string | null;
  readonly title: string;
  readonly product_group_id: number;
}

/** Sales of a product; `product_id` is null for items that name none. */
export type ProductSales = SoldAs & ItemSums & { readonly product_id: number | null };

/** A page of an ordered list of sales. `db` has to be the transaction of the list. */
export async function readListedSales(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
  list: OrderedPlaces,
  page: PageRange,
): Promise<ProductSales[]> {
  const listed = await list.page(page);
  const rows = await db
    .selectFrom(listedRows(listed))
    .leftJoin('products', 'products.id', 'listed.id')
    .select(['listed.id as product_id', sql<string>`listed.detail`.as('detail')])
    .select(['products.sku', 'products.title', 'products.product_group_id'])
    .where('listed.place', '>=', listed.from)
    .where('listed.place', '<', listed.before)
    .orderBy('listed.place')
    .execute();
  const gone = rows.flatMap(({ product_id, title }) => (product_id === null || title !== null ? [] : [product_id]));
  const soldAs = await readSoldAs(db, scope, selection, gone);
  return rows.map(({ product_id, detail, sku, title, product_group_id }) => {
    const stored = JSON.parse(detail) as StoredSales;
    const inCatalog = title === null || product_group_id === null ? undefined : { sku, title, product_group_id };
    return { product_id, ...(inCatalog ?? soldAs.get(product_id) ?? asLoose(stored)), ...sumsOf(stored) };
  });
}

/** The sums of all rows of the list, which the stored totals do not know of a product or a search. */
export async function sumProductSales(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection & TotalsSelection,
  list: OrderedPlaces,
): Promise<ItemSums> {
  const { product_id, q, ...counted } = selection;
  if (isCounted(selection)) return sumItems(db, scope, { ...counted, type: 'product' });
  return (await list.sums()) as ItemSums;
}

function isCounted({ product_id, q }: SalesSelection): boolean {
  return product_id === undefined && searchWords(q).length === 0;
}

/** SKU, title and group under which products were sold that are no longer in the catalog. */
async function readSoldAs(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
  productIds: readonly number[],
): Promise<ReadonlyMap<number | null, SoldAs>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_items')
    .crossJoin('orders')
    .select('order_items.product_id')
    .select(({ fn }) => [
      fn.max('order_items.sku').as('sku'),
      fn.max('order_items.title').as('title'),
      fn.max('order_items.product_group_id').$notNull().as('product_group_id'),
    ])
    .whereRef('orders.id', '=', 'order_items.order_id')
    .where('order_items.product_id', 'in', productIds)
    .where(selectedItems(scope, { ...selection, type: 'product' }))
    .groupBy('order_items.product_id')
    .execute();
  return new Map(rows.map(({ product_id, ...sold }) => [product_id, sold]));
}

function asLoose([sku, title, groupId]: StoredSales): SoldAs {
  if (title === null || groupId === null) throw new Error('sales that name no product have no title or group');
  return { sku, title, product_group_id: groupId };
}

function sumsOf([, , , quantity, value_ex, value_wt, discount_wt, cost_ex]: StoredSales): ItemSums {
  return { quantity, value_ex, value_wt, discount_wt, cost_ex };
}

type Sort = (typeof PRODUCT_SALES_SORTS)[number];

type SalesSelection = Pick<ItemSelection, 'range' | 'shop_id' | 'location_id' | 'product_group_id' | 'product_id'> & {
  /** Every word must occur in title or SKU of the row. */
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
};

/** What a row of the list holds besides the product: SKU and title where a row may need them, its group, and the sums. */
type StoredSales = readonly [
  sku: string | null,
  title: string | null,
  productGroupId: number | null,
  quantity: number,
  valueEx: number,
  valueWt: number,
  discountWt: number,
  costEx: number,
];

const STORED_TEXTS = ['sold_sku', 'sold_title'] as const;

const STORED_NUMBERS = ['sold_group_id', ...ITEM_SUMS] as const;

const STORED = jsonArray([
  ...STORED_TEXTS.map((column) => jsonString(sql.ref<string | null>(column))),
  ...STORED_NUMBERS.map((column) => sql.ref<number | null>(column)),
]);

/**
 * Product items of orders that count, summed per product. Items that name no product are summed per title and group,
 * and sort after all others where the order is that of a product.
 */
export function productSalesList(scope: StoreScope, selection: SalesSelection): OrderedList {
  const { column, direction, isByName } = sortOf(selection.sort ?? 'product_id');
  const words = typedWords(selection.q);
  const isOfCatalog = isByName || words.length > 0;
  const rowsOf = (sales: AliasableExpression<Sales>) =>
    expressionBuilder<StoreSchema>()
      .selectFrom(sales.as('sales'))
      .$if(isOfCatalog, (sales) => sales.leftJoin('products', 'products.id', 'sales.product_id'))
      .where((sales) => sales.and(words.map(isNamed)))
      .select('sales.product_id as id')
      .select(STORED.as('detail'));
  return {
    name: 'product sales',
    scope,
    selection,
    subjects: isOfCatalog ? ['orders', 'order_lines', 'catalog'] : ['orders', 'order_lines'],
    rows: rowsOf(salesOf(scope, selection)),
    order: [
      { by: column, direction, nullsLast: true },
      { by: ofLoose('sales.sold_title', ''), direction: 'asc' },
      { by: ofLoose('sales.sold_group_id', -1), direction: 'asc' },
    ],
    sums: isCounted(selection) ? {} : LISTED_SUMS,
    follows: {
      ...({ feed: 'orders', subjects: ['orders'], table: 'products' } as const),
      touched: productsIn,
      rowsOf: (ids) => rowsOf(salesOfSome(scope, selection, ids)),
      rowsWith: (stored, orderIds) => rowsOf(salesWith(scope, selection, stored, orderIds)),
    },
  };
}

const LISTED_SUMS = Object.fromEntries(ITEM_SUMS.map((sum) => [sum, sql.ref<number>(`sales.${sum}`)]));

/** The `least` of all for products, which come before what names none. */
function ofLoose(column: string, least: string | number) {
  return sql`case when ${sql.ref('sales.product_id')} is null then ${sql.ref(column)} else ${sql.lit(least)} end`;
}

/** The products in these orders, with null for what names none. */
function productsIn(orderIds: string) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('order_items')
    .select('order_items.product_id as id')
    .where(isAmong('order_items.order_id', orderIds))
    .where('order_items.type', '=', 'product');
}

interface Sales extends ItemSums {
  readonly product_id: number | null;
  readonly sold_sku: string | null;
  readonly sold_title: string | null;
  readonly sold_group_id: number | null;
}

/** Two queries, because sorting millions of items by their product alone takes two thirds of the time. */
function salesOf(scope: StoreScope, selection: SalesSelection) {
  const isProduct = selectedItems(scope, { ...selection, type: 'product' });
  return salesOfProducts(ordersAndItems(selection), selection, isProduct).unionAll(salesOfLooseItems(isProduct));
}

/** Those of some products, and of all that names none where null is among the ids. */
function salesOfSome(scope: StoreScope, selection: SalesSelection, ids: string) {
  const isProduct = selectedItems(scope, { ...selection, type: 'product' });
  const items = itemsOfProducts().where(sql<SqlBool>`order_items.product_id in ${productsFound(selection, ids)}`);
  const ofProducts = salesOfProducts(items, selection, isProduct);
  return JSON.parse(ids).includes(null) ? ofProducts.unionAll(salesOfLooseItems(isProduct)) : ofProducts;
}

/** Those of the ids that a search may find: a product in the catalog has to be named there, whatever it sold. */
function productsFound({ q }: SalesSelection, ids: string) {
  const eb = expressionBuilder<StoreSchema>();
  const found = eb.selectFrom('products').select('products.id').whereRef('products.id', '=', sql.ref('value'));
  const isNamed = found.where((products) => products.and(typedWords(q).map(isNamedInCatalog)));
  return sql`(select value from json_each(${ids}) where not exists ${found} or exists ${isNamed})`;
}

/** Those of products as a list has stored them, and of new orders: of a product that sells well, others are too many. */
function salesWith(scope: StoreScope, selection: SalesSelection, stored: string, orderIds: string) {
  const before = sql`select value ->> 'id' as product_id, ${sql.join(
    [...STORED_TEXTS, ...STORED_NUMBERS].map((column, index) => {
      return sql`json_extract(value ->> 'detail', ${sql.lit(`$[${index}]`)}) as ${sql.id(column)}`;
    }),
  )} from json_each(${stored})`;
  const items = itemsOfProducts()
    .where(isAmong('orders.id', orderIds))
    .where(sql<SqlBool>`order_items.product_id in (select value ->> 'id' from json_each(${stored}))`);
  const added = salesOfProducts(items, selection, selectedItems(scope, { ...selection, type: 'product' }));
  const sums = ITEM_SUMS.map((sum) => sql`sum(${sql.id(sum)}) as ${sql.id(sum)}`);
  return sql<Sales>`(select product_id, max(sold_sku) as sold_sku, max(sold_title) as sold_title,
      null as sold_group_id, ${sql.join(sums)}
    from (${before} union all select * from ${added} as added) as parts group by product_id)`;
}

/** As what a product was sold is read for a search alone, which finds those that are no longer in the catalog by it. */
function salesOfProducts(
  items: ReturnType<typeof ordersAndItems>,
  selection: SalesSelection,
  isSelected: Expression<SqlBool>,
) {
  const isSearched = typedWords(selection.q).length > 0;
  const soldAs = (column: 'sku' | 'title') =>
    isSearched ? sql<string | null>`max(${sql.ref(`order_items.${column}`)})` : sql<string | null>`null`;
  return items
    .select('order_items.product_id')
    .select([soldAs('sku').as('sold_sku'), soldAs('title').as('sold_title')])
    .select(sql<number | null>`null`.as('sold_group_id'))
    .select(itemSums)
    .where(isSelected)
    .where('order_items.product_id', 'is not', null)
    .groupBy('order_items.product_id');
}

/** They are few, and have an index of their own. */
function salesOfLooseItems(isSelected: Expression<SqlBool>) {
  return expressionBuilder<StoreSchema>()
    .selectFrom('order_items')
    .crossJoin('orders')
    .select(sql<number | null>`null`.as('product_id'))
    .select(({ fn }) => fn.max('order_items.sku').as('sold_sku'))
    .select(({ ref }) => [
      ref('order_items.title').$castTo<string | null>().as('sold_title'),
      ref('order_items.product_group_id').as('sold_group_id'),
    ])
    .select(itemSums)
    .whereRef('orders.id', '=', 'order_items.order_id')
    .where(isSelected)
    .where(IS_LOOSE)
    .groupBy(['order_items.title', 'order_items.product_group_id']);
}

/** Literally the condition of the partial index, or SQLite does not see that it may use it. */
const IS_LOOSE = sql<SqlBool>`order_items.product_id is null and order_items.type = 'product'`;

function itemSums({ fn }: ExpressionBuilder<StoreSchema, 'order_items'>) {
  return ITEM_SUMS.map((sum) => fn.sum<number>(`order_items.${sum}`).as(sum));
}

const SORT_COLUMNS = {
  product_id: sql.ref('sales.product_id'),
  sku: sql.ref('products.folded_sku'),
  title: sql.ref('products.folded_title'),
  quantity: sql.ref('sales.quantity'),
  value: sql.ref('sales.value_ex'),
  value_wt: sql.ref('sales.value_wt'),
  cost: sql.ref('sales.cost_ex'),
  margin: sql`sales.value_ex - sales.cost_ex`,
  // Equal parts have the nearest double in common, and that of the greater one is never the lesser: the order is that of
  // the fractions, and the same in every database. Null without turnover.
  margin_percentage: sql`case when sales.value_ex > 0
    then cast(sales.value_ex - sales.cost_ex as double precision) / sales.value_ex end`,
};

function sortOf(sort: Sort) {
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof SORT_COLUMNS;
  const direction: OrderByDirection & ('asc' | 'desc') = isDescending ? 'desc' : 'asc';
  return { column: SORT_COLUMNS[name], direction, isByName: name === 'sku' || name === 'title' };
}

/** By the catalog, or by what a row that is not in it was sold as: that is stored as it was written, and not folded. */
function isNamed(word: string): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'products'>();
  const [folded = word] = searchWords(word);
  const soldAs = [lowered('sales.sold_title'), lowered('sales.sold_sku')];
  const isSoldAs = eb.or([
    ...spellingsOf(word).flatMap((spelling) => soldAs.map((text) => contains(text, spelling))),
    ...hasCode(folded, lowered('sales.sold_sku')),
  ]);
  return eb.or([isNamedInCatalog(word), eb.and([eb('products.id', 'is', null), isSoldAs])]);
}

function isNamedInCatalog(word: string): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'products'>();
  const [folded = word] = searchWords(word);
  return eb.or([
    contains('products.folded_title', folded),
    contains('products.folded_sku', folded),
    ...hasCode(folded, sql.ref('products.folded_sku')),
  ]);
}

function hasCode(folded: string, sku: Expression<string>): Expression<SqlBool>[] {
  const code = codeIn(folded);
  return code === null ? [] : [contains(separatorsRemoved(sku), code)];
}
