import { ActionIcon } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';

interface BackofficeButtonProps {
  readonly order: DiscountOrder;
  readonly onOpen: (order: DiscountOrder) => void;
}

export function BackofficeButton({ order, onOpen }: BackofficeButtonProps) {
  const { t } = useTranslation();
  const label = t('discounts.openOrder', { number: order.order_number });
  return (
    <ActionIcon
      variant="subtle"
      size={24}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={() => onOpen(order)}
    >
      <IconExternalLink size={15} aria-hidden />
    </ActionIcon>
  );
}
