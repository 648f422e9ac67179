import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinancialReport, TurnoverGroupRow } from '../../../shared/contract/financial-report.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { elapsedPeriod } from '../../../shared/periods.ts';
import { BarList, type BarRow } from '../../components/charts/bar-list.tsx';
import { FigureLink } from '../../components/figures.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import type { Address } from '../../lib/address/address.ts';
import { groupRows, itemRowsAddress, paymentRowsAddress, reportScope } from '../../lib/address/figure-rows.ts';
import { shareText, type VatSide } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/language.ts';
import { useDaysText } from './days-text.ts';
import { Section, SectionFailure } from './overview-section.tsx';
import type { PlaceAddresses } from './place-addresses.ts';
import type { OverviewQueries } from './queries.ts';

interface MonthSectionProps {
  readonly title: string;
  readonly query: OverviewQueries['report'];
  readonly subject?: string;
  readonly children: (report: FinancialReport) => ReactNode;
}

const SKELETON_WIDTHS = [60, 20];

/** A part of the report of this month. */
function MonthSection({ title, query, subject, children }: MonthSectionProps) {
  const daysText = useDaysText();
  const today = useToday();
  const report = query.data;
  return (
    <Section title={title} subject={subject ?? (report && daysText(elapsedPeriod(report, today)))}>
      {report && children(report)}
      {!report && query.isError && <SectionFailure question={query} />}
      {!report && !query.isError && <SkeletonRows rows={6} widths={SKELETON_WIDTHS} />}
    </Section>
  );
}

const SHOWN_GROUPS = 8;

interface GroupsSectionProps {
  readonly query: OverviewQueries['report'];
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

/** The groups that sold most, what the others sold together, and what cash rounding took off. */
export function GroupsSection({ query, side, addresses }: GroupsSectionProps) {
  const { t } = useTranslation();
  const title = t('overview.month.groups');
  return (
    <MonthSection title={title} query={query}>
      {(report) => <Groups label={title} report={report} side={side} addresses={addresses} />}
    </MonthSection>
  );
}

interface GroupsProps extends Omit<GroupsSectionProps, 'query'> {
  readonly label: string;
  readonly report: FinancialReport;
}

function Groups({ label, report, side, addresses }: GroupsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const groups = groupTurnovers(report, side);
  const rest = groups.slice(SHOWN_GROUPS);
  const rounding = roundingOf(report, side);
  if (groups.length === 0 && rounding === 0) return <p>{t('overview.month.empty')}</p>;
  const shown = [
    ...groups.slice(0, SHOWN_GROUPS).map(groupBar),
    ...(rest.length > 0 ? [restBar()] : []),
    ...(rounding === 0 ? [] : [roundingBar()]),
  ];
  return <BarList label={label} rows={shown} />;

  function groupBar({ id, title, amount }: GroupTurnover): BarRow {
    return bar(String(id), title, amount, rowsOf(id, amount));
  }

  function restBar(): BarRow {
    const amount = toEuros(sumOf(rest, (group) => fromEuros(group.amount)));
    const name = t('overview.month.rest', { count: rest.length });
    return bar('rest', name, amount, addresses.report('this-month'), t('overview.month.openRest'));
  }

  function roundingBar(): BarRow {
    return bar('differences', t('rows.figure.differences'), rounding, rowsOf(null, rounding));
  }

  function rowsOf(groupId: number | null, amount: number): Address {
    const { figure, filters } = groupRows(groupId);
    return itemRowsAddress({ figure, side, amount }, { ...reportScope(report), ...filters });
  }

  function bar(key: string, name: string, value: number, behind: Address, opens?: string): BarRow {
    const { total, total_wt } = report.turnover_by_group;
    return {
      key,
      name,
      value,
      figure: (
        <FigureLink rows={behind} {...(opens && { title: opens })}>
          {format.amount(value)}
        </FigureLink>
      ),
      aside: shareText(value, side === 'wt' ? total_wt : total, format.roundPercentage),
    };
  }
}

/** In euros. */
interface GroupTurnover {
  readonly id: number;
  readonly title: string;
  readonly amount: number;
}

/** The groups of a report, the one that sold most first. */
function groupTurnovers(report: FinancialReport, side: VatSide): readonly GroupTurnover[] {
  const groups = report.turnover_by_group.rows.flatMap((row) =>
    row.product_group_id === null ? [] : [{ id: row.product_group_id, title: row.title, amount: totalOf(row, side) }],
  );
  return groups.toSorted((one, other) => other.amount - one.amount);
}

/** What cash rounding added to the turnover, below 0 where it took off. */
function roundingOf(report: FinancialReport, side: VatSide): number {
  const row = report.turnover_by_group.rows.find((candidate) => candidate.product_group_id === null);
  return row ? totalOf(row, side) : 0;
}

function totalOf(row: TurnoverGroupRow, side: VatSide): number {
  return side === 'wt' ? row.total_wt : row.total;
}

interface ShopsSectionProps {
  readonly query: OverviewQueries['report'];
  readonly side: VatSide;
}

/** The turnover of each shop and its share. */
export function ShopsSection({ query, side }: ShopsSectionProps) {
  const { t } = useTranslation();
  const title = t('overview.month.shops');
  return (
    <MonthSection title={title} query={query}>
      {(report) => <Shops label={title} report={report} side={side} />}
    </MonthSection>
  );
}

interface ShopsProps {
  readonly label: string;
  readonly report: FinancialReport;
  readonly side: VatSide;
}

function Shops({ label, report, side }: ShopsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, total_wt } = report.turnover_by_group;
  return <BarList label={label} rows={shopTurnovers(report, side).map(shopBar)} />;

