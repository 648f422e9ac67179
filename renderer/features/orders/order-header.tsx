import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../components/back-link.tsx';
import { DetailHeader } from '../../components/page/detail-header.tsx';

interface OrderHeaderProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** The title line of an order: the way back to the list, its number, and what can be done with it. */
export function OrderHeader(props: OrderHeaderProps) {
  const { t } = useTranslation();
  return <DetailHeader back={<BackLink path="/orders">{t('orders.title')}</BackLink>} {...props} />;
}
