import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/language.ts';
import styles from './requests.module.css';

interface NewRequestsButtonProps {
  readonly count: number;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** In place of rows that would push away what is being read. Announced once, not at each count. */
export function NewRequestsButton({ count, onClick }: NewRequestsButtonProps) {
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
        {t('localApi.requests.new', { count, text: format.quantity(count) })}
      </Button>
      <span className={styles.announcement} role="status">
        {t('localApi.requests.hasNew')}
      </span>
    </>
  );
}
