import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../shared/contract/language.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { orderStatusLabel, TERM_CHOICES } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useShopCell } from '../../components/shop-name.tsx';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';

type AmountId = 'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt';

/** The columns of the list. Ids and headings are those of the export; columns about persons are hidden at first. */
export function useOrderColumns(): readonly TableColumn<Order>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopCell = useShopCell();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof orders>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const amount = (id: AmountId, widthPx: number): TableColumn<Order> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (order) => format.amount(order[id]),
    });
    return [
      { ...header('order_number', 124), kind: 'text', hideable: false, cell: (order) => order.order_number },
      {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (order) => format.moment(order.date_purchased),
      },
      {
        ...header('date_updated', 150),
        kind: 'moment',
        hiddenAtFirst: true,
        cell: (order) => format.moment(order.date_updated),
      },
      { ...header('status', 116), kind: 'text', cell: (order) => orderStatusLabel(order.status, language) },
      { ...header('shop', 150), kind: 'text', grows: true, cell: (order) => shopCell(order.shop_id) },
      { ...header('payment_term', 106), kind: 'text', cell: (order) => termText(order, language) },
      { ...header('is_paid', 74), kind: 'text', cell: (order) => t(order.is_paid ? 'states.yes' : 'states.no') },
      { ...amount('value_wt', 152), sortId: 'value_wt' },
      amount('value_ex_wt', 140),
      amount('discount_value_wt', 164),
      { ...amount('discount_value_ex_wt', 166), hiddenAtFirst: true },
      { ...header('customer_name', 180), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_name },
      { ...header('customer_email', 220), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
    ];
  }, [t, language, headings, format, shopCell]);
}

/** An unknown term has the name that the platform gives it. */
export function termText({ payment_term: term }: Pick<Order, 'payment_term'>, language: Language): string {
  return TERM_CHOICES[term]?.[language] ?? term;
}
