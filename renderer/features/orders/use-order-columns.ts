import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { orders } from '../../../shared/datasets/orders.ts';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import { orderColumns } from './order-columns.ts';

/** The columns in the language in use, with shops under their titles once these are read. */
export function useOrderColumns() {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopTitle = useShopTitle();
  return useMemo(() => {
    return orderColumns({
      language,
      headings,
      format,
      shopTitle,
      paidWords: (order) => t(order.is_paid ? 'orders.yes' : 'orders.no'),
    });
  }, [t, language, headings, format, shopTitle]);
}
