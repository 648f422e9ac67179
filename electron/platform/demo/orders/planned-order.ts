import type { ItemType, OrderStatus, PaymentTerm } from '../../../../shared/contract/orders.ts';
import { type Amount, calculateLineValue, QUANTITY_SCALE, sumOf } from '../../../../shared/money.ts';
import type { OrderItemsTable, OrdersTable, ShopsTable } from '../../../store/schema.ts';
import type { SellableProduct } from '../catalog.ts';
import type { Day } from '../day.ts';
import type { Price } from '../prices.ts';

/** An order with everything that will happen to it. All of it is known when it is planned. */
export interface PlannedOrder {
  readonly day: Day;
  /** Within `day`. Milliseconds since the epoch, in whole seconds. */
  readonly purchasedAt: number;
  readonly shop: ShopsTable;
  readonly customerId: number | null;
  readonly term: PaymentTerm;
  readonly items: readonly PlannedItem[];
  /** Paid at the purchase. */
  readonly payments: readonly PlannedPayment[];
  /** In chronological order. The first is the purchase. */
  readonly states: readonly OrderState[];
  /** Orders that return or pay this one, at most `FOLLOW_UP_DAYS` later. */
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

/** After this many days an order has no more changes and follow-ups. */
export const FOLLOW_UP_DAYS = 60;

export function findState(order: PlannedOrder, instant: number): OrderState | undefined {
  return order.states.findLast((state) => state.since <= instant);
}

/** An amount including and excluding VAT. */
export interface BothSides {
  readonly wt: Amount;
  readonly ex: Amount;
}

export function createProductLine(
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
    value_wt: calculateLineValue(quantity, ppu_wt),
    value_ex: calculateLineValue(quantity, ppu),
    tax_rate_id: rateId,
    cost_ex: calculateLineValue(quantity, unitCost),
  };
}

/** Creates a line without product and VAT, such as a gift card or a tip. */
export function createPlainLine(type: Exclude<ItemType, 'product'>, title: string, amount: Amount): PlannedItem {
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

/** Returns the line with a discount on its current value. */
export function applyDiscount(line: PlannedItem, discount: BothSides): PlannedItem {
  return {
    ...line,
    discount_wt: line.discount_wt + discount.wt,
    discount_ex: line.discount_ex + discount.ex,
    value_wt: line.value_wt - discount.wt,
    value_ex: line.value_ex - discount.ex,
  };
}

/** Creates the line as a return, including its discount. */
export function createReturnLine(line: PlannedItem): PlannedItem {
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

export function sumDue(lines: readonly PlannedItem[]): Amount {
  return sumOf(lines, (line) => line.value_wt);
}
