import { useQuery } from '@tanstack/react-query';
import { defaultPeriod } from '../../components/period-picker/default-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { discountOrdersQuery } from './api/list-discount-orders.ts';
import { useDiscountsStore } from './discounts-store.ts';

/** The list that the choices on the page select, with the query that selects it. */
export function useDiscountList() {
  const today = useToday();
  const { period: chosenPeriod, shopId, onlyFull, includeNegative } = useDiscountsStore();
  const period = chosenPeriod ?? defaultPeriod(today);
  const filters = {
    ...period,
    ...(shopId !== null && { shop_id: shopId }),
    only_full: onlyFull,
    include_negative: includeNegative,
  };
  return { today, period, filters, list: useQuery(discountOrdersQuery(filters)) };
}
