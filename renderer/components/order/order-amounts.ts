import type { Order } from '../../../shared/contract/orders.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import { useFormat } from '../../lib/language.ts';

/** Formats amounts in the currency of an order. `heading` replaces the euro sign by the code of another currency. */
export function useOrderAmounts(order: Pick<Order, 'currency'>) {
  const format = useFormat();
  const { currency } = order;
  return {
    amount: (value: number | null) => format.amount(value, currency),
    money: (value: number | null) => format.money(value, currency),
    heading: (text: string) => (isInOtherCurrency(order) ? text.replaceAll('€', currency) : text),
  };
}
