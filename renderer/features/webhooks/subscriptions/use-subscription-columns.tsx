import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import type { TableColumn } from '../../../components/data-table/table-column.ts';
import { useFormat } from '../../../lib/language.ts';
import { eventWords } from '../event-words.ts';
import { HealthMark } from '../health-mark.tsx';
import { WebhookLink } from './webhook-link.tsx';

const WIDTHS_PX = {
  url: 236,
  events: 128,
  description: 112,
  health: 242,
  pending: 88,
  last_success_at: 162,
} as const;

/** The columns of the list of webhooks. */
export function useSubscriptionColumns(): readonly TableColumn<Webhook>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const header = (id: keyof typeof WIDTHS_PX) => ({
      id,
      header: t(`webhooks.column.${id}`),
      widthPx: WIDTHS_PX[id],
    });
    return [
      { ...header('url'), kind: 'text', grows: true, cell: (webhook) => <WebhookLink webhook={webhook} /> },
      { ...header('events'), kind: 'text', cell: (webhook) => eventWords(webhook, t) },
      { ...header('description'), kind: 'text', cell: ({ description }) => description },
      { ...header('health'), kind: 'text', cell: (webhook) => <HealthMark webhook={webhook} /> },
      { ...header('pending'), kind: 'quantity', cell: ({ pending }) => format.quantity(pending) },
      {
        ...header('last_success_at'),
        kind: 'moment',
        cell: ({ last_success_at: at }) => (at === null ? t('webhooks.health.never') : format.moment(at)),
      },
    ];
  }, [t, format]);
}
