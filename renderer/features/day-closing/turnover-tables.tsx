import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosing } from '../../../shared/contract/day-closing.ts';
import type { UnknownFigure } from '../../../shared/contract/financial-report.ts';
import { reportLines } from '../../../shared/report-lines.ts';
import { isRestWithin, lackingOfReturn, rateName, vatReturn } from '../../../shared/vat-return.ts';
import figureStyles from '../../components/figures.module.css';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { TableHead } from '../../components/table-head.tsx';
import textStyles from '../../components/text.module.css';
import { type Address, dayClosingAddress } from '../../lib/address/address.ts';
import { linesOf, type ReportFigure, type ReportLine, toLine, vatOf } from '../../lib/figure-lines.ts';
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
    <AmountsTable title={t('report.revenue.title')}>
      <LineRow label={t('report.revenue.sales')} line={sales} />
      <LineRow label={t('report.revenue.returns')} line={returns} />
      <LineRow label={t('report.revenue.differences')} line={differences} />
      <LineRow label={t('report.revenue.turnover')} line={turnover} isTotal />
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
  const { total, differences, rest, turnover } = linesOf(report, {
    ...{ total: 'vatTotal', differences: 'vatDifferences', rest: 'vatRest', turnover: 'vatTurnover' },
  });
  const rates = reportLines(report).filter(({ name }) => name === 'vatRate');
  return (
    <AmountsTable title={t('report.vatReturn.title')}>
      {rates.map((line) => (
        <LineRow
          key={line.ids.tax_rate_id}
          label={
            <>
              {line.rate && rateName(line.rate, language)}{' '}
              <span className={textStyles.muted}>{line.rate?.country_iso2}</span>
            </>
          }
          line={toLine(report, line, `rate-${line.ids.tax_rate_id}`)}
        />
      ))}
      <LineRow label={t('report.vatReturn.total')} line={total} isTotal />
      <LineRow label={t('report.revenue.differences')} line={differences} />
      {(rest.exVat?.euros !== 0 || rest.inclVat?.euros !== 0) && (
        <LineRow label={t('report.vatReturn.rest')} line={rest} needsAttention={!isRestWithin(vat, rounding)} />
      )}
      <LineRow label={t('report.revenue.turnover')} line={turnover} isTotal />
    </AmountsTable>
  );
}

/** The turnover of each shop that sold something, such as the tills of a location, each with a closing of its own. */
export function Shops({ closing: { date, report } }: ClosingProps) {
  const { t } = useTranslation();
  const shopName = useShopName();
  const closingOf = (shopId: number) => dayClosingAddress({ date, shop_id: [shopId] });
  if (report.turnover_by_group === null) return <UnknownTable title={t('figures.byShop')} name="turnover_by_group" />;
  const shops = reportLines(report).filter(({ name }) => name === 'shop');
  if (shops.length < 2) return null;
  const { total } = linesOf(report, { total: 'shopsTotal' });
  return (
    <AmountsTable title={t('figures.byShop')}>
      {shops
        .filter(({ ex, wt }) => ex !== 0 || wt !== 0)
        .map((line) => {
          const shopId = line.ids.shop_id ?? 0;
          return (
            <LineRow
              key={shopId}
              label={<FigureLink rows={closingOf(shopId)}>{shopName(shopId)}</FigureLink>}
              line={toLine(report, line, `shop-${shopId}`)}
              rows={closingOf(shopId)}
            />
          );
        })}
      <LineRow label={t('terms.total')} line={total} isTotal />
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

interface LineRowProps {
  readonly label: ReactNode;
  readonly line: ReportLine;
  readonly isTotal?: boolean;
  readonly needsAttention?: boolean;
  /** What all amounts open. Default: each its own rows. */
  readonly rows?: Address;
}

/** Without VAT, the VAT between, and with VAT. Of 0 there is no list to open. */
function LineRow({ label, line, isTotal, needsAttention, rows }: LineRowProps) {
  const { exVat, inclVat } = line;
  const isUnknown = exVat?.euros === null;
  const sides = [
    ['ex', exVat],
    ['vat', vatOf(line)],
    ['wt', inclVat],
  ] as const;
  return (
    <tr data-total={isTotal || undefined} data-attention={needsAttention || undefined}>
      <th scope="row">{label}</th>
      {isUnknown ? (
        <td colSpan={3}>
          <NotKnown name={exVat.unknown} />
        </td>
      ) : (
        sides.map(([side, figure]) => <td key={side}>{figure && <AmountText figure={figure} rows={rows} />}</td>)
      )}
    </tr>
  );
}

function AmountText({ figure, rows }: { readonly figure: ReportFigure; readonly rows: Address | undefined }) {
  const { amount } = useFormat();
  if (figure.euros === null) return <NotKnown name={figure.unknown} />;
  return <FigureLink rows={figure.euros === 0 ? null : (rows ?? figure.rows)}>{amount(figure.euros)}</FigureLink>;
}
