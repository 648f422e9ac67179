import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly count: number;
  /** The rows that were selected cannot be found any more. */
  readonly isLost: boolean;
  readonly isCopying: boolean;
  readonly onCopy: () => void;
  readonly onClear: () => void;
}

/** How many rows are selected, and what can be done with them. It stands empty before, so that a change is heard. */
export function SelectionBar({ count, isLost, isCopying, onCopy, onClear }: SelectionBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.bar} data-empty={(count === 0 && !isLost) || undefined}>
      <span aria-live="polite" className={styles.count}>
        {count > 0 && t('copying.selected', { count, text: format.quantity(count) })}
        {isLost && t('copying.lost')}
      </span>
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          fz={13}
          leftSection={<IconCopy size={14} aria-hidden />}
          aria-keyshortcuts="Control+C"
          title={t('copying.copyTitle')}
          loading={isCopying}
          onClick={onCopy}
        >
          {t('copying.copy')}
        </Button>
      )}
      {(count > 0 || isLost) && (
        <ActionIcon
          aria-label={t(isLost ? 'shell.dismiss' : 'copying.clear')}
          title={t('copying.clearTitle')}
          onClick={onClear}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
