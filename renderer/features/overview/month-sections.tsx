import { useTranslation } from 'react-i18next';
import {
  type FinancialReport,
  hasSection,
  type ReportSection,
  type ReportWith,
  type UnknownFigure,
  type WholeReport,
} from '../../../shared/contract/financial-report.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { getElapsedPeriod } from '../../../shared/periods.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { getKnownFigure, getUnknownLabel } from '../../../shared/unknown-figures.ts';
import { BarList } from '../../components/charts/bar-list.tsx';
import { FigureLink } from '../../components/figures.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import type { Address } from '../../lib/address/address.ts';
import {
  getGroupRows,
  getItemRowsAddress,
  getPaymentRowsAddress,
  getReportScope,
} from '../../lib/address/figure-rows.ts';
import { chooseAmount, formatShare } from '../../lib/amounts.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useShortShopName } from '../../lib/queries/shops.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { Section, SectionFailure, VatSideLabel } from './overview-section.tsx';
import type { OverviewQueries } from './queries.ts';

interface Bar {
  readonly key: string;
  readonly name: string;
  /** In euros. */
  readonly value: number;
  readonly rows: Address;
  /** Tooltip of the figure. */
  readonly title?: string;
}

interface MonthBarsProps<Name extends ReportSection> {
  readonly title: string;
  readonly side: VatSide;
  readonly query: OverviewQueries['report'];
  /** The name of the sum, if it is not the turnover. */
  readonly totalName?: string;
  /** Replaces the list if it has no bars. */
  readonly empty?: string;
  /** The section of the report with the data for the bars. */
  readonly section: Name;
  readonly createBars: (report: ReportWith<Name>) => readonly Bar[];
  /** The sum in euros that the shares refer to. */
  readonly getTotal: (report: ReportWith<Name>) => number;
  /** A figure behind the bars that a platform may not know. A note then says so. */
  readonly uncertain: UnknownFigure;
}

const SKELETON_WIDTHS = [60, 20];

function MonthBars<Name extends ReportSection>(props: MonthBarsProps<Name>) {
  const { title, side, query, totalName, empty, section, createBars, getTotal, uncertain } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const formatDays = useFormatDays();
  const today = useToday();
  const format = useFormat();
  const { data: read } = query;
  const report = read && hasSection(read, section) ? read : undefined;
  const unknown = read && report === undefined ? section : uncertain;
  const bars = report && createBars(report);
  const isEmpty = bars?.length === 0 && empty !== undefined;
  return (
    <Section
      title={title}
      subject={
        read && (
          <>
            {formatDays(getElapsedPeriod(read, today))}
            <VatSideLabel side={side} />
          </>
        )
      }
    >
      {isEmpty && <p>{empty}</p>}
      {report && bars && !isEmpty && (
        <BarList
          label={title}
          headings={{
            name: title,
            figure: totalName ?? t(`terms.turnover.${side}`),
            aside: t('overview.month.share'),
          }}
          rows={bars.map(({ rows, title: tooltip, ...bar }) => ({
            ...bar,
            figure: (
              <FigureLink rows={rows} {...(tooltip && { title: tooltip })}>
                {format.amount(bar.value)}
              </FigureLink>
            ),
            aside: formatShare(bar.value, getTotal(report), format.roundPercentage),
          }))}
          total={{
            name: totalName ?? t('terms.total'),
            figure: format.amount(getTotal(report)),
            aside: formatShare(getTotal(report), getTotal(report), format.roundPercentage),
          }}
        />
      )}
      {read?.unknown.includes(unknown) && (
        <p className={styles.scope}>{t('overview.month.unknown', { name: getUnknownLabel(unknown, language) })}</p>
      )}
      {!read && query.isError && <SectionFailure question={query} />}
      {!read && !query.isError && <SkeletonRows rows={6} widths={SKELETON_WIDTHS} />}
    </Section>
  );
}

const MAX_GROUPS = 8;

interface MonthSectionProps {
  readonly query: OverviewQueries['report'];
  readonly side: VatSide;
}

