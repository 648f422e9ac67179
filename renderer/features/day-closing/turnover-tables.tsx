import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { FinancialReport, UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { knownFigure } from '../../../shared/unknown-figures.ts';
import { isRestWithin, lackingOfReturn, rateName, vatReturn } from '../../../shared/vat-return.ts';
import figureStyles from '../../components/figures.module.css';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { TableHead } from '../../components/table-head.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, dayClosingAddress } from '../../lib/address/address.ts';
import {
  type FigureSide,
  type ItemFigure,
  type ItemFilters,
  itemRowsAddress,
  reportScope,
} from '../../lib/address/figure-rows.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShopName } from '../../lib/queries/shops.ts';
import { useRounding } from '../../lib/session.ts';
import styles from './day-closing-page.module.css';

interface ClosingProps {
  readonly closing: DayClosing;
}

const SALES = { type: 'product', sign: 'positive' } as const;

export const RETURNS = { type: 'product', sign: 'negative' } as const;

export function Turnover({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const { revenue } = report;
  return (
    <AmountsTable title={t('report.revenue.title')}>
      <tr>
        <th scope="row">{t('report.revenue.sales')}</th>
        <Amounts ex={revenue.total_sales} wt={revenue.total_sales_wt} open={rowsOf(report, 'sales', SALES)} />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.returns')}</th>
        <Amounts
          ex={-revenue.total_returns}
          wt={minus(revenue.total_returns_wt)}
          open={rowsOf(report, 'returns', RETURNS)}
        />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.differences')}</th>
        <Differences report={report} />
      </tr>
      <tr data-total>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <Amounts ex={revenue.total_turnover} wt={revenue.total_turnover_wt} />
      </tr>
    </AmountsTable>
  );
}

export function Vat({ closing: { report } }: ClosingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const vat = vatReturn(report);
  const rounding = useRounding();
  if (vat === null)
    return <UnknownTable title={t('report.vatReturn.title')} name={lackingOfReturn(report) ?? 'revenue_wt'} />;
  const { boxes, total, rest, turnover } = vat;
  const isRounding = isRestWithin(vat, rounding);
  return (
    <AmountsTable title={t('report.vatReturn.title')}>
      {boxes.flatMap(({ rates }) =>
        rates.map(({ tax_rate_id, name, value, country_iso2, base, total_wt }) => (
          <tr key={tax_rate_id}>
            <th scope="row">
              {rateName({ name, value }, language)} <span className={textStyles.muted}>{country_iso2}</span>
            </th>
            <Amounts ex={base} wt={total_wt} open={rowsOf(report, 'vat', { type: 'product', tax_rate_id })} />
          </tr>
        )),
      )}
      <tr data-total>
        <th scope="row">{t('report.vatReturn.total')}</th>
        <Amounts ex={total.base} wt={total.total_wt} />
      </tr>
      <tr>
        <th scope="row">{t('report.revenue.differences')}</th>
        <Differences report={report} />
      </tr>
      {(rest.base !== 0 || rest.total_wt !== 0) && (
        <tr data-attention={!isRounding || undefined}>
          <th scope="row">{t('report.vatReturn.rest')}</th>
          <Amounts ex={rest.base} wt={rest.total_wt} />
        </tr>
      )}
      <tr data-total>
        <th scope="row">{t('report.revenue.turnover')}</th>
        <Amounts ex={turnover.base} wt={turnover.total_wt} />
      </tr>
    </AmountsTable>
  );
}

/** The turnover of each shop that sold something, such as the tills of a location, each with a closing of its own. */
export function Shops({ closing: { date, report } }: ClosingProps) {
  const { t } = useTranslation();
  const shopName = useShopName();
  const closingOf = (shopId: number) => dayClosingAddress({ date, shop_id: [shopId] });
  if (report.turnover_by_group === null) return <UnknownTable title={t('figures.byShop')} name="turnover_by_group" />;
  const { shop_totals: totals, total, total_wt } = report.turnover_by_group;
  if (totals.length < 2) return null;
  return (
    <AmountsTable title={t('figures.byShop')}>
      {totals
        .filter(({ value, value_wt }) => value !== 0 || value_wt !== 0)
        .map(({ shop_id, value, value_wt }) => (
          <tr key={shop_id}>
            <th scope="row">
              <FigureLink rows={closingOf(shop_id)}>{shopName(shop_id)}</FigureLink>
            </th>
            <Amounts ex={value} wt={value_wt} open={() => closingOf(shop_id)} />
          </tr>
        ))}
      <tr data-total>
        <th scope="row">{t('terms.total')}</th>
        <Amounts ex={total} wt={total_wt} />
      </tr>
    </AmountsTable>
  );
}

function AmountsTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ClosingTable title={title} columns={['', t('terms.side.ex'), t('report.vat'), t('terms.side.wt')]}>
      {children}
    </ClosingTable>
  );
}

interface ClosingTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

export function ClosingTable({ title, columns, children }: ClosingTableProps) {
  return (
    <section>
      <h2 className={textStyles.sectionTitle}>{title}</h2>
      <WideTable label={title}>
        <table className={`${figureStyles.table} ${styles.table}`} aria-label={title}>
          <TableHead columns={columns} />
          <tbody>{children}</tbody>
        </table>
      </WideTable>
    </section>
  );
}

type OpenSide = (side: FigureSide, amount: number) => Address;

/** Opens the items of the day that a line is made of. */
function rowsOf(report: FinancialReport, figure: ItemFigure, filters: Omit<ItemFilters, 'from'>): OpenSide {
  return (side, amount) => itemRowsAddress({ figure, side, amount }, { ...reportScope(report), ...filters });
}

/** Cash rounding with the sign of turnover, where the platform knows it. */
function Differences({ report }: Pick<DayClosing, 'report'>) {
  const { total_differences: ex, total_differences_wt: wt } = report.revenue;
  if (knownFigure(report, 'differences', ex) !== null) {
    return <Amounts ex={-ex} wt={minus(wt)} open={rowsOf(report, 'differences', { type: 'rounding' })} />;
  }
  return (
    <td colSpan={3}>
      <NotKnown name="differences" />
    </td>
  );
}

function minus(euros: number | null): number | null {
  return euros === null ? null : -euros;
}

interface UnknownTableProps {
  readonly title: string;
  readonly name: UnknownFigure;
}

/** In the place of figures that the platform does not give. */
function UnknownTable({ title, name }: UnknownTableProps) {
  const { t } = useTranslation();
  return (
    <AmountsTable title={title}>
      <tr data-total>
        <th scope="row">{t('terms.total')}</th>
        <td colSpan={3}>
          <NotKnown name={name} />
        </td>
      </tr>
    </AmountsTable>
  );
}

interface AmountsProps {
  readonly ex: number;
  /** Null where the platform gives revenue excluding VAT alone. */
  readonly wt: number | null;
  /** Absent for amounts without rows of their own. */
  readonly open?: OpenSide;
}

/** Without VAT, the VAT as the difference of what is given, and with VAT. Of 0 there is no list to open. */
function Amounts({ ex, wt, open }: AmountsProps) {
  const { amount } = useFormat();
  const sides = [
    ['ex', ex],
    ['vat', wt === null ? null : toEuros(fromEuros(wt) - fromEuros(ex))],
    ['wt', wt],
  ] as const;
  return sides.map(([side, euros]) => (
    <td key={side}>
      {euros === null ? (
        <NotKnown name="revenue_wt" />
      ) : (
        <FigureLink rows={euros === 0 ? null : (open?.(side, euros) ?? null)}>{amount(euros)}</FigureLink>
      )}
    </td>
  ));
}
