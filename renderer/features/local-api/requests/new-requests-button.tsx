import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NewRowsButton } from '../../../components/data-table/new-rows-button.tsx';
import { useFormat } from '../../../lib/language.ts';

interface NewRequestsButtonProps {
  readonly count: number;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

export function NewRequestsButton({ count, onClick }: NewRequestsButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <NewRowsButton
      label={t('localApi.requests.new', { count, text: format.quantity(count) })}
      announcement={t('localApi.requests.hasNew')}
      onClick={onClick}
    />
  );
}
