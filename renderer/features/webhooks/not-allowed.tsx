import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';

/** Replaces the webhook pages for users who may not manage webhooks. */
export function NotAllowed() {
  const { t } = useTranslation();
  return (
    <Page header={<PageHeader title={t('shell.webhooks')} />}>
      <EmptyPanel title={t('webhooks.notAllowed')} reason={t('webhooks.notAllowedReason')} />
    </Page>
  );
}
