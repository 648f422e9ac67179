import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import type { TableColumn } from '../../../components/data-table/table-column.ts';
import { useFormat } from '../../../lib/language.ts';
import { answerWords } from './answer-words.ts';
import { lastAttemptOf } from './attempt.ts';
import { DeliveryStatusMark } from './delivery-status.tsx';
import { shortTimeText } from './delivery-time.ts';
import { kindWords } from './kind-words.ts';

const WIDTHS_PX = {
  created_at: 142,
  kind: 116,
  event_count: 104,
  status: 116,
  attempts: 92,
  next_attempt_at: 130,
  answer: 150,
  duration_ms: 112,
} as const;

/** The columns of the delivery log. Answer and duration are those of the latest attempt. */
export function useDeliveryColumns(): readonly TableColumn<Delivery>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const header = (id: keyof typeof WIDTHS_PX) => ({
      id,
      header: t(`webhooks.deliveries.column.${id}`),
      widthPx: WIDTHS_PX[id],
    });
    return [
      {
        ...header('created_at'),
        kind: 'moment',
        cell: (delivery) => shortTimeText(delivery.created_at, format),
      },
      { ...header('kind'), kind: 'text', cell: (delivery) => kindWords(delivery, t) },
      {
        ...header('event_count'),
        kind: 'quantity',
        cell: ({ kind, event_count: count }) => (kind === 'ping' ? null : format.quantity(count)),
      },
      { ...header('status'), kind: 'text', cell: (delivery) => <DeliveryStatusMark delivery={delivery} /> },
      {
        ...header('attempts'),
        kind: 'quantity',
        cell: ({ attempts }) => format.quantity(attempts.length),
      },
      {
        ...header('next_attempt_at'),
        kind: 'moment',
        cell: ({ next_attempt_at: next }) => (next === null ? null : shortTimeText(next, format)),
      },
      {
        ...header('answer'),
        kind: 'text',
        grows: true,
        cell: (delivery) => {
          const attempt = lastAttemptOf(delivery);
          return attempt ? answerWords(attempt, t) : null;
        },
      },
      {
        ...header('duration_ms'),
        kind: 'quantity',
        cell: (delivery) => {
          const attempt = lastAttemptOf(delivery);
          return attempt ? format.quantity(attempt.duration_ms) : null;
        },
      },
    ];
  }, [t, format]);
}
