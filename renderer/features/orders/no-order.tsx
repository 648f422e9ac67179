import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { OrderHeader } from './order-header.tsx';

/** In place of an order that there is not, or that the user may not see. */
export function NoOrder({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page scrolls header={<OrderHeader title={t('orders.order.untitled')} />}>
      <EmptyPanel
        title={t('orders.gone.title', { id: orderId })}
        reason={t('orders.gone.reason')}
        action={{ label: t('orders.gone.action'), onClick: () => void navigate({ to: '/orders' }) }}
      />
    </Page>
  );
}
