import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page/page.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { watchedWebhooksQuery } from '../api/list-webhooks.ts';
import { WebhookView } from './webhook-view.tsx';

/** A webhook by its id, or why there is none to see. It stays fresh while it is open. */
export function WebhookLoader({ webhookId }: { readonly webhookId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const webhooks = useQuery(watchedWebhooksQuery);
  const webhook = webhooks.data?.find(({ id }) => id === webhookId);
  if (webhook) {
    return (
      <WebhookView
        webhook={webhook}
        staleSince={webhooks.isError ? webhooks.dataUpdatedAt : null}
        isRefreshing={webhooks.isFetching}
        onRefresh={() => void webhooks.refetch()}
      />
    );
  }
  return (
    <Page scrolls header={<PageHeader title={t('webhooks.title')} />}>
      {webhooks.isPending && <SkeletonRows rows={8} />}
      {webhooks.isError && !webhooks.data && (
        <FailurePanel
          error={webhooks.error}
          stillUsable={t('webhooks.stillUsable')}
          isRetrying={webhooks.isFetching}
          onRetry={() => void webhooks.refetch()}
        />
      )}
      {webhooks.data && (
        <EmptyPanel
          title={t('webhooks.gone.title')}
          reason={t('webhooks.gone.reason')}
          action={{ label: t('webhooks.gone.action'), onClick: () => void navigate({ to: '/webhooks' }) }}
        />
      )}
    </Page>
  );
}
