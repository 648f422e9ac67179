import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { rowsOf } from '../../components/data-table/row-source.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import styles from './history.module.css';
import type { ExportHistoryPages } from './use-export-history.ts';
import { useHistoryColumns } from './use-history-columns.tsx';

interface HistoryTableProps {
  readonly history: ExportHistoryPages;
  readonly openIndex: number | null;
  readonly onOpen: (index: number) => void;
}

export function HistoryTable({ history, openIndex, onOpen }: HistoryTableProps) {
  const { t } = useTranslation();
  const columns = useHistoryColumns();
  const rows = useMemo(() => rowsOf(history.entries, ({ id }) => id), [history.entries]);
  return (
    <>
      <DataTable
        tableId="export-history"
        label={t('exports.history.table')}
        columns={columns}
        rows={rows}
        isLoading={history.isLoading}
        openIndex={openIndex}
        onOpen={onOpen}
        placeholder={
          history.error ? (
            <FailurePanel
              error={history.error}
              stillUsable={t('exports.history.stillUsable')}
              isRetrying={history.isRefreshing}
              onRetry={history.refresh}
            />
          ) : (
            <EmptyPanel title={t('exports.history.empty')} reason={t('exports.history.emptyReason')} />
          )
        }
      />
      {history.hasMore && (
        <div className={styles.more}>
          <Button variant="default" loading={history.isReadingMore} onClick={history.readMore}>
            {t('exports.history.more')}
          </Button>
        </div>
      )}
    </>
  );
}
