import type { ItemType, OrderStatus, PaymentTerm } from '../../../../shared/contract/orders.ts';
import { type Amount, lineValue, QUANTITY_SCALE, sumOf } from '../../../../shared/money.ts';
import type { OrderItemsTable, OrdersTable, ShopsTable } from '../../../store/schema.ts';
import type { SellableProduct } from '../catalog.ts';
import type { Day } from '../day.ts';
import type { Price } from '../prices.ts';

/** An order with all that will ever happen to it, known from the moment it is planned. */
export interface PlannedOrder {
  readonly day: Day;
  /** Within `day`; milliseconds since the epoch, whole seconds. */
  readonly purchasedAt: number;
  readonly shop: ShopsTable;
  readonly customerId: number | null;
  readonly term: PaymentTerm;
  readonly items: readonly PlannedItem[];
  /** Made at the purchase. */
  readonly payments: readonly PlannedPayment[];
  /** In time order; the first is the purchase. */
  readonly states: readonly OrderState[];
  /** Later orders that return or pay this one, at most `FOLLOW_UP_DAYS` later. */
  readonly followUps: readonly PlannedOrder[];
}

export type PlannedItem = Omit<OrderItemsTable, 'id' | 'account_id' | 'order_id'>;

export interface PlannedPayment {
  readonly providerId: number;
  readonly amount: Amount;
}

export interface OrderState {
  readonly since: number;
  readonly status: OrderStatus;
  readonly isPaid: OrdersTable['is_paid'];
}

/** After so many days nothing happens to an order any more, and no order follows it. */
export const FOLLOW_UP_DAYS = 60;

export function stateAt(order: PlannedOrder, instant: number): OrderState | undefined {
  return order.states.findLast((state) => state.since <= instant);
}

/** Amounts with and without VAT that belong together, each of them given. */
export interface BothSides {
  readonly wt: Amount;
  readonly ex: Amount;
}

export function productLine(
  { row, unitCost }: SellableProduct,
  quantity: number,
  { ppu, ppu_wt }: Price,
  rateId: number,
): PlannedItem {
  return {
    type: 'product',
    product_id: row.id,
    sku: row.sku,
    title: row.title,
    product_group_id: row.product_group_id,
    quantity,
    ppu,
    ppu_wt,
    discount_wt: 0,
    discount_ex: 0,
    value_wt: lineValue(quantity, ppu_wt),
    value_ex: lineValue(quantity, ppu),
    tax_rate_id: rateId,
    cost_ex: lineValue(quantity, unitCost),
  };
}

/** A line with no product and no VAT, such as a gift card or a tip. */
export function plainLine(type: Exclude<ItemType, 'product'>, title: string, amount: Amount): PlannedItem {
  return {
    type,
    product_id: null,
    sku: null,
    title,
    product_group_id: null,
    quantity: QUANTITY_SCALE,
    ppu: amount,
    ppu_wt: amount,
    discount_wt: 0,
    discount_ex: 0,
    value_wt: amount,
    value_ex: amount,
    tax_rate_id: null,
    cost_ex: 0,
  };
}

/** The line with so much taken off what it costs now. */
export function discounted(line: PlannedItem, discount: BothSides): PlannedItem {
  return {
    ...line,
    discount_wt: line.discount_wt + discount.wt,
    discount_ex: line.discount_ex + discount.ex,
    value_wt: line.value_wt - discount.wt,
    value_ex: line.value_ex - discount.ex,
  };
}

/** The line coming back: its discount is taken back with it. */
export function returned(line: PlannedItem): PlannedItem {
  return {
    ...line,
    quantity: -line.quantity,
    discount_wt: 0 - line.discount_wt,
    discount_ex: 0 - line.discount_ex,
    value_wt: 0 - line.value_wt,
    value_ex: 0 - line.value_ex,
    cost_ex: 0 - line.cost_ex,
  };
}

/** What the lines cost together, VAT included. */
export function dueFor(lines: readonly PlannedItem[]): Amount {
  return sumOf(lines, (line) => line.value_wt);
}
