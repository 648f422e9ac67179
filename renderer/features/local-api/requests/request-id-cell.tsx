import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../../shared/contract/bridge.ts';
import styles from './requests.module.css';

interface RequestIdCellProps {
  readonly entry: RequestEntry;
  readonly onCopy: (entry: RequestEntry) => void;
}

/** The whole number, cut off by the width of its column alone, so that it can be selected and copied whole. */
export function RequestIdCell({ entry, onCopy }: RequestIdCellProps) {
  const { t } = useTranslation();
  const { requestId } = entry;
  return (
    <span className={styles.requestId}>
      <span id={requestIdElementId(entry)} className={styles.requestIdText} title={requestId}>
        {requestId}
      </span>
      <ActionIcon
        size={24}
        className={styles.copyId ?? ''}
        tabIndex={-1}
        aria-label={t('localApi.requests.copyId', { id: requestId })}
        title={t('states.copy')}
        onClick={() => onCopy(entry)}
      >
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}

export function requestIdElementId({ number }: RequestEntry): string {
  return `request-id-${number}`;
}
