import { Box, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { VAT_SIDES, type VatSide } from '../../../shared/report-comparison.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import linkStyles from '../../components/links.module.css';
import { AddressLink } from '../../components/links.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { formatWeekday } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import {
  type BegunDays,
  type ComparedPeriod,
  compareFigures,
  type DayBefore,
  type DaysWithFigures,
  listOverviewPeriods,
  OVERVIEW_PRESETS,
  type OverviewPreset,
} from './overview-periods.ts';
import { Section, SectionFailure } from './overview-section.tsx';
import { PeriodCards } from './period-cards.tsx';
import { ComparedFigure, listMeasures, type Measure, MeasureFigure } from './period-measures.tsx';
import type { OverviewQueries, Question } from './queries.ts';

interface PeriodsSectionProps {
  readonly queries: OverviewQueries;
  readonly begun: BegunDays;
  readonly side: VatSide;
  readonly onChooseSide: (side: VatSide) => void;
  readonly preset: OverviewPreset;
  readonly onChoosePreset: (preset: OverviewPreset) => void;
  readonly dayBefore: DayBefore;
  readonly onChooseDayBefore: (dayBefore: DayBefore) => void;
  /** Whether the table of all figures is shown. */
  readonly showsAll: boolean;
  readonly onShowAll: (showsAll: boolean) => void;
  readonly addresses: LocationAddresses;
}

/** The figures of today, this week or this month. "All figures" shows the three side by side. */
export function PeriodsSection(props: PeriodsSectionProps) {
  const { queries, begun, side, onChooseSide, preset, onChoosePreset, dayBefore, showsAll, onShowAll, addresses } =
    props;
  const { t } = useTranslation();
  const today = useToday();
  const { recent, lastYear } = queries;
  // The days of last year are useless without the recent days, so one panel reads both again.
  const both: Question = {
    ...recent,
    isFetching: recent.isFetching || lastYear.isFetching,
    refetch: (options) => {
      void lastYear.refetch(options);
      return recent.refetch(options);
    },
  };
  const periods = listOverviewPeriods(today, dayBefore).map((period) =>
    compareFigures(
      period,
      { days: recent.data?.data, isUnread: recent.isError },
      { days: lastYear.data?.data, isUnread: lastYear.isError },
      begun,
    ),
  );
  const chosen = periods.find((period) => period.preset === preset);
  return (
    <Section
      title={t('overview.periods.title')}
      aside={
        <>
          <SegmentedControl
            aria-label={t('overview.periods.period')}
            data={OVERVIEW_PRESETS.map((value) => ({ value, label: t(`periods.preset.${value}`) }))}
            value={preset}
            onChange={(value) => onChoosePreset(value)}
          />
          <SegmentedControl
            aria-label={t('report.revenue.turnover')}
            data={VAT_SIDES.map((value) => ({ value, label: t(`terms.side.${value}`) }))}
            value={side}
            onChange={(value) => onChooseSide(value)}
          />
        </>
      }
    >
      {recent.isError && !recent.data ? (
        <SectionFailure question={both} />
      ) : (
        <>
          {chosen && <PeriodCards period={chosen} days={recent.data?.data} side={side} addresses={addresses} />}
          <p className={styles.note}>
            {recent.data && chosen && <UntilNow period={chosen} until={begun.until} />} {t('overview.periods.course')}{' '}
            {preset === 'today' && <OtherDayBefore dayBefore={dayBefore} onChoose={props.onChooseDayBefore} />}
          </p>
          <details className={styles.all} open={showsAll} onToggle={(event) => onShowAll(event.currentTarget.open)}>
            <summary>{t('overview.periods.all')}</summary>
            {showsAll && (
              <>
                <PeriodsTable periods={periods} side={side} addresses={addresses} />
                {lastYear.isError && !lastYear.data && <SectionFailure question={lastYear} />}
                <p className={styles.note}>
                  {periods.some(({ comparisons }) => comparisons.some(({ lastDay }) => lastDay === 'whole')) &&
                    `${t('overview.periods.underWayWhole', { time: begun.until })} `}
                  <AddressLink address={addresses.wholeDays} className={linkStyles.link}>
                    {t('overview.periods.wholeDays')}
                  </AddressLink>
                </p>
              </>
            )}
          </details>
        </>
      )}
    </Section>
  );
}

