import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderPaymentRow } from '../../../shared/contract/order-payments.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useFormat } from '../../lib/language.ts';
import { useOrderColumns } from './use-order-columns.ts';

/** A payment with the order it belongs to; ids are field names of the API. */
export function usePaymentColumns(): readonly TableColumn<OrderPaymentRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { order_number, date_purchased, shop } = useOrderColumns<OrderPaymentRow>();
  return useMemo(
    () => [
      order_number,
      date_purchased,
      { ...shop, grows: true },
      {
        id: 'method',
        header: t('rows.column.method'),
        kind: 'text',
        widthPx: 220,
        cell: ({ title }) => title,
      },
      {
        id: 'date_paid',
        header: t('rows.column.date_paid'),
        kind: 'moment',
        widthPx: 150,
        cell: (row) => format.moment(row.date_paid),
      },
      {
        id: 'amount',
        header: t('rows.column.amount'),
        unit: '€',
        kind: 'amount',
        widthPx: 120,
        cell: (row) => format.amount(row.amount),
      },
    ],
    [t, format, order_number, date_purchased, shop],
  );
}
