import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PRODUCT_SALES_SORTS } from '../../../shared/contract/product-sales.ts';
import { listSpellings, splitSearch, splitTyped } from '../../../shared/search-text.ts';
import { contains, isAmong, removeCodeSeparators, stripSeparators } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import {
  ITEM_SUMS,
  type ItemSelection,
  type ItemSums,
  joinItemsBeforeOrders,
  matchItems,
} from './order-lines-queries.ts';
import { sumProducts } from './product-sums-queries.ts';

/** SKU, title and group of a product, or of items without a product. */
interface ProductNames {
  readonly sku: string | null;
  readonly title: string;
  readonly product_group_id: number;
}

/** Sales of a product. `product_id` is `null` for items without a product. */
export type ProductSales = ProductNames & ItemSums & { readonly product_id: number | null };

/** Adds SKU, title and group to each row. */
export async function addProductNames(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
  sales: readonly SalesRecord[],
): Promise<ProductSales[]> {
  const productIds = sales.flatMap(({ product_id }) => product_id ?? []);
  const products = await db
    .selectFrom('products')
    .select(['id', 'sku', 'title', 'product_group_id'])
    .where(isAmong('id', JSON.stringify(productIds)))
    .execute();
  const inCatalog = new Map(products.map(({ id, ...product }) => [id, product]));
  const removedIds = productIds.filter((id) => !inCatalog.has(id));
  const namesAtSale = await readNamesAtSale(db, scope, selection, removedIds);
  return sales.map(({ product_id, sold_sku, sold_title, sold_group_id, ...sums }) => {
    const named = product_id === null ? undefined : (inCatalog.get(product_id) ?? namesAtSale.get(product_id));
    return { product_id, ...(named ?? toProductNames(sold_sku, sold_title, sold_group_id)), ...sums };
  });
}

/** Reads SKU, title and group of sold products that are no longer in the catalog. */
async function readNamesAtSale(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
  productIds: readonly number[],
): Promise<ReadonlyMap<number | null, ProductNames>> {
  if (productIds.length === 0) return new Map();
  const rows = await joinItemsBeforeOrders(db)
    .select('order_items.product_id')
    .select(({ fn }) => [
      fn.max('order_items.sku').as('sku'),
      fn.max('order_items.title').as('title'),
      fn.max('order_items.product_group_id').$notNull().as('product_group_id'),
    ])
    .where('order_items.product_id', 'in', productIds)
    .where(matchItems(scope, { ...selection, type: 'product' }))
    .groupBy('order_items.product_id')
    .execute();
  return new Map(rows.map(({ product_id, ...sold }) => [product_id, sold]));
}

function toProductNames(sku: string | null, title: string | null, groupId: number | null): ProductNames {
  if (title === null || groupId === null) throw new Error('sales without a product have no title or group');
  return { sku, title, product_group_id: groupId };
}

type Sort = (typeof PRODUCT_SALES_SORTS)[number];

type SalesSelection = Pick<ItemSelection, 'range' | 'shop_id' | 'location_id' | 'product_group_id' | 'product_id'> & {
  /** The days of the range. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Every word must occur in title or SKU. */
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
};

/** A row of the list. `sold_sku`, `sold_title` and `sold_group_id` are set for items without a product only. */
export interface SalesRecord extends ItemSums {
  readonly product_id: number | null;
  readonly sold_sku: string | null;
  readonly sold_title: string | null;
  readonly sold_group_id: number | null;
}

const SALES_COLUMNS = ['product_id', 'sold_sku', 'sold_title', 'sold_group_id', ...ITEM_SUMS] as const;

/**
 * Defines the list of product items in orders that count, summed per product. Items without a product are summed per
 * title and group. Sorted by a product field, they come last.
 */
export function defineProductSalesList(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
): List<SalesRecord, keyof ItemSums> {
  const { column, direction, isByName } = parseSort(selection.sort ?? 'product_id');
  const words = splitTyped(selection.q);
  return {
    name: 'product sales',
    scope,
    selection,
    subjects: words.length > 0 ? ['orders', 'products'] : ['orders'],
    query: db
      .selectFrom(selectSales(db, scope, selection).as('sales'))
      .$if(isByName || words.length > 0, (sales) => sales.leftJoin('products', 'products.id', 'sales.product_id'))
      .where((sales) => sales.and(words.map((word) => matchName(db, scope, selection, word))))
      .select(SALES_COLUMNS.map((name) => `sales.${name}` as const)),
    order: [
      { by: column, direction, nullsLast: true },
      { by: getIfNoProduct('sales.sold_title', ''), direction: 'asc' },
      { by: getIfNoProduct('sales.sold_group_id', -1), direction: 'asc' },
      { by: sql.ref('sales.product_id'), direction: 'asc' },
    ],
    sums: SALES_SUMS,
    isComputed: true,
  };
}

