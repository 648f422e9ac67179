import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fromEuros, sumOf, toEuros } from '../../../../shared/money.ts';
import { LazyDayChart } from '../../../components/charts/lazy-day-chart.tsx';
import { useGoTo } from '../../../lib/address/use-go-to.ts';
import { useFormat } from '../../../lib/language.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { turnoverOf } from '../period-figures.ts';
import { useDaysText } from '../use-days-text.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { DayDetails } from './day-details.tsx';
import type { MonthDay } from './month-days.ts';

interface DaysChartProps {
  readonly days: readonly MonthDay[];
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

/** A day opens its report. */
export function DaysChart({ days, side, addresses }: DaysChartProps) {
  const goTo = useGoTo();
  const format = useFormat();
  const bars = useMemo(
    () =>
      days.map(({ number, day, compared, isUnderWay }) => ({
        label: String(number),
        value: day && turnoverOf(day, side),
        compared: compared && turnoverOf(compared, side),
        isUnderWay,
      })),
    [days, side],
  );
  return (
    <LazyDayChart
      label={useSummary(days, side)}
      days={bars}
      axisText={format.quantity}
      detailsOf={(index) => <DayDetails day={days[index]} side={side} />}
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
  const daysText = useDaysText();
  const shown = days.flatMap(({ day }) => (day ? [day] : []));
  const period = { from: shown[0]?.date ?? '', to: shown.at(-1)?.date ?? '' };
  const sum = toEuros(sumOf(shown, (day) => fromEuros(turnoverOf(day, side))));
  return t('overview.turnoverByDay.summary', { days: daysText(period), sum: money(sum) });
}
