import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Customer } from '../../../shared/contract/customers.ts';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { COUNTING_STATUSES, listOrders } from '../../../shared/contract/orders.ts';
import { customers, orders } from '../../../shared/datasets/declarations.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { EVERYWHERE, useChosenPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import orderStyles from '../../components/order/order.module.css';
import { BackofficeLink } from '../../components/order/order-drawer.tsx';
import { OrderMark } from '../../components/order/order-status.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { QueryContent } from '../../components/states/query-states.tsx';
import textStyles from '../../components/text.module.css';
import { getInvoicesAddress, getOrderAddress, getOrdersAddress } from '../../lib/address/address.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useItemsInclude } from '../../lib/queries/orders.ts';
import { useSegments } from './segments.ts';

interface CustomerDrawerProps {
  readonly customer: Customer;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Called before the orders replace the list. */
  readonly onLeave: () => void;
}

/** The details of a customer beside the list, with links to their orders. */
export function CustomerDrawer({ customer, onClose, onStep, onLeave }: CustomerDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  const headings = useHeadings(customers);
  const { formatSegments } = useSegments();
  const { name, email, phone, city, country_iso2, segment_ids, date_created, order_count, turnover_wt, id } = customer;
  const lastPurchased = customer.date_last_purchased;
  // The orders of every shop, even if one is preferred.
  const { toChoices } = useChosenPlace({});
  const period = { from: MIN_DATE, to: today };
  const all = getOrdersAddress({ period, ...toChoices(EVERYWHERE), customer_id: id });
  return (
    <Drawer title={name || `#${id}`} onClose={onClose} onStep={onStep}>
      <FactList
        layout="pairs"
        facts={[
          [headings.turnover_wt, format.money(turnover_wt)],
          [headings.order_count, format.quantity(order_count)],
          [t('figures.openBalance'), <OpenBalance key="open" customerId={id} onLeave={onLeave} />, 'wide'],
          [headings.email, format.text(email), 'wide'],
          [headings.phone, format.text(phone)],
          [headings.city, format.text(city)],
          [headings.country_iso2, format.text(country_iso2)],
          [headings.segments, formatSegments(segment_ids)],
          [headings.date_created, format.day(date_created)],
          [headings.date_last_purchased, lastPurchased ? format.day(lastPurchased) : ''],
          [headings.id, String(id)],
        ]}
      />
      <LastOrders customerId={id} onLeave={onLeave} />
      <p>
        <AddressLink address={all} className={linkStyles.link} onClick={onLeave}>
          {t('figures.ordersOfCustomer')}
        </AddressLink>
      </p>
    </Drawer>
  );
}

interface CustomerSectionProps extends Pick<CustomerDrawerProps, 'onLeave'> {
  readonly customerId: number;
}

/** The customer's unpaid invoices, counted as on the page of open invoices, which this opens. */
function OpenBalance({ customerId, onLeave }: CustomerSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { toChoices } = useReportPlace({});
  const { data, isError } = useCustomerOrders(customerId, {
    ...{ status: [...COUNTING_STATUSES], payment_term: 'invoice', is_paid: false },
    limit: 1,
  });
  if (data === undefined) return isError ? t('overview.periods.unread') : '…';
  if (data.total === 0) return t('figures.noInvoices');
  const invoices = t('figures.invoices', { count: data.total });
  return (
    <AddressLink
      address={getInvoicesAddress({ ...toChoices(EVERYWHERE), customer_id: customerId })}
      className={linkStyles.link}
      onClick={onLeave}
    >
      {`${format.money(data.sums?.value_wt ?? null)} · ${invoices}`}
    </AddressLink>
  );
}

const MAX_LAST_ORDERS = 5;

/** The customer's latest orders of any status, each with a link. */
function LastOrders({ customerId, onLeave }: CustomerSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const headings = useHeadings(orders);
  const include = useItemsInclude();
  const last = useCustomerOrders(customerId, { sort: '-date_purchased', limit: MAX_LAST_ORDERS, ...include });
  return (
    <>
      <h3 className={orderStyles.heading}>{t('figures.lastOrders')}</h3>
      <QueryContent query={last} rows={MAX_LAST_ORDERS}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={orderStyles.none}>{t('figures.noOrders')}</p>
          ) : (
            <PlainTable
              label={t('figures.lastOrders')}
              className={orderStyles.table}
              columns={[
                {
                  id: 'date_purchased',
                  header: headings.date_purchased,
                  kind: 'text',
                  cell: (order) => format.day(order.date_purchased.slice(0, 10)),
                },
                {
                  id: 'order_number',
                  header: headings.order_number,
                  kind: 'text',
                  isRowHeading: true,
                  cell: (order) => (
                    <>
                      <AddressLink address={getOrderAddress(order.id)} className={linkStyles.link} onClick={onLeave}>
                        {order.order_number}
                      </AddressLink>{' '}
                      <OrderMark order={order} />
                      {/* Only unusual statuses are shown. */}
                      {order.status !== 'complete' && (
                        <span className={textStyles.small}> {getOrderStatusLabel(order.status, language)}</span>
                      )}
                      <BackofficeLink order={order} isBrief />
                    </>
                  ),
                },
                {
                  id: 'value_wt',
                  header: headings.value_wt,
                  cell: (order) => format.amount(order.value_wt, order.currency),
                },
              ]}
              rows={data}
              getRowKey={({ id }) => id}
            />
          )
        }
      </QueryContent>
    </>
  );
}

/** The first page of a customer's orders at every shop, since the first day. */
function useCustomerOrders(
  customerId: number,
  filters: Omit<QueryOf<typeof listOrders>, 'from' | 'to' | 'customer_id' | 'start'>,
) {
  const query = { from: MIN_DATE, to: useToday(), customer_id: customerId, start: 0, ...filters };
  return useQuery({
    queryKey: ['customers', 'orders', query],
    meta: { follows: ['orders'] as const },
    queryFn: ({ signal }) => readApi(listOrders, { query, signal }),
  });
}