const SALES_SUMS = {
  quantity: sql.ref<number>('sales.quantity'),
  value_ex: sql.ref<number>('sales.value_ex'),
  value_wt: sql.ref<number>('sales.value_wt'),
  discount_wt: sql.ref<number>('sales.discount_wt'),
  cost_ex: sql.ref<number>('sales.cost_ex'),
};

/** Returns the column for items without a product; for products `least`, so that they come first. */
function getIfNoProduct(column: string, least: string | number) {
  return sql`case when ${sql.ref('sales.product_id')} is null then ${sql.ref(column)} else ${sql.lit(least)} end`;
}

/** Two queries, because grouping millions of items by product only saves a third of the time. */
function selectSales(db: StoreDb, scope: StoreScope, selection: SalesSelection) {
  return db
    .selectFrom(sumProducts(db, scope, selection).as('summed'))
    .select('summed.product_id')
    .select([
      sql<string | null>`null`.as('sold_sku'),
      sql<string | null>`null`.as('sold_title'),
      sql<number | null>`null`.as('sold_group_id'),
    ])
    .select(ITEM_SUMS.map((sum) => `summed.${sum}` as const))
    .unionAll(sumItemsWithoutProduct(db, matchItems(scope, { ...selection, type: 'product' })));
}

/** Such items are few and have a separate index. */
function sumItemsWithoutProduct(db: StoreDb, isSelected: Expression<SqlBool>) {
  return joinItemsBeforeOrders(db)
    .select(sql<number | null>`null`.as('product_id'))
    .select(({ fn }) => fn.max('order_items.sku').as('sold_sku'))
    .select(({ ref }) => [
      ref('order_items.title').$castTo<string | null>().as('sold_title'),
      ref('order_items.product_group_id').as('sold_group_id'),
    ])
    .select(selectItemSums)
    .where(isSelected)
    .where(HAS_NO_PRODUCT)
    .groupBy(['order_items.title', 'order_items.product_group_id']);
}

/** Must equal the condition of the partial index; otherwise SQLite does not use it. */
const HAS_NO_PRODUCT = sql<SqlBool>`order_items.product_id is null and order_items.type = 'product'`;

function selectItemSums({ fn }: ExpressionBuilder<StoreSchema, 'order_items'>) {
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
  // Doubles keep the order of the fractions, and equal fractions give equal doubles, in every database. Null if there
  // is no turnover.
  margin_percentage: sql`case when sales.value_ex > 0
    then cast(sales.value_ex - sales.cost_ex as double precision) / sales.value_ex end`,
};

function parseSort(sort: Sort) {
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof SORT_COLUMNS;
  const direction: OrderTerm['direction'] = isDescending ? 'desc' : 'asc';
  return { column: SORT_COLUMNS[name], direction, isByName: name === 'sku' || name === 'title' };
}

/** Matches the name in the catalog, or the stored name of a row that is not in it. Stored names are not folded. */
function matchName(db: StoreDb, scope: StoreScope, selection: SalesSelection, word: string): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'products'>();
  const [folded = word] = splitSearch(word);
  const getLoweredName = (column: 'sku' | 'title') =>
    sql<string>`lower(${getNameAtSale(db, scope, selection, column)})`;
  const matchesNameAtSale = eb.or([
    ...listSpellings(word).flatMap((spelling) =>
      [getLoweredName('title'), getLoweredName('sku')].map((text) => contains(text, spelling)),
    ),
    ...matchCode(folded, getLoweredName('sku')),
  ]);
  return eb.or([matchNameInCatalog(word), eb.and([eb('products.id', 'is', null), matchesNameAtSale])]);
}

/** Returns the stored name of a row that is not in the catalog. Items are read for removed products only. */
function getNameAtSale(db: StoreDb, scope: StoreScope, selection: SalesSelection, column: 'sku' | 'title') {
  const storedName = joinItemsBeforeOrders(db)
    .select(({ fn }) => fn.max(`order_items.${column}`).as('sold'))
    .where('order_items.product_id', '=', sql.ref<number>('sales.product_id'))
    .where(matchItems(scope, { ...selection, type: 'product' }));
  return sql<string>`case when ${sql.ref('sales.product_id')} is null
    then ${sql.ref(`sales.sold_${column}`)} else ${storedName} end`;
}

function matchNameInCatalog(word: string): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'products'>();
  const [folded = word] = splitSearch(word);
  return eb.or([
    contains('products.folded_title', folded),
    contains('products.folded_sku', folded),
    ...matchCode(folded, sql.ref('products.folded_sku')),
  ]);
}

function matchCode(folded: string, sku: Expression<string>): Expression<SqlBool>[] {
  const code = removeCodeSeparators(folded);
  return code === null ? [] : [contains(stripSeparators(sku), code)];
}
