import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listOrderPayments, type OrderPaymentRow } from '../../../shared/contract/order-rows.ts';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { usePageState, useReadFields } from '../../lib/address/navigation.ts';
import { pickTexts } from '../../lib/address/search.ts';
import { useFormat } from '../../lib/language.ts';
import { paymentMethodsQuery } from '../../lib/queries/lookups.ts';
import { FigureRows, SumLine, UnknownRows } from './figure-rows.tsx';
import { useLocationFacts, useOrderColumns } from './order-columns.ts';
import { orderPaymentsList } from './queries.ts';
import { isSingleShop, PAYMENT_ROWS_FIELDS, type PaymentRowsAddress, readPaymentRows } from './rows-address.ts';

export function PaymentRowsPage() {
  useReadFields(PAYMENT_ROWS_FIELDS);
  const rows = readPaymentRows(pickTexts(useSearch({ strict: false })));
  return rows === null ? <UnknownRows /> : <PaymentRows address={rows} />;
}

function PaymentRows({ address: { amount, filters } }: { readonly address: PaymentRowsAddress }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = usePagedRows(orderPaymentsList, filters);
  const [, change] = usePageState(PAYMENT_ROWS_FIELDS);
  const columns = usePaymentColumns(isSingleShop(filters));
  const locationFacts = useLocationFacts(filters);
  const method = useMethodTitle(filters.provider_method_type_id, rows.source.getRow(0));
  // Sums for another address are not shown.
  const sums = rows.isReplaced ? undefined : rows.sums;
  return (
    <FigureRows
      tableId="payment-rows"
      title={method === null ? t('rows.payments.all') : t('rows.payments.byMethod', { name: method })}
      facts={method === null ? locationFacts : [...locationFacts, [t('rows.filter.method'), method]]}
      file={{ dataset: 'order-payments', filters }}
      endpoint={listOrderPayments}
      columns={columns}
      rows={rows}
      sort={filters.sort}
      onSort={(sort) => change({ sort: PAYMENT_ROWS_FIELDS.sort.read(sort) }, { replaces: true })}
      totals={sums && { order_number: t('terms.total'), amount: format.amount(sums.amount) }}
      sumLine={sums && <SumLine amount={amount} sum={sums.amount} count={rows.source.rowCount} />}
    />
  );
}

/** The columns of a payment and its order. The ids are field names of the API. */
function usePaymentColumns(isOneShop: boolean): readonly TableColumn<OrderPaymentRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { order_number, date_purchased, shop } = useOrderColumns<OrderPaymentRow>(isOneShop);
  return useMemo(() => {
    const header = (id: 'method' | 'date_paid' | 'amount', widthPx: number) => ({
      id,
      header: t(`rows.column.${id}`),
      widthPx,
    });
    return [
      order_number,
      date_purchased,
      { ...shop, grows: true },
      { ...header('method', 220), kind: 'text', grows: isOneShop, cell: ({ title }) => title },
      {
        ...header('date_paid', 150),
        kind: 'moment',
        sortId: 'date_paid',
        cell: (row) => format.dateTime(row.date_paid),
      },
      {
        ...header('amount', 120),
        unit: '€',
        kind: 'amount',
        stays: true,
        sortId: 'amount',
        cell: (row) => format.amount(row.amount),
        figure: ({ amount }) => amount,
      },
    ];
  }, [t, format, order_number, date_purchased, shop, isOneShop]);
}

/**
 * The name of the payment method that the rows are filtered by; `null` if they are not. The name comes from a payment
 * if possible, because the list of methods has no internal ones.
 */
function useMethodTitle(methodId: number | undefined, firstRow: OrderPaymentRow | undefined): string | null {
  const methods = useQuery({ ...paymentMethodsQuery, enabled: methodId !== undefined }).data?.data;
  if (methodId === undefined) return null;
  const rowTitle = firstRow?.provider_method_type_id === methodId ? firstRow.title : undefined;
  return rowTitle ?? methods?.find(({ id }) => id === methodId)?.title ?? `#${methodId}`;
}
