import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRowsButton } from '../../../components/data-table/new-rows-button.tsx';
import { useFormat } from '../../../lib/language.ts';
import { DELIVERIES_PER_PAGE } from '../api/list-deliveries.ts';

interface NewDeliveriesButtonProps {
  /** A whole page stands for that many or more. */
  readonly count: number;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

export function NewDeliveriesButton({ count, onClick }: NewDeliveriesButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const label =
    count < DELIVERIES_PER_PAGE
      ? t('webhooks.deliveries.new', { count, text: format.quantity(count) })
      : t('webhooks.deliveries.manyNew');
  return <NewRowsButton label={label} announcement={t('webhooks.deliveries.hasNew')} onClick={onClick} />;
}
