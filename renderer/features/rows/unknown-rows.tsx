import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyPanel } from '../../components/empty-panel.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';

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
