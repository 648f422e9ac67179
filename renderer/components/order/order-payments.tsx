import { Group } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderItem, OrderPayment, OrderRow, OrderWithDetails } from '../../../shared/contract/orders.ts';
import { openInvoices, orders } from '../../../shared/datasets/declarations.ts';
import { countDaysOpen, isOpenInvoice } from '../../../shared/invoice-ages.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { getPaymentTermLabel } from '../../../shared/order-labels.ts';
import { isWithin } from '../../../shared/report-checks.ts';
import { getCustomerAddress } from '../../lib/address/address.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { PlainTable } from '../data-table/plain-table.tsx';
import { type Fact, FactList } from '../fact-list.tsx';
import linkStyles from '../links.module.css';
import { AddressLink } from '../links.tsx';
import { useToday } from '../period-picker/chosen-period.ts';
import { useShopColumn } from '../shop-name.tsx';
import textStyles from '../text.module.css';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';
import { OrderMark, PaidText, StatusText } from './order-status.tsx';

interface PaymentsProps {
  readonly order: OrderRow;
  readonly payments: readonly OrderPayment[];
}

/** The payments of an order. For an invoice, which has none, it says whether it was paid. */
export function PaymentsTable({ order, payments }: PaymentsProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { amount, money, heading } = useOrderAmounts(order);
  if (payments.length === 0) {
    const invoice = t(order.is_paid ? 'orders.payments.invoicePaid' : 'orders.payments.invoiceOpen', {
      amount: money(order.value_wt),
    });
    return <p className={styles.none}>{order.payment_term === 'direct' ? t('orders.payments.none') : invoice}</p>;
  }
  return (
    <PlainTable
      label={t('orders.payments.title')}
      className={styles.table}
      columns={[
        { id: 'method', header: t('rows.column.method'), kind: 'text', cell: ({ title }) => title },
        { id: 'moment', header: t('orders.payments.moment'), kind: 'text', cell: (one) => dateTime(one.date_paid) },
        { id: 'amount', header: heading(t('orders.payments.amount')), cell: (one) => amount(one.amount) },
      ]}
      rows={payments}
      getRowKey={({ id }) => id}
      totals={{ method: t('orders.payments.total'), amount: amount(sumPaid(payments)) }}
    />
  );
}

/** The figures that both an order and its items have. */
const SUMMED_FIGURES = [
  'value_wt',
  'value_ex_wt',
  'discount_value_wt',
  'discount_value_ex_wt',
] as const satisfies readonly (keyof OrderItem & keyof OrderRow)[];

/** The figures of an order that differ from the sum of its items, in euros. */
function listDifferences(order: OrderRow, items: readonly OrderItem[], rounding: Amount) {
  return SUMMED_FIGURES.flatMap((figure) => {
    const stated = order[figure];
    if (stated === null) return [];
    const sum = sumOf(items, (item) => fromEuros(item[figure]));
    return { figure, sum: toEuros(sum), stated, difference: toEuros(fromEuros(stated) - sum) };
  }).filter(({ difference }) => !isWithin(difference, rounding * items.length));
}

function sumPaid(payments: readonly OrderPayment[]): number {
  return toEuros(sumOf(payments, ({ amount }) => fromEuros(amount)));
}

/** Says which parts of the order the platform does not provide. */
export function UnknownParts({ order: { items, payments } }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  if (items !== null && payments !== null) return null;
  const parts = items === null && payments === null ? 'both' : items === null ? 'items' : 'payments';
  return <p className={textStyles.muted}>{t(`orders.order.unknown.${parts}`)}</p>;
}

export function OrderRemarks({ order }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  const rounding = useRounding();
  const { money } = useOrderAmounts(order);
  const { items, payments } = order;
  const differences = items === null ? [] : listDifferences(order, items, rounding);
  const remarks = differences.map(({ figure, sum, stated, difference }) =>
    t(`orders.remark.${figure}`, { sum: money(sum), stated: money(stated), difference: money(difference) }),
  );
  if (payments !== null && order.payment_term === 'direct' && order.is_paid) {
    const paid = sumPaid(payments);
    const difference = toEuros(fromEuros(paid) - fromEuros(order.value_wt));
    if (!isWithin(difference, rounding * payments.length)) {
      remarks.push(t('orders.remark.paid', { sum: money(paid), stated: money(order.value_wt) }));
    }
  }
  if (remarks.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>
            <IconAlertTriangleFilled size={15} aria-hidden />
            {remark}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Notes that a reader of the figures needs and the till does not show. */
export function OrderNotes({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation();
  const { status, discount_value_wt: discount } = order;
  const notes = [
    ...(status === 'cancelled' ? [t('orders.note.cancelled')] : []),
    ...(status === 'new' || status === 'on_hold' ? [t('orders.note.waiting')] : []),
    ...(discount ? [t('orders.note.discount')] : []),
  ];
  return notes.map((note) => (
    <p key={note} className={textStyles.small}>
      {note}
    </p>
  ));
}

/** When an order last changed; empty if that is shown as the same time as the purchase. */
export function formatChanged(
  { date_purchased, date_updated }: OrderRow,
  { dateTime }: Pick<ReturnType<typeof useFormat>, 'dateTime'>,
): string {
  const changedAt = dateTime(date_updated);
  return changedAt === dateTime(date_purchased) ? '' : changedAt;
}

function OrderStatus({ order }: { readonly order: OrderRow }) {
  return (
    <Group gap={6}>
      <StatusText status={order.status} />
      <OrderMark order={order} />
    </Group>
  );
}

interface OrderFactsProps {
  readonly order: OrderRow;
  /** Called before the page of the customer replaces this one. */
  readonly onLeave?: () => void;
}

export function OrderFacts({ order, onLeave }: OrderFactsProps) {
  const language = useLanguage();
  const format = useFormat();
  const today = useToday();
  const headings = useHeadings(orders);
  const invoiceHeadings = useHeadings(openInvoices);
  const { cell: shopCell } = useShopColumn();
  const facts: readonly Fact[] = [
    [headings.status, <OrderStatus key="status" order={order} />],
    [headings.shop, shopCell(order)],
    [headings.date_purchased, format.dateTime(order.date_purchased)],
    [headings.date_updated, formatChanged(order, format), 'window'],
    [headings.payment_term, getPaymentTermLabel(order.payment_term, language)],
    [headings.is_paid, <PaidText key="paid" order={order} />],
    // Not printed, as the sheet is for the customer.
    [invoiceHeadings.age, isOpenInvoice(order) ? format.quantity(countDaysOpen(order, today)) : '', 'window'],
    [headings.customer_name, <CustomerName key="customer" order={order} {...(onLeave && { onLeave })} />],
    [headings.customer_email, format.text(order.customer_email), 'wide'],
  ];
  return <FactList facts={facts} layout="row" />;
}

/** Links to the customer, if the platform knows who that is. */
function CustomerName({ order: { customer_id: id, customer_name: name }, onLeave }: OrderFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (id === null) return name === '' ? t('orders.order.noCustomer') : format.text(name);
  // The name may not be read or is not known.
  if (name === '' || name === null) return `#${id}`;
  return (
    <AddressLink
      address={getCustomerAddress({ id, name })}
      className={linkStyles.link}
      {...(onLeave && { onClick: onLeave })}
    >
      {name}
    </AddressLink>
  );
}
