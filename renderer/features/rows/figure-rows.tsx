import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck, IconChevronLeft } from '@tabler/icons-react';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderItemSums } from '../../../shared/contract/order-rows.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { PagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import backStyles from '../../components/links.module.css';
import { BackLink } from '../../components/links.tsx';
import { Page } from '../../components/page/page.tsx';
import { DetailHeader, PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import type { FigureSide } from '../../lib/address/figure-rows.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './rows.module.css';

interface FigureRowsProps<Filters, Row, Sums> {
  readonly tableId: string;
  readonly title: string;
  readonly facts: readonly FilterFact[];
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: PagedRows<Filters, Row, Sums>;
  /** Whether the rows add up; absent while that is not known. */
  readonly sumLine: ReactNode;
  readonly totals: Readonly<Record<string, string>> | undefined;
}

/** The rows behind a figure, under its name and its filters. Each leads to its order. */
export function FigureRows<Filters, Row extends { readonly order_id: number }, Sums>({
  tableId,
  title,
  facts,
  columns,
  rows,
  sumLine,
  totals,
}: FigureRowsProps<Filters, Row, Sums>) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const navigate = useNavigate();
  const { rowCount } = rows.source;
  const isRead = !rows.isLoading && rows.error === null;

  function open(index: number) {
    const row = rows.source.rowAt(index);
    if (row) void navigate({ to: '/orders/$orderId', params: { orderId: String(row.order_id) } });
  }

  return (
    <Page
      header={
        <DetailHeader
          back={<RowsBack />}
          title={title}
          aside={
            <AsOf
              updatedAt={rows.updatedAt}
              isRefreshing={rows.isRefreshing}
              isStale={rows.isStale}
              onRefresh={rows.refresh}
            />
          }
        />
      }
      filters={
        <>
          <FilterBar
            count={isRead ? t('rows.count', { count: rowCount, text: quantity(rowCount) }) : undefined}
            trailing={<ColumnChooser tableId={tableId} columns={columns} />}
          >
            <FilterFacts facts={facts} />
          </FilterBar>
          {sumLine}
        </>
      }
    >
      <LookupNotice />
      <DataTable
        tableId={tableId}
        label={title}
        columns={columns}
        rows={rows.source}
        listKey={JSON.stringify(rows.shown)}
        isLoading={rows.isLoading}
        totals={totals}
        onOpen={open}
        placeholder={
          rows.error ? (
            <FailurePanel
              error={rows.error}
              stillUsable={t('rows.stillUsable')}
              onRetry={rows.refresh}
              isRetrying={rows.isRefreshing}
            />
          ) : (
            <EmptyPanel title={t('rows.empty')} reason={t('rows.emptyReason')} />
          )
        }
      />
    </Page>
  );
}

/** A filter in words: its name and its value. */
export type FilterFact = readonly [label: string, value: string];

/** What the rows were narrowed to. It cannot be changed here: it is that of the figure. */
function FilterFacts({ facts }: { readonly facts: readonly FilterFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The way back to the figure: the page before, or the report where these rows are the first thing opened. */
function RowsBack() {
  const { t } = useTranslation();
  const { history } = useRouter();
  if (!useCanGoBack()) return <BackLink path="/report">{t('shell.report')}</BackLink>;
  return (
    <UnstyledButton className={backStyles.back ?? ''} onClick={() => history.back()}>
      <IconChevronLeft size={14} aria-hidden />
      {t('rows.back')}
    </UnstyledButton>
  );
}

interface SumLineProps {
  /** The figure as it stood where it was opened; null where there was none. */
  readonly amount: number | null;
  /** Of all rows, with the sign of the figure. */
  readonly sum: number;
  /** Euros of the figure that are in no row of these; 0 where all of it is. */
  readonly besides?: number;
  readonly count: number;
  /** How the figure differs from its rows, though it is made of them. */
  readonly notes?: readonly string[];
}

/** Whether the rows add up to the figure that they were opened from. */
export function SumLine({ amount, sum, besides = 0, count, notes = [] }: SumLineProps) {
  const { t } = useTranslation();
  const { money, quantity } = useFormat();
  const difference = amount === null ? 0 : differenceOf(amount, sum, besides);
  const ofRows = t('rows.sum', { count, text: quantity(count), sum: money(sum) });
  return (
    <div className={styles.frame} role="status">
      <p className={styles.line} data-differs={difference !== 0 || undefined}>
        {amount !== null && difference === 0 && (
          <IconCheck size={15} stroke={2.2} className={styles.holds} role="img" aria-label={t('report.checks.holds')} />
        )}
        {difference !== 0 && <IconAlertTriangleFilled size={15} role="img" aria-label={t('report.checks.fails')} />}
        {amount === null ? ofRows : `${t('rows.amount', { amount: money(amount) })} · ${lowerFirst(ofRows)}`}
        {difference !== 0 && (
          <>
            {' · '}
            <strong>{t('rows.difference', { difference: money(difference) })}</strong>
            <span className={styles.why}>{t('rows.why')}</span>
          </>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The sum of the rows that the figure is. */
export function sideOf(sums: OrderItemSums, side: FigureSide): number {
  if (side === 'cost') return sums.cost;
  return side === 'ex' ? sums.value : sums.value_wt;
}

/** Euros with the other sign; 0 stays what it is. */
export function negated(euros: number): number {
  return toEuros(0 - fromEuros(euros));
}

/** How far the rows, with what the figure has besides them, are from the figure that they are behind, in euros. */
function differenceOf(amount: number, sum: number, besides: number): number {
  return toEuros(fromEuros(sum) + fromEuros(besides) - fromEuros(amount));
}

/** In place of rows whose address does not say which ones they are. */
export function UnknownRows() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page header={<PageHeader title={t('rows.unknown.title')} />}>
      <EmptyPanel
        title={t('rows.unknown.what')}
        reason={t('rows.unknown.why')}
        action={{ label: t('rows.unknown.action'), onClick: () => void navigate({ to: '/report' }) }}
      />
    </Page>
  );
}
