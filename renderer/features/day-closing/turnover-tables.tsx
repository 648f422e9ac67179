import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { reportLines } from '../../../shared/report-lines.ts';
import { isRestWithin, lackingOfReturn, rateName, vatReturn } from '../../../shared/vat-return.ts';
import { type PlainColumn, PlainTable, type RowGroup } from '../../components/data-table/plain-table.tsx';
import figureStyles from '../../components/figures.module.css';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { WideTable } from '../../components/page/page.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, dayClosingAddress } from '../../lib/address/address.ts';
import { lineOf, linesOf, type ReportFigure, type ReportLine, toLine, vatOf } from '../../lib/figure-lines.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopName } from '../../lib/queries/shops.ts';
import styles from './day-closing-page.module.css';

interface ClosingProps {
  readonly closing: DayClosing;
}

export function Turnover({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const { sales, returns, differences, turnover } = linesOf(report, {
    ...{ sales: 'sales', returns: 'returns', differences: 'differences', turnover: 'turnover' },
  });
  return (
    <AmountsTable
      title={t('report.revenue.title')}
      rows={[
        { key: 'sales', label: t('report.revenue.sales'), line: sales },
        { key: 'returns', label: t('report.revenue.returns'), line: returns },
        { key: 'differences', label: t('report.revenue.differences'), line: differences },
        { key: 'turnover', label: t('report.revenue.turnover'), line: turnover, isTotal: true },
      ]}
    />
  );
}

export function Vat({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const vat = vatReturn(report);
  const rounding = useRounding();
  if (vat === null)
    return <UnknownTable title={t('figures.vatByRate')} name={lackingOfReturn(report) ?? 'revenue_wt'} />;
  const { total, differences, rest, turnover } = linesOf(report, {
    ...{ total: 'vatTotal', differences: 'vatDifferences', rest: 'vatRest', turnover: 'vatTurnover' },
  });
  const rates = reportLines(report).filter(({ name }) => name === 'vatRate');
  const hasRest = rest.exVat?.euros !== 0 || rest.inclVat?.euros !== 0;
  const restRow: AmountsRow = {
    ...{ key: 'rest', label: t('report.vatReturn.rest'), line: rest },
    needsAttention: !isRestWithin(vat, rounding),
  };
  return (
    <AmountsTable
      title={t('figures.vatByRate')}
      rows={[
        ...rates.map((line) => ({
          key: `rate-${line.ids.tax_rate_id}`,
          label: (
            <>
              {line.rate && rateName(line.rate, language)}{' '}
              <span className={textStyles.muted}>{line.rate?.country_iso2}</span>
            </>
          ),
          line: toLine(report, line, `rate-${line.ids.tax_rate_id}`),
        })),
        { key: 'total', label: t('report.vatReturn.total'), line: total, isTotal: true },
        { key: 'differences', label: t('report.revenue.differences'), line: differences },
        ...(hasRest ? [restRow] : []),
        { key: 'turnover', label: t('report.revenue.turnover'), line: turnover, isTotal: true },
      ]}
    />
  );
}

/** The turnover of each shop that sold something, such as the tills of a location, each with a closing of its own. */
export function Shops({ closing: { date, report } }: ClosingProps) {
  const { t } = useTranslation();
  const shopName = useShopName();
  if (report.turnover_by_group === null) return <UnknownTable title={t('figures.byShop')} name="turnover_by_group" />;
  const shops = reportLines(report).filter(({ name }) => name === 'shop');
  if (shops.length < 2) return null;
  const { total } = linesOf(report, { total: 'shopsTotal' });
  const sold = shops.filter(({ ex, wt }) => ex !== 0 || wt !== 0);
  return (
    <AmountsTable
      title={t('figures.byShop')}
      rows={[
        ...sold.map((line) => {
          const shopId = line.ids.shop_id ?? 0;
          const closing = dayClosingAddress({ date, shop_id: [shopId] });
          return {
            key: `shop-${shopId}`,
            label: <FigureLink rows={closing}>{shopName(shopId)}</FigureLink>,
            line: toLine(report, line, `shop-${shopId}`),
            rows: closing,
          };
        }),
        { key: 'total', label: t('terms.total'), line: total, isTotal: true },
      ]}
    />
  );
}

/** In the place of figures that the platform does not give. */
function UnknownTable({ title, name }: { readonly title: string; readonly name: UnknownFigure }) {
  const { t } = useTranslation();
  const exVat = { euros: null, rows: null, unknown: name };
  return (
    <AmountsTable
      title={title}
      rows={[{ key: 'total', label: t('terms.total'), line: lineOf('total', { exVat }), isTotal: true }]}
    />
  );
}

interface AmountsRow extends ClosingRow {
  readonly line: ReportLine;
  /** What all amounts open. Default: each its own rows. */
  readonly rows?: Address;
}

interface AmountsTableProps {
  readonly title: string;
  readonly rows: readonly AmountsRow[];
}

/** Without VAT, the VAT between, and with VAT; one cell where the platform does not know them. */
function AmountsTable({ title, rows }: AmountsTableProps) {
  const { t } = useTranslation();
  const cellOf = (figure: ReportFigure | null, opened: Address | undefined) =>
    figure && <ClosingAmount figure={figure} rows={opened} />;
  return (
    <ClosingTable
      title={title}
      isZero={({ line }) => line.exVat?.euros === 0 && (line.inclVat?.euros ?? 0) === 0}
      columns={[
        { id: 'label', header: '', isRowHeading: true, cell: ({ label }) => label },
        {
          id: 'ex',
          header: t('terms.side.ex'),
          span: ({ line }) => (line.exVat?.euros === null ? 3 : 1),
          cell: (row) => cellOf(row.line.exVat, row.rows),
        },
        { id: 'vat', header: t('report.vat'), cell: (row) => cellOf(vatOf(row.line), row.rows) },
        { id: 'wt', header: t('terms.side.wt'), cell: (row) => cellOf(row.line.inclVat, row.rows) },
      ]}
      groups={[{ key: 'amounts', rows }]}
    />
  );
}

interface ClosingAmountProps {
  readonly figure: ReportFigure;
  /** Default: those of the figure. */
  readonly rows?: Address | undefined;
}

/** Of 0 there is no list to open. */
export function ClosingAmount({ figure, rows }: ClosingAmountProps) {
  const { amount } = useFormat();
  if (figure.euros === null) return <NotKnown name={figure.unknown} />;
  return <FigureLink rows={figure.euros === 0 ? null : (rows ?? figure.rows)}>{amount(figure.euros)}</FigureLink>;
}

export interface ClosingRow {
  readonly key: string;
  readonly label: ReactNode;
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
}

interface ClosingTableProps<Row extends ClosingRow> {
  readonly title: string;
  readonly columns: readonly PlainColumn<Row>[];
  readonly groups: readonly RowGroup<Row>[];
  /** A line of 0 is left out, unless it is a total. */
  readonly isZero: (row: Row) => boolean;
}

export function ClosingTable<Row extends ClosingRow>({ title, columns, groups, isZero }: ClosingTableProps<Row>) {
  const shown = groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => row.isTotal || !isZero(row)) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <section>
      <h2 className={textStyles.sectionTitle}>{title}</h2>
      <WideTable label={title}>
        <PlainTable
          label={title}
          className={`${figureStyles.table} ${styles.table}`}
          columns={columns}
          groups={shown}
          rowKey={({ key }) => key}
          rowProps={({ isTotal, needsAttention }) => ({
            'data-total': isTotal || undefined,
            'data-attention': needsAttention || undefined,
          })}
        />
      </WideTable>
    </section>
  );
}
