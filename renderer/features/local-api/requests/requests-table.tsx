import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../../shared/contract/bridge.ts';
import { CopyNotice } from '../../../components/copy-notice.tsx';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { rowsOf } from '../../../components/data-table/row-source.ts';
import { useCopy } from '../../../components/use-copy.ts';
import { requestIdElementId } from './request-id-cell.tsx';
import styles from './requests.module.css';
import { useRequestColumns } from './use-request-columns.tsx';

const TABLE_ID = 'requests';

interface RequestsTableProps {
  readonly entries: readonly RequestEntry[];
  readonly listKey: string;
  readonly isLoading: boolean;
  readonly placeholder: ReactNode;
}

export function RequestsTable({ entries, listKey, isLoading, placeholder }: RequestsTableProps) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy();
  const columns = useRequestColumns(copyId);
  const rows = useMemo(() => rowsOf(entries, ({ number }) => number), [entries]);

  return (
    <div className={styles.frame}>
      <DataTable
        tableId={TABLE_ID}
        label={t('localApi.requests.table')}
        columns={columns}
        rows={rows}
        listKey={listKey}
        isLoading={isLoading}
        placeholder={placeholder}
        opensOnClick={false}
        onOpen={(index) => {
          const entry = rows.rowAt(index);
          if (entry) copyId(entry);
        }}
      />
      <div className={styles.copyNotice}>
        <CopyNotice outcome={outcome} />
      </div>
    </div>
  );

  function copyId(entry: RequestEntry) {
    void copy(document.getElementById(requestIdElementId(entry)));
  }
}
