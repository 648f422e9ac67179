import { Box, SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { COMPARISONS, type Comparison, getElapsedPeriod } from '../../../shared/periods.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { ChartOutline } from '../../components/charts/lazy-day-chart.tsx';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import figureStyles from '../../components/figures.module.css';
import { FigureLink } from '../../components/figures.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import textStyles from '../../components/text.module.css';
import { useFormat } from '../../lib/language.ts';
import { DaysChart, type DaysViewProps } from './days-chart.tsx';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { getOverviewMonths, getTurnover, pairMonthDays } from './overview-periods.ts';
import { Section, SectionFailure, VatSideLabel } from './overview-section.tsx';
import type { OverviewQueries } from './queries.ts';

const FORMS = ['chart', 'table'] as const;

type DaysForm = (typeof FORMS)[number];

interface DaysSectionProps {
  readonly queries: Pick<OverviewQueries, 'recent' | 'lastYear'>;
  readonly side: VatSide;
  readonly form: DaysForm;
  readonly against: Comparison;
  readonly onChooseForm: (form: DaysForm) => void;
  readonly onChooseAgainst: (against: Comparison) => void;
  readonly addresses: LocationAddresses;
}

/** The days of this month beside those of another month, as a chart or a table. */
export function DaysSection(props: DaysSectionProps) {
  const { t } = useTranslation();
  const { queries, against, form, side } = props;
  return (
    <Section
      title={t('overview.turnoverByDay.title')}
      subject={<DaysLegend against={against} side={side} />}
      aside={
        <>
          <SegmentedControl
            aria-label={t('report.comparison.label')}
            data={COMPARISONS.map((value) => ({ value, label: t(`overview.turnoverByDay.${value}`) }))}
            value={against}
            onChange={(chosen) => props.onChooseAgainst(chosen)}
          />
          <SegmentedControl
            aria-label={t('overview.turnoverByDay.show')}
            data={FORMS.map((value) => ({ value, label: t(`overview.turnoverByDay.${value}`) }))}
            value={form}
            onChange={(chosen) => props.onChooseForm(chosen)}
          />
        </>
      }
    >
      <div className={styles.frame}>
        {queries.recent.isError && !queries.recent.data ? (
          <SectionFailure question={queries.recent} />
        ) : (
          <Days {...props} />
        )}
      </div>
    </Section>
  );
}

function Days({ queries, side, form, against, addresses }: DaysSectionProps) {
  const today = useToday();
  const days = useDays(queries, against, today);
  if (!days) return <ChartOutline />;
  return form === 'table' ? (
    <DaysTable days={days} side={side} addresses={addresses} />
  ) : (
    <DaysChart days={days} side={side} addresses={addresses} />
  );
}

/** `undefined` until the month is read. The compared month may come later or never. */
function useDays({ recent, lastYear }: DaysSectionProps['queries'], against: Comparison, today: string) {
  const recentDays = recent.data?.data;
  const comparedDays = against === 'before' ? recentDays : lastYear.data?.data;
  return useMemo(() => {
    if (!recentDays) return undefined;
    const months = getOverviewMonths(today);
    return pairMonthDays({
      month: months.whole,
      monthDays: recentDays,
      comparedMonth: against === 'before' ? months.before : months.lastYear,
      comparedDays,
      today,
    });
  }, [recentDays, comparedDays, against, today]);
}

function DaysLegend({ against, side }: Pick<DaysSectionProps, 'against' | 'side'>) {
  const { t } = useTranslation();
  const today = useToday();
  const formatDays = useFormatDays();
  const { whole, before, lastYear } = getOverviewMonths(today);
  return (
    <span className={styles.legend}>
      <span>
        <span className={styles.key} data-series="day" />
        {formatDays(getElapsedPeriod(whole, today))}
      </span>
      <span>
        <span className={styles.key} data-series="compared" />
        {formatDays(against === 'before' ? before : lastYear)}
      </span>
      <VatSideLabel side={side} />
      <span>{t('overview.turnoverByDay.aligned')}</span>
    </span>
  );
}

/** The figures of the chart as a table that can be read and opened with the keyboard. */
function DaysTable({ days, side, addresses }: DaysViewProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatDays = useFormatDays();
  const title = t('overview.turnoverByDay.title');
  const turnover = t(`terms.turnover.${side}`);
  const own = days.flatMap(({ day }) => day ?? []);
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={title}>
      <PlainTable
        label={title}
        className={`${figureStyles.table} ${styles.table}`}
        columns={[
          {
            id: 'day',
            header: t('terms.day'),
            isRowHeading: true,
            cell: ({ day, isUnfinished }) => (
              <>
                {day && formatDate(day)}
                {isUnfinished && <span className={textStyles.muted}>, {t('overview.turnoverByDay.underWay')}</span>}
              </>
            ),
          },
          { id: 'orders', header: t('shell.orders'), cell: ({ day }) => day && format.quantity(day.orders) },
          { id: 'turnover', header: turnover, cell: ({ day }) => day && renderTurnover(day) },
          {
            id: 'comparedDay',
            header: t('overview.turnoverByDay.comparedDay'),
            className: styles.compared,
            cell: ({ compared }) => compared && formatDate(compared),
          },
          {
            id: 'comparedTurnover',
            header: turnover,
            className: styles.compared,
            cell: ({ compared }) => compared && renderTurnover(compared),
          },
        ]}
        rows={days}
        getRowKey={({ key }) => key}
        totals={{
          day: t('terms.total'),
          orders: format.quantity(sumOf(own, ({ orders }) => orders)),
          turnover: formatTotal(own),
          comparedTurnover: formatTotal(days.flatMap(({ compared }) => compared ?? [])),
        }}
      />
    </Box>
  );

  function formatTotal(figures: readonly TurnoverDay[]): string {
    return format.amount(toEuros(sumOf(figures, (day) => fromEuros(getTurnover(day, side)))));
  }

  function formatDate({ date }: TurnoverDay): string {
    return formatDays({ from: date, to: date });
  }

  function renderTurnover(day: TurnoverDay): ReactNode {
    const { date } = day;
    return (
      <FigureLink
        rows={addresses.report({ from: date, to: date })}
        title={t('overview.turnoverByDay.open', { day: format.day(date) })}
      >
        {format.amount(getTurnover(day, side))}
      </FigureLink>
    );
  }
}
