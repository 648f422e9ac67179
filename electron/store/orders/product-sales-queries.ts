import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PRODUCT_SALES_SORTS } from '../../../shared/contract/product-sales.ts';
import { searchWords, spellingsOf, typedWords } from '../../../shared/search-text.ts';
import { removeCodeSeparators, contains, isAmong, removeSeparators } from '../dialects/expressions.ts';
import type { List, OrderTerm } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { ITEM_SUMS, type ItemSelection, type ItemSums, itemsOfProducts, selectedItems } from './order-lines-queries.ts';
import { sumProducts } from './product-sums-queries.ts';

/** SKU, title and group of a product, or of items that name none. */
interface SoldAs {
  readonly sku: string | null;
  readonly title: string;
  readonly product_group_id: number;
}

/** Sales of a product; `product_id` is null for items that name none. */
export type ProductSales = SoldAs & ItemSums & { readonly product_id: number | null };

/** Gives each row the SKU, title and group of its product, or of what was sold without one. */
export async function nameSales(
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
  const gone = productIds.filter((id) => !inCatalog.has(id));
  const soldAs = await readSoldAs(db, scope, selection, gone);
  return sales.map(({ product_id, sold_sku, sold_title, sold_group_id, ...sums }) => {
    const named = product_id === null ? undefined : (inCatalog.get(product_id) ?? soldAs.get(product_id));
    return { product_id, ...(named ?? toLoose(sold_sku, sold_title, sold_group_id)), ...sums };
  });
}

/** SKU, title and group under which products were sold that are no longer in the catalog. */
async function readSoldAs(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
  productIds: readonly number[],
): Promise<ReadonlyMap<number | null, SoldAs>> {
  if (productIds.length === 0) return new Map();
  const rows = await itemsOfProducts(db)
    .select('order_items.product_id')
    .select(({ fn }) => [
      fn.max('order_items.sku').as('sku'),
      fn.max('order_items.title').as('title'),
      fn.max('order_items.product_group_id').$notNull().as('product_group_id'),
    ])
    .where('order_items.product_id', 'in', productIds)
    .where(selectedItems(scope, { ...selection, type: 'product' }))
    .groupBy('order_items.product_id')
    .execute();
  return new Map(rows.map(({ product_id, ...sold }) => [product_id, sold]));
}

function toLoose(sku: string | null, title: string | null, groupId: number | null): SoldAs {
  if (title === null || groupId === null) throw new Error('sales that name no product have no title or group');
  return { sku, title, product_group_id: groupId };
}

type Sort = (typeof PRODUCT_SALES_SORTS)[number];

type SalesSelection = Pick<ItemSelection, 'range' | 'shop_id' | 'location_id' | 'product_group_id' | 'product_id'> & {
  /** The days of the range. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Every word must occur in title or SKU of the row. */
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
};

/** A row of the list. SKU, title and group are those of items that name no product. */
export interface SalesRecord extends ItemSums {
  readonly product_id: number | null;
  readonly sold_sku: string | null;
  readonly sold_title: string | null;
  readonly sold_group_id: number | null;
}

const SALES_COLUMNS = ['product_id', 'sold_sku', 'sold_title', 'sold_group_id', ...ITEM_SUMS] as const;

/**
 * Product items of orders that count, summed per product. Items that name no product are summed per title and group, and
 * come after all others when the list is sorted by a field of the product.
 */
export function productSalesList(
  db: StoreDb,
  scope: StoreScope,
  selection: SalesSelection,
): List<SalesRecord, keyof ItemSums> {
  const { column, direction, isByName } = sortOf(selection.sort ?? 'product_id');
  const words = typedWords(selection.q);
  return {
    name: 'product sales',
    scope,
    selection,
    subjects: words.length > 0 ? ['orders', 'products'] : ['orders'],
    query: db
      .selectFrom(salesOf(db, scope, selection).as('sales'))
      .$if(isByName || words.length > 0, (sales) => sales.leftJoin('products', 'products.id', 'sales.product_id'))
      .where((sales) => sales.and(words.map((word) => isNamed(db, scope, selection, word))))
      .select(SALES_COLUMNS.map((name) => `sales.${name}` as const)),
    order: [
      { by: column, direction, nullsLast: true },
      { by: ofLoose('sales.sold_title', ''), direction: 'asc' },
      { by: ofLoose('sales.sold_group_id', -1), direction: 'asc' },
      { by: sql.ref('sales.product_id'), direction: 'asc' },
    ],
    sums: LISTED_SUMS,
    isComputed: true,
  };
}

