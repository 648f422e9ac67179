import { useMemo } from 'react';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { discountOrders } from '../../../shared/datasets/discount-orders.ts';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import { discountColumns } from './discount-columns.tsx';

/** The columns in the language in use, with shops under their titles once these are read. */
export function useDiscountColumns(openOrder: (order: DiscountOrder) => void) {
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(discountOrders);
  const shopTitle = useShopTitle();
  return useMemo(() => {
    return discountColumns({
      language,
      headings,
      format,
      openOrder,
      shopTitle,
    });
  }, [language, headings, format, openOrder, shopTitle]);
}
