import { type Kysely, sql } from 'kysely';
import { COUNTING_STATUSES } from '../../../shared/contract/orders.ts';
import type { StoreSchema } from '../schema.ts';
import { OrderRuleError } from './order-rule-error.ts';

type Db = Kysely<StoreSchema>;

/** How much of one product an order sold, or how much of it came back: then negative. */
interface ProductLine {
  readonly sale_id: number;
  readonly product_id: number | null;
  /** Of a product that is no longer in the catalog. */
  readonly loose_title: string | null;
  readonly tax_rate_id: number | null;
  readonly quantity: number;
}

const IDS_PER_QUERY = 1_000;
const PRODUCT = ['order_items.product_id', 'loose_title', 'order_items.tax_rate_id'] as const;

/**
 * Checks that every order with one of these ids came back whole: of each product as much as it sold, in orders
 * that follow it and count. Only then is an order refunded. Throws `OrderRuleError`.
 */
export async function checkRefunds(db: Db, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const sales = ids.slice(start, start + IDS_PER_QUERY);
    const sold = await readSold(db, sales);
    const returned = new Map((await readReturned(db, sales)).map((line) => [keyOf(line), line.quantity]));
    const kept = sold.find((line) => returned.get(keyOf(line)) !== -line.quantity)?.sale_id;
    const withGoods = new Set(sold.map(({ sale_id }) => sale_id));
    const broken = kept ?? sales.find((id) => !withGoods.has(id));
    if (broken !== undefined) throw new OrderRuleError('refunded_order_came_back_whole', `with id ${broken}`);
  }
}

function keyOf({ sale_id, product_id, loose_title, tax_rate_id }: ProductLine): string {
  return JSON.stringify([sale_id, product_id, loose_title, tax_rate_id]);
}

function readSold(db: Db, saleIds: readonly number[]): Promise<ProductLine[]> {
  return productLines(db)
    .select('order_items.order_id as sale_id')
    .where('order_items.order_id', 'in', saleIds)
    .where('order_items.quantity', '>', 0)
    .groupBy(['order_items.order_id', ...PRODUCT])
    .execute();
}

function readReturned(db: Db, saleIds: readonly number[]): Promise<ProductLine[]> {
  return productLines(db)
    .innerJoin('orders as follower', 'follower.id', 'order_items.order_id')
    .select(({ ref }) => ref('follower.follows_order_id').$notNull().as('sale_id'))
    .where('follower.follows_order_id', 'in', saleIds)
    .where('follower.status', 'in', COUNTING_STATUSES)
    .where('order_items.quantity', '<', 0)
    .groupBy(['follower.follows_order_id', ...PRODUCT])
    .execute();
}

/** A product that is no longer in the catalog goes by its title. */
function productLines(db: Db) {
  return db
    .selectFrom('order_items')
    .select(['order_items.product_id', 'order_items.tax_rate_id'])
    .select(
      sql<string | null>`case when order_items.product_id is null then order_items.title end`.as(
        'loose_title',
      ),
    )
    .select(({ fn }) => fn.sum<number>('order_items.quantity').as('quantity'))
    .where('order_items.type', '=', 'product');
}