/** The groups with the highest turnover, the other groups together, and the cash rounding. */
export function GroupsSection({
  query,
  side,
  addresses,
}: MonthSectionProps & { readonly addresses: LocationAddresses }) {
  const { t } = useTranslation();
  return (
    <MonthBars
      title={t('overview.month.groups')}
      side={side}
      query={query}
      empty={t('overview.month.empty')}
      section="turnover_by_group"
      createBars={createBars}
      getTotal={(report) => getTurnoverTotal(report, side)}
      uncertain="differences"
    />
  );

  function createBars(report: GroupsReport): Bar[] {
    const amounts = report.turnover_by_group.rows.map(({ product_group_id: id, title, total, total_wt }) => ({
      id,
      name: title,
      value: chooseAmount(side, total, total_wt),
    }));
    const groups = amounts.filter(({ id }) => id !== null).sort((one, other) => other.value - one.value);
    const rest = groups.slice(MAX_GROUPS);
    const given = amounts.find(({ id }) => id === null)?.value ?? 0;
    const rounding = getKnownFigure(report, 'differences', given);
    const bars = groups.slice(0, MAX_GROUPS).map(({ id, ...bar }) => createGroupBar(id, bar));
    if (rest.length > 0) {
      bars.push({
        key: 'rest',
        name: t('overview.month.rest', { count: rest.length }),
        value: toEuros(sumOf(rest, ({ value }) => fromEuros(value))),
        rows: addresses.report('this-month'),
        title: t('overview.month.openRest'),
      });
    }
    if (rounding !== null && rounding !== 0)
      bars.push(createGroupBar(null, { name: t('rows.figure.differences'), value: rounding }));
    return bars;

    function createGroupBar(id: number | null, bar: Pick<Bar, 'name' | 'value'>): Bar {
      const { figure, filters } = getGroupRows(id);
      const rows = getItemRowsAddress({ figure, side, amount: bar.value }, { ...getReportScope(report), ...filters });
      return { key: String(id), rows, ...bar };
    }
  }
}

export function ShopsSection({ query, side }: MonthSectionProps) {
  const { t } = useTranslation();
  const shortenShopName = useShortShopName();
  const { money } = useFormat();
  return (
    <MonthBars
      title={t('overview.month.shops')}
      side={side}
      query={query}
      section="turnover_by_group"
      createBars={(report) => listShopTurnovers(report, side).map((shop) => createShopBar(report, shop))}
      getTotal={(report) => getTurnoverTotal(report, side)}
      uncertain="differences"
    />
  );

  /** The API lists items of one type, so the rows do not include rounding. Their page shows the amount. */
  function createShopBar(report: FinancialReport, { id, title, turnover, rounding, sold }: ShopTurnover): Bar {
    const filters = { ...getReportScope(report), shop_id: [id], type: 'product' as const };
    return {
      key: String(id),
      name: shortenShopName(title),
      value: turnover,
      rows: getItemRowsAddress({ figure: 'shop', side, amount: turnover, rounding }, filters),
      ...(rounding !== 0 && {
        title: t('overview.month.shopRows', { sum: money(sold), differences: money(rounding) }),
      }),
    };
  }
}

type GroupsReport = ReportWith<'turnover_by_group'>;

function getTurnoverTotal({ turnover_by_group: { total, total_wt } }: GroupsReport, side: VatSide): number {
  return chooseAmount(side, total, total_wt);
}

/** In euros. */
interface ShopTurnover {
  readonly id: number;
  readonly title: string;
  readonly turnover: number;
  /** The part of the turnover that is cash rounding; negative if that lowered the turnover. */
  readonly rounding: number;
  /** The turnover without rounding. */
  readonly sold: number;
}

/** The shops of a report, by descending turnover. */
export function listShopTurnovers(report: GroupsReport, side: VatSide): readonly ShopTurnover[] {
  const { rows, shops, shop_totals: totals } = report.turnover_by_group;
  const roundings = rows.find((row) => row.product_group_id === null)?.shops ?? [];
  const turnovers = shops.map(({ shop_id: id, title }) => {
    const turnover = getShopValue(totals, id, side);
    const rounding = getShopValue(roundings, id, side);
    return { id, title, turnover, rounding, sold: toEuros(fromEuros(turnover) - fromEuros(rounding)) };
  });
  return turnovers.toSorted((one, other) => other.turnover - one.turnover);
}

function getShopValue(values: WholeReport['turnover_by_group']['shop_totals'], shopId: number, side: VatSide): number {
  const found = values.find(({ shop_id: id }) => id === shopId);
  return found ? chooseAmount(side, found.value, found.value_wt) : 0;
}

export function MethodsSection({ query }: Pick<MonthSectionProps, 'query'>) {
  const { t } = useTranslation();
  return (
    <MonthBars
      title={t('overview.month.methods')}
      side="wt"
      totalName={t('overview.month.received')}
      query={query}
      empty={t('overview.month.noPayments')}
      section="direct_paid"
      createBars={createBars}
      getTotal={({ direct_paid }) => direct_paid.balance_check.payments_total}
      uncertain="payment_methods"
    />
  );

  function createBars(report: ReportWith<'direct_paid'>): Bar[] {
    const bars = report.direct_paid.payment_methods.map(({ provider_method_type_id: id, title, amount }) => ({
      key: String(id),
      name: title,
      value: amount,
      rows: getPaymentRowsAddress({ amount }, { ...getReportScope(report), provider_method_type_id: id }),
    }));
    return bars.sort((one, other) => other.value - one.value);
  }
}
