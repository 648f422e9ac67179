import type { Order } from '../../../shared/contract/orders.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import { useFormat } from '../../lib/language.ts';

/** Amounts of an order in its currency. `heading` puts the code of another currency in the place of the euro sign. */
export function useOrderAmounts(order: Pick<Order, 'currency'>) {
  const format = useFormat();
  const { currency } = order;
  return {
    amount: (value: number | null) => format.amount(value, currency),
    money: (value: number | null) => format.money(value, currency),
    heading: (text: string) => (isInOtherCurrency(order) ? text.replaceAll('€', currency) : text),
  };
}
