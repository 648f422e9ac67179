import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page/page.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { AsOf } from '../../../components/states/as-of.tsx';
import { useFormat } from '../../../lib/language.ts';
import { watchedWebhooksQuery } from '../api/list-webhooks.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import styles from './subscriptions.module.css';
import { SubscriptionsTable } from './subscriptions-table.tsx';

/** All webhooks of the account, each with its health. */
export function Subscriptions() {
  const { t } = useTranslation();
  const format = useFormat();
  const webhooks = useQuery(watchedWebhooksQuery);
  const [isAdding, setIsAdding] = useState(false);
  const count = webhooks.data?.length ?? 0;
  return (
    <Page
      header={
        <PageHeader
          title={t('webhooks.title')}
          aside={
            webhooks.data &&
            webhooks.isError && (
              <AsOf
                updatedAt={webhooks.dataUpdatedAt}
                isRefreshing={webhooks.isFetching}
                isStale
                onRefresh={() => void webhooks.refetch()}
              />
            )
          }
          actions={
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsAdding(true)}>
              {t('webhooks.add')}
            </Button>
          }
        />
      }
      filters={
        <p className={styles.note}>
          <span>{t('webhooks.hint')}</span>
          <span role="status">
            {count > 0 && t('webhooks.count', { count, text: format.quantity(count) })}
          </span>
        </p>
      }
    >
      <SubscriptionsTable query={webhooks} onAdd={() => setIsAdding(true)} />
      <SubscribeDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}
