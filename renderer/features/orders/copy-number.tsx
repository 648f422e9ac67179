import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyNotice } from '../../components/copy-notice.tsx';
import { useCopy } from '../../components/use-copy.ts';
import styles from './copy-number.module.css';

/** Copies the number of an order as it stands on the receipt. */
export function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLSpanElement>(null);
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <CopyNotice outcome={outcome} />
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={t('orders.order.copyNumber', { number })}
        onClick={() => void copy(text.current)}
      >
        <span ref={text} className={styles.number}>
          {number}
        </span>
      </Button>
    </>
  );
}
