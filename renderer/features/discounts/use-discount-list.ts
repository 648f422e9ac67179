import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { discountOrdersQuery } from './queries.ts';
import { selectDiscounts } from './select-discounts.ts';
import type { DiscountChoices } from './use-discount-choices.ts';

/**
 * All orders with a discount in the period, read once with negative ones included, and what the switches leave of
 * them: so each switch answers at once, and tells exactly how many orders it is about.
 */
export function useDiscountList({ period, shopId, switches }: DiscountChoices) {
  const place = shopId === null ? {} : { shop_id: shopId };
  const list = useQuery(discountOrdersQuery({ ...period, ...place, include_negative: true }));
  const orders = list.data?.data;
  const selection = useMemo(() => orders && selectDiscounts(orders, switches), [orders, switches]);
  return { list, selection };
}