const LISTED_SUMS = {
  quantity: sql.ref<number>('sales.quantity'),
  value_ex: sql.ref<number>('sales.value_ex'),
  value_wt: sql.ref<number>('sales.value_wt'),
  discount_wt: sql.ref<number>('sales.discount_wt'),
  cost_ex: sql.ref<number>('sales.cost_ex'),
};

/** The `least` of all for products, which come before what names none. */
function ofLoose(column: string, least: string | number) {
  return sql`case when ${sql.ref('sales.product_id')} is null then ${sql.ref(column)} else ${sql.lit(least)} end`;
}

/** Two queries, because sorting millions of items by their product alone takes two thirds of the time. */
function salesOf(db: StoreDb, scope: StoreScope, selection: SalesSelection) {
  return db
    .selectFrom(sumProducts(db, scope, selection).as('summed'))
    .select('summed.product_id')
    .select([
      sql<string | null>`null`.as('sold_sku'),
      sql<string | null>`null`.as('sold_title'),
      sql<number | null>`null`.as('sold_group_id'),
    ])
    .select(ITEM_SUMS.map((sum) => `summed.${sum}` as const))
    .unionAll(salesOfLooseItems(db, selectedItems(scope, { ...selection, type: 'product' })));
}

/** They are few, and have an index of their own. */
function salesOfLooseItems(db: StoreDb, isSelected: Expression<SqlBool>) {
  return itemsOfProducts(db)
    .select(sql<number | null>`null`.as('product_id'))
    .select(({ fn }) => fn.max('order_items.sku').as('sold_sku'))
    .select(({ ref }) => [
      ref('order_items.title').$castTo<string | null>().as('sold_title'),
      ref('order_items.product_group_id').as('sold_group_id'),
    ])
    .select(itemSums)
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
  const direction: OrderTerm['direction'] = isDescending ? 'desc' : 'asc';
  return { column: SORT_COLUMNS[name], direction, isByName: name === 'sku' || name === 'title' };
}

/** By the catalog, or by what a row that is not in it was sold as: that is stored as it was written, and not folded. */
function isNamed(db: StoreDb, scope: StoreScope, selection: SalesSelection, word: string): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'products'>();
  const [folded = word] = searchWords(word);
  const soldAs = (column: 'sku' | 'title') => sql<string>`lower(${soldAsOf(db, scope, selection, column)})`;
  const isSoldAs = eb.or([
    ...spellingsOf(word).flatMap((spelling) =>
      [soldAs('title'), soldAs('sku')].map((text) => contains(text, spelling)),
    ),
    ...hasCode(folded, soldAs('sku')),
  ]);
  return eb.or([isNamedInCatalog(word), eb.and([eb('products.id', 'is', null), isSoldAs])]);
}

/** Of a row that is not in the catalog. The items are read for products that were removed, and for no others. */
function soldAsOf(db: StoreDb, scope: StoreScope, selection: SalesSelection, column: 'sku' | 'title') {
  const ofProduct = itemsOfProducts(db)
    .select(({ fn }) => fn.max(`order_items.${column}`).as('sold'))
    .where('order_items.product_id', '=', sql.ref<number>('sales.product_id'))
    .where(selectedItems(scope, { ...selection, type: 'product' }));
  return sql<string>`case when ${sql.ref('sales.product_id')} is null
    then ${sql.ref(`sales.sold_${column}`)} else ${ofProduct} end`;
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
  const code = removeCodeSeparators(folded);
  return code === null ? [] : [contains(removeSeparators(sku), code)];
}
