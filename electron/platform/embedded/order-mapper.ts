import { formatTimestamp } from '../../../shared/calendar.ts';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { OrderItemRow, OrderPaymentRow } from '../../../shared/contract/order-rows.ts';
import type { OrderItem, OrderPayment, OrderRow } from '../../../shared/contract/orders.ts';
import { QUANTITY_SCALE, toEuros } from '../../../shared/money.ts';
import type { DiscountedOrder } from '../../store/orders/discounted-orders-queries.ts';
import type {
  ItemRecord,
  ItemWithOrder,
  PaymentRecord,
  PaymentWithOrder,
} from '../../store/orders/order-lines-queries.ts';
import type { OrderRecord } from '../../store/orders/orders-queries.ts';

export const BACKOFFICE_HOST = 'demo.backoffice.example';

export function toOrderRow(order: OrderRecord): OrderRow {
  return {
    ...toOrderHead(order),
    date_updated: formatTimestamp(order.date_updated),
    status: order.status,
    location_id: order.location_id,
    customer_id: order.customer_id,
    is_paid: order.is_paid === 1,
    payment_term: order.payment_term,
  };
}

/** Fields are in the contract's order, so that thousands of rows need no reordering before they are sent. */
export function toDiscountOrder(order: DiscountedOrder): DiscountOrder {
  return {
    ...toOrderAmounts(order),
    sold_before_discount_wt: toEuros(order.sold_before_discount_wt),
    ...toOrderCustomer(order),
  };
}

function toOrderHead(order: OrderRecord) {
  return { ...toOrderAmounts(order), ...toOrderCustomer(order) };
}

function toOrderAmounts(order: OrderRecord | DiscountedOrder) {
  return {
    id: order.id,
    order_number: order.order_number,
    date_purchased: formatTimestamp(order.date_purchased),
    status: order.status,
    shop_id: order.shop_id,
    currency: order.currency,
    value_wt: toEuros(order.value_wt),
    value_ex_wt: toEuros(order.value_ex),
    discount_value_wt: toEuros(order.discount_wt),
    discount_value_ex_wt: toEuros(order.discount_ex),
  };
}

function toOrderCustomer(order: OrderRecord | DiscountedOrder) {
  return {
    customer_name: order.customer_name ?? '',
    customer_email: order.customer_email ?? '',
    backoffice_url: `https://${BACKOFFICE_HOST}/#order/details/${order.id}`,
  };
}

export function toOrderItem(item: ItemRecord): OrderItem {
  return {
    id: item.id,
    type: item.type,
    product_id: item.product_id,
    sku: item.sku,
    title: item.title,
    product_group_id: item.product_group_id,
    product_group_code: item.product_group_code,
    quantity: item.quantity / QUANTITY_SCALE,
    ppu: toEuros(item.ppu),
    ppu_wt: toEuros(item.ppu_wt),
    discount_value_wt: toEuros(item.discount_wt),
    discount_value_ex_wt: toEuros(item.discount_ex),
    value_wt: toEuros(item.value_wt),
    value_ex_wt: toEuros(item.value_ex),
    tax_rate_id: item.tax_rate_id,
    cost_value_ex: toEuros(item.cost_ex),
  };
}

export function toOrderPayment(payment: PaymentRecord): OrderPayment {
  return {
    id: payment.id,
    provider_method_type_id: payment.provider_id,
    title: payment.title,
    type_alias: payment.type_alias,
    amount: toEuros(payment.amount),
    date_paid: formatTimestamp(payment.date_paid),
  };
}

function toLineOrder(line: { order_id: number; order_number: string; date_purchased: number; shop_id: number }) {
  const { order_id, order_number, date_purchased, shop_id } = line;
  return { order_id, order_number, date_purchased: formatTimestamp(date_purchased), shop_id };
}

export function toItemRow(item: ItemWithOrder): OrderItemRow {
  return { ...toOrderItem(item), ...toLineOrder(item) };
}

export function toPaymentRow(payment: PaymentWithOrder): OrderPaymentRow {
  return { ...toOrderPayment(payment), ...toLineOrder(payment) };
}
