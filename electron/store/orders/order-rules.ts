import { sql } from 'kysely';
import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import { type Amount, lineValue, roundToCents, sumOf } from '../../../shared/money.ts';
import { isAmong } from '../dialects/expressions.ts';
import type { OrderItemsTable, OrderPaymentsTable, OrdersTable, StoreDb } from '../schema.ts';

const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(['refunded', 'cancelled']);

const COUNTING: ReadonlySet<OrderStatus> = new Set(COUNTING_STATUSES);

/** Throws `OrderRuleError` for the first rule that the order breaks. */
export function checkOrder({ order, items, payments }: NewOrder): void {
  const require = (holds: boolean, rule: OrderRule) => {
    if (!holds) throw new OrderRuleError(rule, order.order_number);
  };
  for (const item of items) checkItem(item, require);
  const isCents = payments.every(({ amount }) => isWholeCents(amount));
  require(isCents, 'values_are_whole_cents');
  if (order.payment_term === 'invoice') {
    const onlyProducts = items.every(({ type }) => type === 'product');
    require(onlyProducts, 'only_direct_orders_have_other_items');
    require(payments.length === 0, 'invoice_order_has_no_payments');
  } else {
    const due = sumOf(items, ({ value_wt }) => value_wt);
    const paid = sumOf(payments, ({ amount }) => amount);
    require(isPaidWhereItCounts(order, due, paid), 'direct_order_that_counts_is_fully_paid');
  }
}

/** Whether a direct order may stand as it is: one that counts is paid to the cent. */
export function isPaidWhereItCounts(
  order: { readonly status: OrderStatus; readonly is_paid: 0 | 1 },
  due: Amount,
  paid: Amount,
): boolean {
  return !COUNTING.has(order.status) || (order.is_paid === 1 && due === paid);
}

/** `complete` can only become `refunded`; `refunded` and `cancelled` are final. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return true;
  if (FINAL_STATUSES.has(from)) return false;
  return from !== 'complete' || to === 'refunded';
}

type Require = (holds: boolean, rule: OrderRule) => void;

function checkItem(item: NewOrderItem, require: Require): void {
  require(item.quantity !== 0, 'quantity_is_never_zero');
  const valueWt = lineValue(item.quantity, item.ppu_wt) - item.discount_wt;
  const valueEx = lineValue(item.quantity, item.ppu) - item.discount_ex;
  const isLineValue = item.value_wt === valueWt && item.value_ex === valueEx;
  require(isLineValue, 'item_value_is_quantity_times_price_less_discount');
  const amounts = [item.discount_wt, item.discount_ex, item.cost_ex];
  require(amounts.every(isWholeCents), 'values_are_whole_cents');
  const costSign = Math.sign(item.cost_ex);
  require(costSign === 0 || costSign === Math.sign(item.quantity), 'cost_has_the_sign_of_the_quantity');
  if (item.type === 'product') {
    const isComplete = item.product_group_id !== null && item.tax_rate_id !== null;
    require(isComplete, 'product_item_has_group_and_rate');
  } else {
    require(item.value_wt === item.value_ex && item.tax_rate_id === null, 'other_items_have_no_vat');
  }
}

function isWholeCents(amount: Amount): boolean {
  return roundToCents(amount) === amount;
}

/** An item as given; its order and account are those of the order that it comes with. */
export type NewOrderItem = Omit<OrderItemsTable, 'account_id' | 'order_id'>;

export type NewOrderPayment = Omit<OrderPaymentsTable, 'account_id' | 'order_id'>;

/** Amounts of an order that are sums over all of its items. */
export type OrderValues = Pick<OrdersTable, 'value_wt' | 'value_ex' | 'discount_wt' | 'discount_ex'>;

/** Amounts of an order that are sums over items of some types. */
export type ItemSums = Pick<OrdersTable, 'non_revenue_wt' | 'sold_before_discount_wt'>;

export interface NewOrder {
  /** Its day is not given, nor are its amounts, which are sums of its items. */
  readonly order: Omit<OrdersTable, 'local_day' | keyof OrderValues | keyof ItemSums>;
  readonly items: readonly NewOrderItem[];
  readonly payments: readonly NewOrderPayment[];
}

