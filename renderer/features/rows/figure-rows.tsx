import { Box, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck, IconChevronLeft } from '@tabler/icons-react';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { isWithin } from '../../../shared/report-checks.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import type { PagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import type { ExportChoice } from '../../components/exports/export-forms.ts';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import backStyles from '../../components/links.module.css';
import { BackLink } from '../../components/links.tsx';
import { ListTable, useListView } from '../../components/list/list-view.tsx';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { DetailHeader, HeaderSlot, PageHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { LookupNotice } from '../../components/states/freshness.tsx';
import { QueryAsOf } from '../../components/states/query-states.tsx';
import textStyles from '../../components/text.module.css';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './rows.module.css';
import { isSingleShop } from './rows-address.ts';

interface FigureRowsProps<Filters, Row, Sums> {
  readonly tableId: string;
  readonly title: string;
  readonly facts: readonly FilterFact[];
  /** The dataset of the rows, and their filters. */
  readonly file: Pick<ExportChoice, 'dataset' | 'filters'>;
  readonly endpoint: Endpoint;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: PagedRows<Filters, Row, Sums>;
  /** Says whether the rows add up; absent until that is known. */
  readonly sumLine: ReactNode;
  /** `undefined` for the API's order, by purchase. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly totals: Readonly<Record<string, ReactNode>> | undefined;
  /** Returns the id of the order item that the row is about. */
  readonly getItemId?: (row: Row) => number;
}

interface OrderReference {
  readonly order_id: number;
  readonly order_number: string;
}

const BY_PURCHASE = 'date_purchased';

/** The rows behind a figure, with its name and filters. Each row opens its order beside the list. */
export function FigureRows<Filters, Row extends OrderReference, Sums>({
  tableId,
  title,
  facts,
  file,
  endpoint,
  columns,
  rows,
  sort = BY_PURCHASE,
  onSort,
  sumLine,
  totals,
  getItemId,
}: FigureRowsProps<Filters, Row, Sums>) {
  const { t } = useTranslation();
  const shellSlot = useContext(HeaderSlot);
  const { rowCount } = rows.source;
  const isRead = !rows.isLoading && rows.error === null;
  const view = useListView({ tableId, endpoint, columns, rows });
  const { visible, opened } = view;
  const inFile = DECLARATIONS[file.dataset].columns.map(({ id }) => id);
  // A file is read without the filters of the page, so it includes the shop column even if the page does not.
  const fileColumns = [...visible, ...(isSingleShop(file.filters) && !visible.includes('shop') ? ['shop'] : [])];

  return (
    <Page
      header={
        <DetailHeader
          back={<RowsBack />}
          title={title}
          aside={<QueryAsOf query={rows} />}
          actions={
            <>
              {shellSlot}
              <ExportButtons {...file} columns={fileColumns.filter((id) => inFile.includes(id))} />
            </>
          }
        />
      }
      filters={
        <>
          <FilterBar
            count={isRead ? t('rows.count', { count: rowCount }) : undefined}
            trailing={<ColumnChooser tableId={tableId} columns={view.columns} />}
          >
            {/* Not editable, because they are the filters of the figure. */}
            <dl className={styles.facts}>
              {facts.map(([label, value, inHead]) => (
                <div key={label} className={styles.fact}>
                  <dt className={textStyles.muted}>{label}</dt>
                  <dd {...(inHead && { [`data-${inHead}`]: value })}>{value}</dd>
                </div>
              ))}
            </dl>
          </FilterBar>
          {sumLine}
        </>
      }
      drawer={
        opened.row && (
          <OrderDrawer
            id={opened.row.order_id}
            number={opened.row.order_number}
            itemId={getItemId?.(opened.row)}
            {...view.drawer}
          />
        )
      }
    >
      <LookupNotice />
      <ListTable
        view={view}
        label={title}
        sort={sort}
        onSort={(next = BY_PURCHASE) => onSort(next)}
        totals={totals}
        dimsReplaced={false}
        stillUsable={t('rows.stillUsable')}
        nothing={{ title: t('rows.empty'), reason: t('rows.emptyReason') }}
      />
    </Page>
  );
}

/** `inHead`: the head of printed sheets shows the place and the period. See `renderer/app/shell/print-head.tsx`. */
export type FilterFact = readonly [label: string, value: string, inHead?: 'place' | 'period'];

/** Goes back to the figure: the previous page, or the report if the window started here. */
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
  /** The figure that was opened; `null` if there was none. */
  readonly amount: number | null;
  /** The sum of all rows, with the sign of the figure; `null` if the platform does not know it. */
  readonly sum: number | null;
  /** The part of the figure, in euros, that no row contains. */
  readonly besides?: number;
  readonly count: number;
  /** Explanations of how the figure differs from the sum of its rows. */
  readonly notes?: readonly string[];
}

/** Says whether the rows add up to the figure they were opened from. */
export function SumLine({ amount, sum, besides = 0, count, notes = [] }: SumLineProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  // The difference between the figure and its rows, including the part that no row contains.
  const difference =
    sum === null ? null : amount === null ? 0 : toEuros(fromEuros(sum) + fromEuros(besides) - fromEuros(amount));
  const rounding = useRounding();
  const isOff = difference !== null && !isWithin(difference, rounding * count);
  const rowsText = t('rows.sum', { count, sum: money(sum) });
  return (
    <Box px="lg" pb="sm" role="status">
      <p className={styles.line} data-differs={isOff || undefined}>
        {amount !== null && difference !== null && !isOff && (
          <IconCheck size={15} stroke={2.2} className={styles.holds} role="img" aria-label={t('report.checks.holds')} />
        )}
        {isOff && <IconAlertTriangleFilled size={15} role="img" aria-label={t('report.checks.fails')} />}
        {amount === null ? rowsText : `${t('rows.amount', { amount: money(amount) })} · ${lowerFirst(rowsText)}`}
        {isOff && (
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
    </Box>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Shown if the address does not identify any rows. */
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
