import { useTranslation } from 'react-i18next';
import { EmptyPanel } from '../../components/empty-panel.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';

/** The pages of webhooks for staff: a sentence, and no call that would fail. */
export function NotAllowed() {
  const { t } = useTranslation();
  return (
    <Page header={<PageHeader title={t('webhooks.title')} />}>
      <EmptyPanel title={t('webhooks.notAllowed')} reason={t('webhooks.notAllowedReason')} />
    </Page>
  );
}