  function shopBar(shop: ShopTurnover): BarRow {
    return {
      key: String(shop.id),
      name: shop.title,
      value: shop.turnover,
      figure: (
        <FigureLink rows={rowsOf(shop)} title={titleOf(shop)}>
          {format.amount(shop.turnover)}
        </FigureLink>
      ),
      aside: shareText(shop.turnover, side === 'wt' ? total_wt : total, format.roundPercentage),
    };
  }

  /** Items are asked for by one type, so that rounding stays away: the page with the rows tells how much that is. */
  function rowsOf({ id, turnover, rounding }: ShopTurnover) {
    const filters = { ...reportScope(report), shop_id: id, type: 'product' } as const;
    return itemRowsAddress({ figure: 'shop', side, amount: turnover, rounding }, filters);
  }

  function titleOf({ sold, rounding }: ShopTurnover): string {
    const differences = format.money(rounding);
    return rounding === 0 ? '' : t('overview.month.shopRows', { sum: format.money(sold), differences });
  }
}

/** In euros. */
interface ShopTurnover {
  readonly id: number;
  readonly title: string;
  readonly turnover: number;
  /** What cash rounding added, below 0 where it took off; the turnover has it in it. */
  readonly rounding: number;
  /** The turnover without rounding. */
  readonly sold: number;
}

/** The shops of a report, the one with the highest turnover first. */
export function shopTurnovers(report: FinancialReport, side: VatSide): readonly ShopTurnover[] {
  const { rows, shops, shop_totals: totals } = report.turnover_by_group;
  const roundings = rows.find((row) => row.product_group_id === null)?.shops ?? [];
  const turnovers = shops.map(({ shop_id: id, title }) => {
    const turnover = shopValue(totals, id, side);
    const rounding = shopValue(roundings, id, side);
    return { id, title, turnover, rounding, sold: toEuros(fromEuros(turnover) - fromEuros(rounding)) };
  });
  return turnovers.toSorted((one, other) => other.turnover - one.turnover);
}

function shopValue(values: FinancialReport['turnover_by_group']['shop_totals'], shopId: number, side: VatSide): number {
  const found = values.find(({ shop_id: id }) => id === shopId);
  return (side === 'wt' ? found?.value_wt : found?.value) ?? 0;
}

/** What came in by each payment method; payments have no side without VAT. */
export function MethodsSection({ query }: { readonly query: OverviewQueries['report'] }) {
  const { t } = useTranslation();
  const title = t('overview.month.methods');
  return (
    <MonthSection title={title} subject={t('overview.month.received')} query={query}>
      {(report) => <Methods label={title} report={report} />}
    </MonthSection>
  );
}

function Methods({ label, report }: { readonly label: string; readonly report: FinancialReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { payment_methods: methods, balance_check } = report.direct_paid;
  if (methods.length === 0) return <p>{t('overview.month.noPayments')}</p>;
  const rows = methods
    .toSorted((one, other) => other.amount - one.amount)
    .map(({ provider_method_type_id: id, title, amount }) => ({
      key: String(id),
      name: title,
      value: amount,
      figure: (
        <FigureLink rows={paymentRowsAddress({ amount }, { ...reportScope(report), provider_method_type_id: id })}>
          {format.amount(amount)}
        </FigureLink>
      ),
      aside: shareText(amount, balance_check.payments_total, format.roundPercentage),
    }));
  return <BarList label={label} rows={rows} />;
}
