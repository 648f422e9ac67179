import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import {
  type ExportManifest,
  isMonth,
  isMonthManifest,
  type NamedFilter,
  type PastFile,
} from '../../../shared/contract/exports.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { RowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { toForm } from '../../components/exports/export-forms.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import textStyles from '../../components/text.module.css';
import { countFinished, useExportsStore } from '../../lib/exports/exports-store.ts';
import { formatBriefPeriod, formatPeriod } from '../../lib/format.ts';
import { useMe } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShortShopName } from '../../lib/queries/shops.ts';
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

/** The heading of the list with the number of files. */
export function HistoryHeading({ history }: { readonly history: ExportHistoryPages }) {
  const { t } = useTranslation();
  const { entries, hasMore } = history;
  const count = entries.length;
  return (
    <div className={styles.historyHeading}>
      <h2 className={textStyles.sectionTitle}>{t('exports.history.title')}</h2>
      <span role="status" className={textStyles.muted}>
        {count > 0 && t(hasMore ? 'exports.history.countMore' : 'exports.history.count', { count })}
      </span>
    </div>
  );
}

function useHistoryColumns(): readonly TableColumn<PastFile>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const formatBriefSelection = useFormatBriefSelection();
  const formatSelection = useFormatSelection();
  const formatUser = useFormatUser();
  return useMemo(() => {
    return [
      {
        id: 'as_of',
        header: t('exports.history.column.date'),
        kind: 'moment',
        widthPx: 144,
        minWidthPx: 144,
        cell: ({ manifest }) => format.dateTime(formatTimestamp(Date.parse(manifest.asOf))),
      },
      {
        id: 'user',
        header: t('exports.history.column.user'),
        kind: 'text',
        widthPx: 184,
        minWidthPx: 184,
        yields: 1,
        cell: ({ manifest }) => <span title={formatUser(manifest)}>{formatUser(manifest)}</span>,
        copied: ({ manifest }) => formatUser(manifest),
      },
      {
        id: 'what',
        header: t('exports.history.column.what'),
        kind: 'text',
        widthPx: 210,
        hideable: false,
        cell: ({ manifest }) => (
          <span title={manifest.fileName}>
            {getTitle(manifest)}
            {hasPersonalData(manifest) && <PersonalMark />}
          </span>
        ),
        copied: ({ manifest }) => getTitle(manifest),
      },
      {
        id: 'selection',
        header: t('exports.history.column.contents'),
        kind: 'text',
        widthPx: 240,
        grows: true,
        cell: ({ manifest }) => <span title={formatSelection(manifest)}>{formatBriefSelection(manifest)}</span>,
        copied: ({ manifest }) => formatBriefSelection(manifest),
      },
      {
        id: 'form',
        header: t('exports.history.column.form'),
        kind: 'text',
        widthPx: 112,
        cell: ({ manifest }) => formatForm(manifest),
      },
      {
        id: 'rows',
        header: t('exports.history.column.rows'),
        kind: 'quantity',
        widthPx: 112,
        stays: true,
        cell: renderRows,
        copied: (file) => (isMonth(file) ? null : file.manifest.rows),
      },
    ];

    function getTitle({ request }: PastFile['manifest']) {
      return 'month' in request ? t('exports.month.title') : DECLARATIONS[request.dataset].title[language];
    }

    function formatForm(manifest: PastFile['manifest']) {
      const form = t(`exports.form.${toForm(manifest.request)}`);
      return isMonthManifest(manifest) ? t('exports.history.zip', { form }) : form;
    }

    function renderRows(file: PastFile) {
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
  }, [t, language, format, formatSelection, formatBriefSelection, formatUser]);
}

/** An icon with a tooltip; on paper the text. */
function PersonalMark() {
  const { t } = useTranslation();
  const text = t('exports.history.personal');
  return (
    <>
      <span className={styles.personalIcon} role="img" aria-label={text} title={text}>
        <IconUserShield size={15} stroke={1.6} aria-hidden />
      </span>
      <span className={styles.onPaper}> [{text}]</span>
    </>
  );
}

export type ExportHistoryPages = ReturnType<typeof useExportHistory>;

/** The loaded pages of the history. They are read again when an export of this window finishes. */
export function useExportHistory() {
  const query = useInfiniteQuery(exportHistoryQuery);
  const { data, refetch } = query;
  const finished = useExportsStore(countFinished);
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

/** Formats the user of an export: the current user by name, others by e-mail address. */
export function useFormatUser(): (manifest: Pick<ExportManifest, 'user'>) => string {
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

/** Formats the filters of an export: its period, its location and the others, as in its manifest. */
export function useFormatSelection(): (manifest: PastFile['manifest']) => string {
  const language = useLanguage();
  return useCallback(
    (manifest) => {
      const { period, place } = manifest;
      return [
        ...(period === null ? [] : [formatPeriod(period, language)]),
        ...(place === null ? [] : [place]),
        ...listFilters(manifest, language).map(({ label, value }) => `${label}: ${value}`),
      ].join(' · ');
    },
    [language],
  );
}

/**
 * A shorter form: starts with what distinguishes an export from others of its dataset, and leaves out unnecessary
 * labels.
 */
function useFormatBriefSelection(): (manifest: PastFile['manifest']) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const shortenShopName = useShortShopName();
  return useCallback(
    (manifest) => {
      const { period, place } = manifest;
      const { compared } = isMonthManifest(manifest) ? {} : manifest;
      const stated = listFilters(manifest, language);
      const filters = compared ? stated.filter(({ isLimit }) => isLimit !== false) : stated;
      const texts = [
        ...(period === null ? [] : [formatBriefPeriod(period, language, compared)]),
        ...(compared ? [t('exports.history.with', { period: formatBriefPeriod(compared, language) })] : []),
        ...(compared && 'filters' in manifest.request
          ? [t(`rows.side.${manifest.request.filters.side === 'wt' ? 'wt' : 'ex'}`)]
          : []),
        ...(place === null ? [] : [shortenShopName(place)]),
        ...(place === null && period !== null ? [t('exports.history.all.places')] : []),
        ...filters.map(({ label, value }) => `${label}: ${value}`),
      ];
      if (texts.length > 0) return texts.join(' · ');
      const areCustomers = 'dataset' in manifest.request && manifest.request.dataset === 'customers';
      return t(`exports.history.all.${areCustomers ? 'customers' : 'products'}`);
    },
    [t, language, shortenShopName],
  );
}

function listFilters(manifest: PastFile['manifest'], language: Language): readonly NamedFilter[] {
  return isMonthManifest(manifest) ? [] : (manifest.filtersIn?.[language] ?? manifest.filters);
}
