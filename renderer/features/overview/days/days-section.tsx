import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COMPARISONS, type Comparison } from '../../../../shared/compared-periods.ts';
import { ChartOutline } from '../../../components/charts/lazy-day-chart.tsx';
import { useToday } from '../../../components/period-picker/use-today.ts';
import type { VatSide } from '../../../lib/vat-side.ts';
import { overviewMonths } from '../overview-periods.ts';
import type { OverviewQueries } from '../overview-queries.ts';
import { Section } from '../section.tsx';
import { SectionFailure } from '../section-failure.tsx';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { DaysChart } from './days-chart.tsx';
import { DaysLegend } from './days-legend.tsx';
import styles from './days-section.module.css';
import { DaysTable } from './days-table.tsx';
import { monthDays } from './month-days.ts';

const FORMS = ['chart', 'table'] as const;
type DaysForm = (typeof FORMS)[number];

interface DaysSectionProps {
  readonly queries: Pick<OverviewQueries, 'recent' | 'lastYear'>;
  readonly side: VatSide;
  readonly form: DaysForm;
  readonly against: Comparison;
  readonly onChooseForm: (form: DaysForm) => void;
  readonly onChooseAgainst: (against: Comparison) => void;
  readonly addresses: PlaceAddresses;
}

/** The days of this month beside those of another, as a chart or as a table. */
export function DaysSection(props: DaysSectionProps) {
  const { t } = useTranslation();
  const { queries, against, form } = props;
  return (
    <Section
      title={t('overview.turnoverByDay.title')}
      subject={<DaysLegend against={against} />}
      aside={
        <>
          <SegmentedControl
            size="xs"
            aria-label={t('overview.turnoverByDay.against')}
            data={COMPARISONS.map((value) => ({ value, label: t(`overview.turnoverByDay.${value}`) }))}
            value={against}
            onChange={(chosen) => props.onChooseAgainst(chosen)}
          />
          <SegmentedControl
            size="xs"
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

/** Undefined while the month is being read; the month beside it may come later, or not at all. */
function useDays({ recent, lastYear }: DaysSectionProps['queries'], against: Comparison, today: string) {
  const recentDays = recent.data?.data;
  const comparedDays = against === 'before' ? recentDays : lastYear.data?.data;
  return useMemo(() => {
    if (!recentDays) return undefined;
    const months = overviewMonths(today);
    return monthDays({
      month: months.whole,
      monthDays: recentDays,
      comparedMonth: against === 'before' ? months.before : months.lastYear,
      comparedDays,
      today,
    });
  }, [recentDays, comparedDays, against, today]);
}
