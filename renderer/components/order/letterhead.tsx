import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listMissingDetails } from '../../../shared/company-details.ts';
import type { Customer } from '../../../shared/contract/customers.ts';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { formatCountry, INTL_LOCALES } from '../../../shared/number-format.ts';
import { getOrderStatusLabel } from '../../../shared/order-labels.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import { customerQuery } from '../../lib/queries/orders.ts';
import { useShopTitle } from '../../lib/queries/shops.ts';
import { type Fact, FactList } from '../fact-list.tsx';
import linkStyles from '../links.module.css';
import { AddressLink } from '../links.tsx';
import textStyles from '../text.module.css';
import styles from './order.module.css';

/** The kind of sheet of an order. A `summary` lacks company details that an invoice needs, or the items. */
type OrderForm = 'receipt' | 'invoice' | 'summary';

export function useOrderForm({ payment_term: term, items }: OrderWithDetails): OrderForm {
  const { data: company } = useQuery(companyQuery);
  if (items === null) return 'summary';
  if (term !== 'invoice') return 'receipt';
  return company && listMissingDetails(company.details).length === 0 ? 'invoice' : 'summary';
}

/**
 * The head of the sheet: the seller from the settings, the customer, the dates and the amount due. Renders nothing on
 * the screen.
 */
export function Letterhead({ order, form }: { readonly order: OrderWithDetails; readonly form: OrderForm }) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const getShopTitle = useShopTitle();
  const { data: company } = useQuery(companyQuery);
  const customer = useCustomer(order);
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const { name, street, postcode, city, kvk, vat, phone, email, website, iban } = company?.details ?? {};
  const numbers = [
    ['kvk', kvk],
    ['vat', vat],
    ['iban', iban],
  ] as const;
  const lines = [
    street,
    [postcode, city].filter(Boolean).join(' '),
    ...numbers.map(([field, value]) => value && t(`orders.letterhead.${field}`, { value })),
    [phone, email, website].filter(Boolean).join(' · '),
  ].filter((line) => line !== undefined && line !== '');
  const facts: readonly Fact[] = [
    [t(`orders.letterhead.number.${form}`), order.order_number],
    [t(`orders.letterhead.date.${form}`), format.dateTime(order.date_purchased)],
    [t('orders.letterhead.delivered'), form === 'invoice' ? t('orders.letterhead.deliveredUnknown') : ''],
    [t('states.shop'), getShopTitle(order.shop_id)],
    [t('states.status'), order.status === 'complete' ? '' : getOrderStatusLabel(order.status, language)],
  ];
  return (
    <div className={styles.sheetHead}>
      <div className={styles.seller}>
        <CustomerAddress order={order} customer={customer} />
        <address className={styles.letterhead}>
          {name && <strong>{name}</strong>}
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </div>
      <FactList facts={facts} layout="row" />
      <p className={styles.due}>{formatDue()}</p>
      {form === 'summary' && order.items !== null && <p>{t('orders.letterhead.noInvoice')}</p>}
      {order.status === 'refunded' && <p>{t('orders.letterhead.refunded')}</p>}
    </div>
  );

  function formatDue(): string {
    if (order.status === 'cancelled' || order.is_paid === null) return '';
    if (!order.is_paid) return t('orders.letterhead.due', { amount: format.money(order.value_wt, order.currency) });
    const last = (order.payments ?? [])
      .map(({ date_paid }) => date_paid ?? '')
      .toSorted()
      .at(-1);
    return !last ? t('orders.letterhead.paid') : t('orders.letterhead.paidOn', { moment: format.dateTime(last) });
  }
}

/** The customer of an order on account. Read early, so that it is there when printing starts. */
function useCustomer({ customer_id: id, payment_term: term }: OrderWithDetails): Customer | undefined {
  // Without `holdsNames`, as the page shows the customer's name from the order.
  return useQuery({ ...customerQuery(id ?? 0), meta: {}, enabled: id !== null && term === 'invoice' }).data;
}

interface CustomerAddressProps {
  readonly order: OrderWithDetails;
  readonly customer: Customer | undefined;
}

/** The customer, as far as the platform knows. Empty for an unknown customer. */
function CustomerAddress({ order: { customer_name: name, customer_email: email }, customer }: CustomerAddressProps) {
  const language = useLanguage();
  const country = customer?.country_iso2 && formatCountry(customer.country_iso2, language);
  const lines = [[customer?.city, country].filter(Boolean).join(', '), email].filter((line) => line !== '');
  return (
    <span className={styles.letterhead}>
      {name && <strong>{name}</strong>}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

/** Tells managers on the screen which company details are missing. They can fill them in. */
export function MissingDetails() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: company } = useQuery(companyQuery);
  const missing = company?.mayChange ? listMissingDetails(company.details) : [];
  if (missing.length === 0) return null;
  const names = new Intl.ListFormat(INTL_LOCALES[language]).format(
    missing.map((field) => t(`orders.letterhead.missing.${field}`)),
  );
  return (
    <p className={`${textStyles.small} ${styles.missing}`}>
      {t('orders.letterhead.lacks', { names, count: missing.length })}{' '}
      <AddressLink address={{ path: '/settings/company', search: {} }} className={linkStyles.link}>
        {t('orders.letterhead.toSettings')}
      </AddressLink>
    </p>
  );
}
