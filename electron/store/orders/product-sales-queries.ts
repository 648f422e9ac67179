import { type Kysely, sql } from 'kysely';
import { listedRows } from '../listed-page.ts';
import type { OrderedPlaces } from '../ordered-lists.ts';
import type { StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../store-scope.ts';
import type { TotalsSelection } from '../totals/totals-selection.ts';
import { type ItemSums, sumItems } from './order-line-pages.ts';
import { selectedItems } from './order-line-selection.ts';
import type { KeptSales, SalesSelection } from './product-sales-list.ts';

type Db = Kysely<StoreSchema>;

/** As what a product is shown, or what has none was sold. */
interface SoldAs {
  readonly sku: string | null;
  readonly title: string;
  readonly product_group_id: number;
}

/** Sales of a product; `product_id` is null for items that name none. */
export type ProductSales = SoldAs & ItemSums & { readonly product_id: number | null };

/** A page of an ordered list of sales. `db` has to be the transaction in which its places hold. */
export async function readListedSales(
  db: Db,
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
  const soldAs = await readSoldAs(
    db,
    scope,
    selection,
    rows.filter(isGone).map(({ product_id }) => product_id),
  );
  return rows.map(({ product_id, detail, sku, title, product_group_id }) => {
    const kept = JSON.parse(detail) as KeptSales;
    const inCatalog =
      title === null || product_group_id === null ? undefined : { sku, title, product_group_id };
    return { product_id, ...(inCatalog ?? soldAs.get(product_id) ?? asLoose(kept)), ...sumsOf(kept) };
  });
}

/** The figures of all rows of the list; those of one product are its only row. */
export async function sumProductSales(
  db: Db,
  scope: StoreScope,
  selection: SalesSelection & TotalsSelection,
  list: OrderedPlaces,
): Promise<ItemSums> {
  const { product_id, ...counted } = selection;
  if (product_id === undefined) return sumItems(db, scope, { ...counted, type: 'product' });
  const [sales = NO_SALES] = await readListedSales(db, scope, selection, list, { start: 0, limit: 1 });
  return sales;
}

const NO_SALES: ItemSums = { quantity: 0, value_ex: 0, value_wt: 0, discount_wt: 0, cost_ex: 0 };

function isGone<Row extends { product_id: number | null; title: string | null }>(
  row: Row,
): row is Row & { product_id: number } {
  return row.product_id !== null && row.title === null;
}

/** As what products were sold that are no longer in the catalog. */
async function readSoldAs(
  db: Db,
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

function asLoose([sku, title, groupId]: KeptSales): SoldAs {
  if (title === null || groupId === null)
    throw new Error('sales that name no product have no title or group');
  return { sku, title, product_group_id: groupId };
}

function sumsOf([, , , quantity, value_ex, value_wt, discount_wt, cost_ex]: KeptSales): ItemSums {
  return { quantity, value_ex, value_wt, discount_wt, cost_ex };
}
