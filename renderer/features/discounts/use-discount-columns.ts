import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { discountOrders } from '../../../shared/datasets/discount-orders.ts';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { shopsQuery } from './api/list-shops.ts';
import { discountColumns } from './discount-columns.tsx';

/** The columns in the language in use, with shops under their titles once these are read. */
export function useDiscountColumns(openOrder: (order: DiscountOrder) => void) {
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(discountOrders);
  const shops = useQuery(shopsQuery);
  return useMemo(() => {
    const titles = new Map(shops.data?.data.map((shop) => [shop.id, shop.title]));
    return discountColumns({
      language,
      headings,
      format,
      openOrder,
      shopTitle: (id) => titles.get(id) ?? String(id),
    });
  }, [language, headings, format, openOrder, shops.data]);
}
