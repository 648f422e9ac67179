import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page/page.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';

export function NoProduct() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page scrolls header={<PageHeader title={t('catalog.product.title')} />}>
      <EmptyPanel
        title={t('catalog.product.gone')}
        reason={t('catalog.product.goneReason')}
        action={{
          label: t('catalog.product.toCatalog'),
          onClick: () => void navigate({ to: '/catalog' }),
        }}
      />
    </Page>
  );
}
