import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import styles from './keys.module.css';
import { KeysTable } from './keys-table.tsx';

interface KeyListProps {
  readonly query: UseQueryResult<readonly ShownApiKey[]>;
  readonly onRevoke: (key: ShownApiKey) => void;
}

const SKELETON_WIDTHS = [50, 30, 30, 30];

/** The keys, or why there are none to see. */
export function KeyList({ query, onRevoke }: KeyListProps) {
  const { t } = useTranslation();
  if (query.data === undefined) {
    if (!query.isError) {
      return (
        <div className={styles.loading}>
          <SkeletonRows rows={3} widths={SKELETON_WIDTHS} />
        </div>
      );
    }
    return (
      <FailurePanel
        error={query.error}
        stillUsable={t('localApi.keys.stillUsable')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.length === 0) {
    return (
      <p className={styles.empty} role="status">
        {t('localApi.keys.empty')}
      </p>
    );
  }
  return <KeysTable keys={query.data} onRevoke={onRevoke} />;
}
