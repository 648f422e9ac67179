import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';

/** In place of rows whose address does not say which ones they are. */
export function UnknownRows() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page header={<PageHeader title={t('rows.unknown.title')} />}>
      <EmptyPanel
        title={t('rows.unknown.what')}
        reason={t('rows.unknown.why')}
        action={{ label: t('rows.unknown.action'), onClick: () => void navigate({ to: '/report' }) }}
      />
    </Page>
  );
}
