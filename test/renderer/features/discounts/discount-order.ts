import type { DiscountOrder } from '../../../../shared/contract/discount-orders.ts';

/** An order of a shop in Utrecht, with the values that a test needs. */
export function order(
  id: number,
  valueWt: number,
  discountWt: number,
  changes: Partial<DiscountOrder> = {},
): DiscountOrder {
  const exVat = (amount: number) => Math.round((amount / 1.21) * 100) / 100;
  return {
    id,
    order_number: `T-${id}`,
    date_purchased: '2026-11-20T14:05:09+01:00',
    status: 'complete',
    shop_id: 14,
    currency: 'EUR',
    value_wt: valueWt,
    value_ex_wt: exVat(valueWt),
    discount_value_wt: discountWt,
    discount_value_ex_wt: exVat(discountWt),
    sold_before_discount_wt: Math.max(0, Math.round((valueWt + discountWt) * 100) / 100),
    customer_name: 'A. de Vries',
    customer_email: 'klant@example.nl',
    backoffice_url: `https://demo.backoffice.example/#order/details/${id}`,
    ...changes,
  };
}
