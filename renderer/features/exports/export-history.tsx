import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import { type ExportManifest, isMonth, isMonthManifest, type PastFile } from '../../../shared/contract/exports.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { RowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { formOf } from '../../components/exports/export-forms.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { finishedCount, useExportsStore } from '../../lib/exports/exports-store.ts';
import { periodText } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useMe } from '../../lib/session.ts';
import styles from './exports-page.module.css';
import { exportHistoryQuery } from './queries.ts';

interface HistoryTableProps {
  readonly history: ExportHistoryPages;
  readonly rows: RowSource<PastFile>;
  readonly openIndex: number | null;
  readonly onOpen: (index: number) => void;
}

export function HistoryTable({ history, rows, openIndex, onOpen }: HistoryTableProps) {
  const { t } = useTranslation();
  const columns = useHistoryColumns();
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
            <QueryFailure query={history} stillUsable={t('exports.history.stillUsable')} />
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

export function HistoryNote({ history }: { readonly history: ExportHistoryPages }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { entries, hasMore } = history;
  const count = entries.length;
  const text = quantity(count);
  return (
    <p className={styles.note}>
      <span>{t('exports.history.hint')}</span>
      <span role="status" className={styles.count}>
        {count > 0 &&
          (hasMore ? t('exports.history.countMore', { text }) : t('exports.history.count', { count, text }))}
      </span>
    </p>
  );
}

type ColumnId = 'as_of' | 'what' | 'selection' | 'form' | 'rows' | 'user' | 'file';

function useHistoryColumns(): readonly TableColumn<PastFile>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const selectionText = useSelectionText();
  const userText = useUserText();
  return useMemo(() => {
    const header = (id: ColumnId, widthPx: number) => ({ id, header: t(`exports.history.column.${id}`), widthPx });
    const whole = (value: string) => <span className={styles.whole}>{value}</span>;
    const text = (id: ColumnId, widthPx: number, of: (manifest: PastFile['manifest']) => ReactNode) =>
      ({ ...header(id, widthPx), kind: 'text', cell: ({ manifest }: PastFile) => of(manifest) }) as const;
    return [
      {
        ...header('as_of', 144),
        kind: 'moment',
        isWhole: true,
        cell: ({ manifest }) => format.moment(localTimestamp(Date.parse(manifest.asOf))),
      },
      { ...text('what', 112, titleOf), hideable: false, isWhole: true },
      {
        // At its narrowest it has the mark, also beside details.
        ...text('selection', 170, (manifest) => (
          <span title={selectionText(manifest)}>
            {hasPersonalData(manifest) && <strong>{t('exports.history.personal')} </strong>}
            {selectionText(manifest)}
          </span>
        )),
        hideable: false,
        minWidthPx: 170,
      },
      { ...text('form', 112, (manifest) => whole(formText(manifest))), isWhole: true },
      { ...header('rows', 72), kind: 'quantity', cell: (file) => rowsCell(file) },
      { ...text('user', 150, userText), minWidthPx: 136 },
      { ...text('file', 96, ({ fileName }) => <FileName name={fileName} />), grows: true, yields: 1 },
    ];

    function titleOf({ request }: PastFile['manifest']) {
      return 'month' in request ? t('exports.month.title') : DECLARATIONS[request.dataset].title[language];
    }

    function formText(manifest: PastFile['manifest']) {
      if (!isMonthManifest(manifest)) return t(`exports.form.${formOf(manifest.request)}`);
      const count = manifest.members.length;
      return t('exports.history.files', { count, text: format.quantity(count) });
    }

    function rowsCell(file: PastFile) {
      if (isMonth(file)) {
        return file.manifest.isComplete ? null : (
          <span className={styles.incomplete}>{t('exports.history.short')}</span>
        );
      }
      const { rows, total, shortfall } = file.manifest;
      if (shortfall === null) return format.quantity(rows);
      const values = { rows: format.quantity(rows), total: total === null ? '?' : format.quantity(total) };
      return <span className={styles.incomplete}>{t('exports.history.rowsOf', values)}</span>;
    }
  }, [t, language, format, selectionText, userText]);
}

/** On paper it is broken between its parts; what is copied has nothing more. */
function FileName({ name }: { readonly name: string }) {
  return (
    <span className={styles.fileName} title={name}>
      {[...name.matchAll(/[^_-]+[_-]*|[_-]+/g)].map(({ 0: part, index: offset }) => (
        <Fragment key={offset}>
          {offset > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

type ExportHistoryPages = ReturnType<typeof useExportHistory>;

/** The pages of the history that have been read; read again when an export of this window ends. */
export function useExportHistory() {
  const query = useInfiniteQuery(exportHistoryQuery);
  const { data, refetch } = query;
  const finished = useExportsStore(finishedCount);
  const seen = useRef(finished);
  useEffect(() => {
    if (finished > seen.current) void refetch();
    seen.current = finished;
  }, [finished, refetch]);
  return {
    /** Newest first. */
    entries: useMemo(() => data?.pages.flatMap(({ entries }) => entries) ?? [], [data]),
    hasMore: query.hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    isLoading: query.isPending,
    isFetching: query.isFetching,
    error: data ? null : query.error,
    isError: data !== undefined && query.isError,
    dataUpdatedAt: query.dataUpdatedAt,
    refetch,
  };
}

/** Who asked for an export: oneself by name, another by e-mail address. */
export function useUserText(): (manifest: Pick<ExportManifest, 'user'>) => string {
  const { t } = useTranslation();
  const me = useMe();
  return useCallback(
    ({ user }) => (user === me.user.email ? me.user.name : (user ?? t('exports.history.operator'))),
    [t, me],
  );
}

export function hasPersonalData(manifest: PastFile['manifest']): boolean {
  if (isMonthManifest(manifest)) return false;
  const { columns }: DatasetDeclaration = DECLARATIONS[manifest.request.dataset];
  return columns.some(({ id, isPersonal }) => isPersonal && manifest.columns.includes(id));
}

/** The filters of an export: its period, its location and the others, as its manifest has them. */
export function useSelectionText(): (manifest: PastFile['manifest']) => string {
  const language = useLanguage();
  return useCallback(
    (manifest) => {
      const { period, place } = manifest;
      const filters = isMonthManifest(manifest) ? [] : (manifest.filtersIn?.[language] ?? manifest.filters);
      return [
        ...(period === null ? [] : [periodText(period, language)]),
        ...(place === null ? [] : [place]),
        ...filters.map(({ label, value }) => `${label}: ${value}`),
      ].join(' · ');
    },
    [language],
  );
}
