import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { orders } from '../../../shared/datasets/orders.ts';
import { orderStatusWords } from '../../../shared/order-status-words.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/use-shop-title.ts';
import { termWords } from './order-columns.ts';

/** What an order is, in one row where there is room for it. */
export function OrderFacts({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopTitle = useShopTitle();
  const facts: readonly Fact[] = [
    [headings.status, orderStatusWords(order.status, language)],
    [headings.shop, shopTitle(order.shop_id)],
    [headings.date_purchased, format.moment(order.date_purchased)],
    [headings.date_updated, format.moment(order.date_updated)],
    [headings.payment_term, termWords(order, language)],
    [headings.is_paid, t(order.is_paid ? 'orders.yes' : 'orders.no')],
    [headings.customer_name, order.customer_name || t('orders.order.unknownCustomer')],
    [headings.customer_email, order.customer_email, 'wide'],
  ];
  return <FactList facts={facts} layout="row" />;
}
