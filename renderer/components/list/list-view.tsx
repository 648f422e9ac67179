import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ColumnChooser } from '../data-table/column-chooser.tsx';
import { useVisibleColumns } from '../data-table/column-state.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { useOfferedColumns } from '../data-table/offered-columns.ts';
import { useOpenRow } from '../data-table/open-row.ts';
import type { PagedRows } from '../data-table/paged-rows.ts';
import type { TableColumn } from '../data-table/table-column.ts';
import { EmptyPanel, type EmptyPanelProps } from '../states/empty-panel.tsx';
import { ReplacedFrame } from '../states/freshness.tsx';
import { QueryAsOf, QueryFailure, type QueryFailureProps } from '../states/query-states.tsx';

export type ListView<Row> = ReturnType<typeof useListView<Row>>;

interface ListViewOptions<Row> {
  /** The key for storing the visible columns, their order and widths. */
  readonly tableId: string;
  /** The list of the API. The platform may not support every sort and filter of the columns. */
  readonly endpoint: Endpoint;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: PagedRows<unknown, Row, unknown>;
}

/** Everything a page of one list of the API needs: the rows, their columns, and the row whose drawer is open. */
export function useListView<Row>({ tableId, endpoint, columns: given, rows }: ListViewOptions<Row>) {
  const columns = useOfferedColumns(endpoint, given);
  const listKey = JSON.stringify(rows.visibleSearch);
  const opened = useOpenRow(rows.source, listKey);
  return {
    ...{ tableId, columns, rows, listKey, opened },
    /** Ids of the visible columns, also used by an export of the list. */
    visible: useVisibleColumns(tableId, columns),
    /** For the drawer of the open row. */
    drawer: { onClose: opened.close, onStep: opened.step, onLeave: opened.leave },
    /** The rows belong to the current search, so their number can be shown. */
    isCurrent: !rows.isLoading && rows.error === null && !rows.isReplaced,
  };
}

/** Controls at the end of the filters: the time of the data and the column chooser. */
export function ListControls<Row>({ view: { rows, tableId, columns } }: { readonly view: ListView<Row> }) {
  return (
    <>
      <QueryAsOf query={rows} />
      <ColumnChooser tableId={tableId} columns={columns} />
    </>
  );
}

interface ListTableProps<Row> extends Omit<ListPlaceholderProps, 'query'> {
  readonly view: ListView<Row>;
  /** Names the table for assistive technology. */
  readonly label: string;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** Default: opens the drawer of the row. */
  readonly onOpen?: (index: number) => void;
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  readonly totalsNote?: ReactNode;
  /** Whether rows of the previous choice are dimmed while those of the new one are read. Default true. */
  readonly dimsReplaced?: boolean;
}

/** The table of a list, dimmed while another one is read. Without rows it shows the reason. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { view, label, sort, onSort, totals, totalsNote, dimsReplaced = true, ...placeholder } = props;
  const { rows, opened } = view;
  const { onOpen = opened.open } = props;
  return (
    <ReplacedFrame isReplaced={dimsReplaced && rows.isReplaced}>
      <DataTable
        tableId={view.tableId}
        label={label}
        columns={view.columns}
        rows={rows.source}
        listKey={view.listKey}
        isLoading={rows.isLoading}
        sort={sort}
        onSort={onSort}
        openIndex={opened.index}
        scrollPosition={opened.scrollPosition}
        onOpen={onOpen}
        totals={totals}
        totalsNote={totalsNote}
        placeholder={<ListPlaceholder {...placeholder} query={rows} />}
      />
    </ReplacedFrame>
  );
}

interface ListPlaceholderProps extends QueryFailureProps {
  /** Why there are no rows. If filters are set, the default action clears them. */
  readonly nothing: EmptyPanelProps;
}

/** Replaces the rows of a list that could not be read or is empty. */
export function ListPlaceholder({ query, stillUsable, onClearFilters, nothing }: ListPlaceholderProps) {
  const { t } = useTranslation();
  if (query.error) return <QueryFailure query={query} stillUsable={stillUsable} onClearFilters={onClearFilters} />;
  const clear = onClearFilters && { label: t('states.clearFilters'), onClick: onClearFilters };
  return <EmptyPanel action={clear} {...nothing} />;
}