interface UntilNowProps {
  readonly period: ComparedPeriod;
  readonly until: string;
}

/** Up to which time the figures count, and what they are compared with. */
function UntilNow({ period: { preset, now, comparisons }, until }: UntilNowProps) {
  const { t } = useTranslation();
  const formatDays = useFormatDays();
  const [before] = comparisons;
  if (!before) return null;
  return t(
    before.lastDay === null || before.lastDay === 'whole' ? 'overview.periods.untilWhole' : 'overview.periods.until',
    {
      period: t(`periods.preset.${preset}`),
      now: formatDays(now.days),
      time: until,
      days: formatDays(before.days),
    },
  );
}

interface OtherDayBeforeProps {
  readonly dayBefore: DayBefore;
  readonly onChoose: (dayBefore: DayBefore) => void;
}

/** Switches the day that today is compared with. */
function OtherDayBefore({ dayBefore, onChoose }: OtherDayBeforeProps) {
  const { t } = useTranslation();
  const weekday = formatWeekday(useToday(), useLanguage());
  if (useIsPrinting()) return null;
  const other = dayBefore === 'weekday' ? 'yesterday' : 'weekday';
  return (
    <UnstyledButton className={linkStyles.link ?? ''} fz="inherit" onClick={() => onChoose(other)}>
      {t(`overview.periods.compareWith.${other}`, { weekday })}
    </UnstyledButton>
  );
}

interface PeriodsTableProps {
  readonly periods: readonly ComparedPeriod[];
  readonly side: VatSide;
  readonly addresses: LocationAddresses;
}

/** A table of figures by period, each with its change since the previous period and last year. */
function PeriodsTable({ periods, side, addresses }: PeriodsTableProps) {
  const { t } = useTranslation();
  const formatDays = useFormatDays();
  const createColumns = ({ preset, now, comparisons }: ComparedPeriod): readonly PlainColumn<Measure>[] => {
    const over = {
      id: preset,
      header: <span>{t(`periods.preset.${preset}`)}</span>,
      className: styles.period,
    };
    return [
      {
        id: preset,
        over,
        header: <span className={styles.periodDays}>{formatDays(now.days)}</span>,
        className: styles.now,
        widthClass: styles.nowColumn,
        cell: (measure) => <MeasureFigure measure={measure} period={now} addresses={addresses} />,
      },
      ...comparisons.map((compared) => ({
        id: `${preset}-${compared.comparison}`,
        over,
        header: <ComparedDays text={formatDays(compared.days)} lastDay={compared.lastDay} />,
        widthClass: styles.comparedColumn,
        cell: (measure: Measure) => (
          <ComparedFigure measure={measure} now={now.figures} compared={compared} addresses={addresses} />
        ),
      })),
    ];
  };
  return (
    <Box className={styles.periodScroller} role="group" tabIndex={0} aria-label={t('overview.periods.scroller')}>
      <PlainTable
        label={t('overview.periods.table')}
        className={styles.periodTable}
        columns={[
          {
            id: 'measure',
            header: t('overview.periods.figure'),
            className: styles.measure,
            widthClass: styles.names,
            isRowHeading: true,
            cell: (measure) => (
              <>
                {t(measure.label)}
                <span className={styles.unit}>{t(measure.unit)}</span>
              </>
            ),
          },
          ...periods.flatMap(createColumns),
        ]}
        rows={listMeasures(side)}
        getRowKey={({ label }) => label}
        rowProps={({ rank }) => ({ 'data-rank': rank })}
      />
    </Box>
  );
}

const TRAILING_YEAR = /^(.*) (\d{4})$/;

interface ComparedDaysProps extends Pick<DaysWithFigures, 'lastDay'> {
  readonly text: string;
}

/** Two lines: the year if it differs, and the days. The note below says how much of the last day counts. */
function ComparedDays({ text, lastDay }: ComparedDaysProps) {
  const { t } = useTranslation();
  const [, days = text, year = ''] = TRAILING_YEAR.exec(text) ?? [];
  return (
    <>
      <span className={styles.against}>{[t('overview.periods.against'), year].join(' ').trim()}</span>{' '}
      <span className={styles.periodDays}>
        {days}
        {lastDay === 'whole' && t('overview.periods.wholeDay')}
      </span>
    </>
  );
}
