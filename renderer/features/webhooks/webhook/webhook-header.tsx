import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { PageTitle } from '../../../components/page/page-title.tsx';
import styles from './webhook-header.module.css';

interface WebhookHeaderProps {
  readonly webhook: Webhook;
  readonly aside: ReactNode;
  readonly actions: ReactNode;
}

/** The title line of a webhook: the way back, its address, and what can be done with it. */
export function WebhookHeader({ webhook, aside, actions }: WebhookHeaderProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <div className={styles.names}>
        <Link to="/webhooks" className={styles.back ?? ''}>
          <IconChevronLeft size={14} aria-hidden />
          {t('webhooks.title')}
        </Link>
        <PageTitle title={webhook.url} className={styles.title} />
      </div>
      {aside}
      <div className={styles.actions}>{actions}</div>
    </header>
  );
}
