import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import { healthOf } from '../webhook-health.ts';

interface NoticeWordsProps {
  readonly webhook: Webhook;
  /** How many webhooks the notice is of. */
  readonly count: number;
}

/** Which webhook was disabled, when and why; of several only how many. */
export function NoticeWords({ webhook, count }: NoticeWordsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = healthOf(webhook);
  if (count > 1) return t('webhooks.notice.many', { text: format.quantity(count) });
  if (health.kind !== 'disabled') return null;
  return t('webhooks.notice.one', {
    url: webhook.description || webhook.url,
    moment: format.moment(health.since),
    reason: t(`webhooks.reason.${health.reason}`),
  });
}