/** The rules of orders. */
export type OrderRule =
  | 'quantity_is_never_zero'
  | 'item_value_is_quantity_times_price_less_discount'
  | 'values_are_whole_cents'
  | 'cost_has_the_sign_of_the_quantity'
  | 'product_item_has_group_and_rate'
  | 'other_items_have_no_vat'
  | 'only_direct_orders_have_other_items'
  | 'direct_order_that_counts_is_fully_paid'
  | 'invoice_order_has_no_payments'
  | 'invoice_payment_pays_one_invoice_in_full'
  | 'paid_invoice_has_its_payment'
  | 'refunded_order_came_back_whole'
  | 'refers_to_records_of_its_account'
  | 'location_is_that_of_the_shop'
  | 'status_move_is_allowed'
  | 'order_exists';

/** An order that breaks a rule; nothing of it was written. */
export class OrderRuleError extends Error {
  override readonly name = 'OrderRuleError';
  readonly rule: OrderRule;
  readonly orderNumber: string;

  constructor(rule: OrderRule, orderNumber: string) {
    super(`order ${orderNumber} breaks the rule: ${rule.replaceAll('_', ' ')}`);
    this.rule = rule;
    this.orderNumber = orderNumber;
  }
}

/** The records that an order refers to, besides its shop, by table. */
const REFERENCES = {
  customers: ({ order }: NewOrder) => [order.customer_id],
  products: ({ items }: NewOrder) => items.map(({ product_id }) => product_id),
  turnover_groups: ({ items }: NewOrder) => items.map(({ product_group_id }) => product_group_id),
  tax_rates: ({ items }: NewOrder) => items.map(({ tax_rate_id }) => tax_rate_id),
  payment_providers: ({ payments }: NewOrder) => payments.map(({ provider_id }) => provider_id),
};

type ReferredTable = keyof typeof REFERENCES;

const REFERRED_TABLES = Object.keys(REFERENCES) as ReferredTable[];

/** Reads which records of all tables exist, of lists of ids in JSON. */
function readExisting(db: StoreDb, ids: Readonly<Record<ReferredTable | 'shops', string>>) {
  const shops = db
    .selectFrom('shops')
    .select([sql<string>`'shops'`.as('record'), 'id', 'account_id', 'location_id'])
    .where(isAmong('id', ids.shops));
  return REFERRED_TABLES.reduce(
    (records, table) =>
      records.unionAll(
        db
          .selectFrom(table)
          .select([sql<string>`${sql.lit(table)}`.as('record'), 'id', 'account_id', NO_LOCATION.as('location_id')])
          .where(isAmong('id', ids[table])),
      ),
    shops,
  ).execute();
}

const NO_LOCATION = sql<number | null>`cast(null as bigint)`;

/** Checks that orders refer to a shop and to records of their own account. Throws `OrderRuleError`. */
export async function checkReferences(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
  const idsOf = (table: ReferredTable) => listed(orders.flatMap(REFERENCES[table]));
  const records = await readExisting(db, {
    shops: listed(orders.map(({ order }) => order.shop_id)),
    customers: idsOf('customers'),
    products: idsOf('products'),
    turnover_groups: idsOf('turnover_groups'),
    tax_rates: idsOf('tax_rates'),
    payment_providers: idsOf('payment_providers'),
  });
  const known = new Map(records.map((record) => [`${record.record} ${record.id}`, record]));
  for (const { order } of orders) {
    const shop = known.get(`shops ${order.shop_id}`);
    const isOfShop = shop?.account_id === order.account_id && shop.location_id === order.location_id;
    if (!isOfShop) throw new OrderRuleError('location_is_that_of_the_shop', order.order_number);
  }
  for (const table of REFERRED_TABLES) {
    const foreign = orders.find((given) =>
      REFERENCES[table](given).some(
        (id) => id !== null && known.get(`${table} ${id}`)?.account_id !== given.order.account_id,
      ),
    );
    if (foreign) throw new OrderRuleError('refers_to_records_of_its_account', foreign.order.order_number);
  }
}

function listed(ids: readonly (number | null)[]): string {
  return JSON.stringify([...new Set(ids)].filter((id) => id !== null));
}

/** Checks that written orders follow orders of their own account, which may be written together with them. */
export async function checkFollowed(db: StoreDb, orders: readonly NewOrder[]): Promise<void> {
  const followers = orders.filter(({ order }) => order.follows_order_id !== null);
  if (followers.length === 0) return;
  const followed = await db
    .selectFrom('orders')
    .select(['id', 'account_id'])
    .where(isAmong('id', listed(followers.map(({ order }) => order.follows_order_id))))
    .execute();
  const accounts = new Map(followed.map(({ id, account_id }) => [id, account_id]));
  const foreign = followers.find(({ order }) => accounts.get(order.follows_order_id ?? 0) !== order.account_id);
  if (foreign) throw new OrderRuleError('refers_to_records_of_its_account', foreign.order.order_number);
}
