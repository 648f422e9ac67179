import { type HTMLAttributes, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestEntry } from '../../../../shared/contract/bridge.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { rowsOf } from '../../../components/data-table/row-source.ts';
import { CopyNotice } from '../copying/copy-notice.tsx';
import { useCopy } from '../copying/use-copy.ts';
import { NewRequestsButton } from './new-requests-button.tsx';
import { requestIdElementId } from './request-id-cell.tsx';
import styles from './requests.module.css';
import { useRequestColumns } from './use-request-columns.tsx';

const TABLE_ID = 'requests';

interface RequestsTableProps {
  readonly entries: readonly RequestEntry[];
  /** How many more there are to show. */
  readonly waitingCount: number;
  /** Tell whether somebody is at a row, see `useRowHold`. */
  readonly holdProps: HTMLAttributes<HTMLElement>;
  readonly listKey: string;
  readonly isLoading: boolean;
  readonly placeholder: ReactNode;
  readonly onCatchUp: () => void;
}

export function RequestsTable(props: RequestsTableProps) {
  const { entries, waitingCount, listKey, isLoading, placeholder, onCatchUp } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [timesCaughtUp, setTimesCaughtUp] = useState(0);
  const { outcome, copy } = useCopy();
  const columns = useRequestColumns(copyId);
  const rows = useMemo(() => rowsOf(entries), [entries]);

  function catchUp(event: MouseEvent) {
    onCatchUp();
    setTimesCaughtUp(timesCaughtUp + 1);
    // From the keyboard: the button goes, and the keys belong to the list again.
    if (event.detail === 0) frame.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  }

  return (
    <div ref={frame} className={styles.frame} {...props.holdProps}>
      {waitingCount > 0 && <NewRequestsButton count={waitingCount} onClick={catchUp} />}
      <DataTable
        tableId={TABLE_ID}
        label={t('localApi.requests.table')}
        columns={columns}
        rows={rows}
        listKey={`${listKey} ${timesCaughtUp}`}
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
