import { useTranslation } from 'react-i18next';
import { usePagedRows } from '../../components/data-table/use-paged-rows.ts';
import { useFormat } from '../../lib/language.ts';
import { FigureRows } from './figure-rows.tsx';
import { orderPaymentsList } from './list-order-payments.ts';
import type { PaymentRowsAddress } from './read-rows-address.ts';
import { SumLine } from './sum-line.tsx';
import { useMethodTitle } from './use-method-title.ts';
import { usePaymentColumns } from './use-payment-columns.ts';
import { usePlaceFacts } from './use-place-facts.ts';

export function PaymentRows({ address: { amount, filters } }: { readonly address: PaymentRowsAddress }) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = usePagedRows(orderPaymentsList, filters);
  const columns = usePaymentColumns();
  const placeFacts = usePlaceFacts(filters);
  const method = useMethodTitle(filters.provider_method_type_id, rows.source.rowAt(0));
  // Of other rows than those of this address, nothing is told.
  const sums = rows.isReplaced ? undefined : rows.sums;
  return (
    <FigureRows
      tableId="payment-rows"
      title={method === null ? t('rows.payments.all') : t('rows.payments.byMethod', { name: method })}
      facts={method === null ? placeFacts : [...placeFacts, [t('rows.filter.method'), method]]}
      columns={columns}
      rows={rows}
      totals={sums && { order_number: t('rows.total'), amount: format.amount(sums.amount) }}
      sumLine={sums && <SumLine amount={amount} sum={sums.amount} count={rows.source.rowCount} />}
    />
  );
}
