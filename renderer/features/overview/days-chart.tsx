import { useTranslation } from 'react-i18next';
import type { TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import type { VatSide } from '../../../shared/report-comparison.ts';
import { LazyDayChart } from '../../components/charts/lazy-day-chart.tsx';
import { useGoTo } from '../../lib/address/navigation.ts';
import { getWeekdayLetter } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { useFormatDays } from './days-text.ts';
import type { LocationAddresses } from './location-addresses.ts';
import styles from './overview-page.module.css';
import { getTurnover, type MonthDay } from './overview-periods.ts';

export interface DaysViewProps {
  readonly days: readonly MonthDay[];
  readonly side: VatSide;
  readonly addresses: LocationAddresses;
}

export function DaysChart({ days, side, addresses }: DaysViewProps) {
  const goTo = useGoTo();
  const format = useFormat();
  const language = useLanguage();
  const bars = days.map(({ key, number, day, compared, isUnfinished }) => ({
    label: number === null ? '' : String(number),
    weekday: getWeekdayLetter(key, language),
    value: day && getTurnover(day, side),
    compared: compared && getTurnover(compared, side),
    isUnfinished,
  }));
  return (
    <LazyDayChart
      label={useSummary(days, side)}
      days={bars}
      formatAxis={format.quantity}
      renderDetails={(index) => <DayDetails day={days[index]} side={side} />}
      onOpen={(index) => open(days[index])}
    />
  );

  function open(opened: MonthDay | undefined): void {
    if (!opened?.day) return;
    const { date } = opened.day;
    goTo(addresses.report({ from: date, to: date }));
  }
}

function useSummary(days: readonly MonthDay[], side: VatSide): string {
  const { t } = useTranslation();
  const { money } = useFormat();
  const formatDays = useFormatDays();
  const elapsed = days.flatMap(({ day }) => (day ? [day] : []));
  const period = { from: elapsed[0]?.date ?? '', to: elapsed.at(-1)?.date ?? '' };
  const sum = toEuros(sumOf(elapsed, (day) => fromEuros(getTurnover(day, side))));
  return t('overview.turnoverByDay.summary', { days: formatDays(period), sum: money(sum) });
}

function DayDetails({ day: monthDay, side }: { readonly day: MonthDay | undefined; readonly side: VatSide }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const formatDays = useFormatDays();
  if (!monthDay) return null;
  const { day, compared, isUnfinished } = monthDay;
  const formatDayFigures = (figures: TurnoverDay) =>
    `${formatDays({ from: figures.date, to: figures.date })}: ${money(getTurnover(figures, side))}`;
  return (
    <>
      {day && (
        <span>
          <span className={styles.key} data-series="day" />
          {formatDayFigures(day)}
          {isUnfinished && ` (${t('overview.turnoverByDay.underWay')})`}
        </span>
      )}
      {compared && (
        <span>
          <span className={styles.key} data-series="compared" />
          {formatDayFigures(compared)}
        </span>
      )}
    </>
  );
}
