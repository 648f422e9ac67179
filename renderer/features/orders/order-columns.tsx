import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { isInOtherCurrency } from '../../../shared/currency.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { getOrderStatusLabel, getPaymentTermLabel } from '../../../shared/order-labels.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { AmountText } from '../../components/figures.tsx';
import { formatChanged } from '../../components/order/order-payments.tsx';
import { OrderNumberText, PaidText, STATUS_WIDTH_PX, StatusText } from '../../components/order/order-status.tsx';
import { useShopColumn } from '../../components/shop-name.tsx';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import type { OrderChoices } from './order-choices.ts';

type AmountId = 'value_wt' | 'value_ex_wt' | 'discount_value_wt' | 'discount_value_ex_wt';

/** The columns of the list. The ids and headings are those of the export. */
export function useOrderColumns(choices: OrderChoices): readonly TableColumn<Order>[] {
  const latest = useRef(choices);
  latest.current = choices;
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopColumn = useShopColumn();
  const hasMarks = choices.search.customer_id !== undefined;
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof orders>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const createAmountColumn = (id: AmountId, widthPx: number): TableColumn<Order> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      sortId: id,
      cell: (order) => <AmountText value={order[id]} currency={order.currency} />,
      copied: (order) => format.amount(order[id], order.currency),
      figure: (order) => (isInOtherCurrency(order) ? null : order[id]),
    });
    return [
      {
        ...header('order_number', hasMarks ? 212 : 166),
        minWidthPx: hasMarks ? 208 : 162,
        kind: 'text',
        hideable: false,
        cell: (order) => <OrderNumberText order={order} />,
        copied: (order) => order.order_number,
      },
      {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (order) => format.dateTime(order.date_purchased),
        onFilter: ({ date_purchased }) => {
          const day = date_purchased.slice(0, 10);
          latest.current.choosePeriod({ from: day, to: day });
        },
        filterText: ({ date_purchased }) => format.day(date_purchased.slice(0, 10)),
      },
      {
        ...header('date_updated', 150),
        kind: 'moment',
        hiddenAtFirst: true,
        cell: (order) => formatChanged(order, format),
      },
      {
        ...header('status', 132),
        minWidthPx: STATUS_WIDTH_PX,
        kind: 'text',
        cell: ({ status }) => <StatusText status={status} />,
        copied: ({ status }) => getOrderStatusLabel(status, language),
        onFilter: ({ status }) => status !== null && latest.current.change({ status: [status] }),
        filterText: ({ status }) => (status === null ? '' : getOrderStatusLabel(status, language)),
      },
      {
        ...header('shop', 150),
        minWidthPx: 136,
        ...shopColumn,
        grows: true,
        sortId: 'shop',
        onFilter: (order) => latest.current.choosePlace({ shopIds: [order.shop_id], locationIds: null }),
      },
      {
        ...header('customer_name', 180),
        minWidthPx: 148,
        kind: 'text',
        yields: 3,
        sortId: 'customer_name',
        cell: (order) => format.text(order.customer_name),
        onFilter: ({ customer_id }) => latest.current.change({ customer_id: customer_id ?? undefined }),
        filterText: ({ customer_id, customer_name }) => (customer_id === null ? '' : (customer_name ?? '')),
      },
      {
        ...header('payment_term', 106),
        minWidthPx: 98,
        kind: 'text',
        hiddenAtFirst: true,
        cell: (order) => getPaymentTermLabel(order.payment_term, language),
        onFilter: ({ payment_term }) => latest.current.change({ payment_term: payment_term ?? undefined }),
        filterText: ({ payment_term }) => (payment_term === null ? '' : getPaymentTermLabel(payment_term, language)),
      },
      {
        ...header('is_paid', 80),
        minWidthPx: 72,
        kind: 'text',
        cell: (order) => <PaidText order={order} />,
        copied: ({ is_paid }) => (is_paid === null ? format.text(null) : t(is_paid ? 'states.yes' : 'states.no')),
        onFilter: ({ is_paid }) => latest.current.change({ is_paid: is_paid ?? undefined }),
        filterText: ({ is_paid }) => (is_paid === null ? '' : t(is_paid ? 'states.yes' : 'states.no')),
      },
      // With two decimals, the API finds exactly this amount.
      {
        ...createAmountColumn('value_wt', 152),
        onFilter: (order) => latest.current.searchFor(format.amount(order.value_wt)),
      },
      { ...createAmountColumn('value_ex_wt', 150), yields: 1 },
      { ...createAmountColumn('discount_value_wt', 164), yields: 2 },
      { ...createAmountColumn('discount_value_ex_wt', 166), hiddenAtFirst: true },
      {
        ...header('customer_email', 220),
        kind: 'text',
        hiddenAtFirst: true,
        cell: (order) => format.text(order.customer_email),
      },
    ];
  }, [t, language, headings, format, shopColumn, hasMarks]);
}
