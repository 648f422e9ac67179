import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/language.ts';
import { DELIVERIES_PER_PAGE } from '../api/list-deliveries.ts';
import styles from './deliveries.module.css';

interface NewDeliveriesButtonProps {
  /** A whole page stands for that many or more. */
  readonly count: number;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** In place of rows that would push away what is being read. Announced once, not at each count. */
export function NewDeliveriesButton({ count, onClick }: NewDeliveriesButtonProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <Button
        size="compact-sm"
        fz={13}
        data-holds-rows
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={onClick}
      >
        {count < DELIVERIES_PER_PAGE
          ? t('webhooks.deliveries.new', { count, text: format.quantity(count) })
          : t('webhooks.deliveries.manyNew')}
      </Button>
      <span className={styles.announcement} role="status">
        {t('webhooks.deliveries.hasNew')}
      </span>
    </>
  );
}
