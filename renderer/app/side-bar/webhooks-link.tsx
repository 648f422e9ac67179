import { IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDisabledWebhooks } from '../../features/webhooks/notices/use-disabled-webhooks.ts';
import { useFormat } from '../../lib/language.ts';
import { NavigationLink } from './navigation-link.tsx';

/** Leads to the webhooks, with the number of those that were disabled. */
export function WebhooksLink({ isFolded }: { readonly isFolded: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useDisabledWebhooks().length;
  const badge =
    count === 0
      ? undefined
      : { count, label: t('webhooks.notice.badge', { count, text: format.quantity(count) }) };
  return (
    <NavigationLink
      to="/webhooks"
      icon={IconWebhook}
      label={t('shell.webhooks')}
      isFolded={isFolded}
      badge={badge}
    />
  );
}
