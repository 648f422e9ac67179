import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import type { Grouping } from './discount-fields.ts';
import { type DiscountRow, groupRows, orderRows } from './discount-row.ts';
import { type DiscountGroup, groupDiscounts } from './group-discounts.ts';

interface DiscountRows {
  readonly rows: readonly DiscountRow[];
  /** None while the list is not grouped. */
  readonly groups: readonly DiscountGroup[];
}

const NO_GROUPS: readonly DiscountGroup[] = [];

/** The lines of the table: the orders as they come, or in groups. */
export function useDiscountRows(
  orders: readonly DiscountOrder[],
  grouping: Grouping | null,
  folded: ReadonlySet<string>,
): DiscountRows {
  const { t } = useTranslation();
  const language = useLanguage();
  const shopTitle = useShopTitle();
  const groups = useMemo(() => {
    if (grouping === null) return NO_GROUPS;
    return groupDiscounts(orders, grouping, {
      shop: shopTitle,
      day: (date) => periodText({ from: date, to: date }, language),
      noCustomer: t('discounts.noCustomer'),
    });
  }, [orders, grouping, shopTitle, language, t]);
  const rows = useMemo(
    () => (grouping === null ? orderRows(orders) : groupRows(groups, folded)),
    [orders, grouping, groups, folded],
  );
  return { rows, groups };
}
