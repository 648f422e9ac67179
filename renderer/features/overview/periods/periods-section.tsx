import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { VAT_SIDES, type VatSide } from '../../../lib/vat-side.ts';
import { overviewPeriods } from '../overview-periods.ts';
import type { OverviewQueries, Question } from '../overview-queries.ts';
import { Section } from '../section.tsx';
import { SectionFailure } from '../section-failure.tsx';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { comparedFigures } from './compared-figures.ts';
import styles from './periods-table.module.css';
import { PeriodsTable } from './periods-table.tsx';

interface PeriodsSectionProps {
  readonly queries: OverviewQueries;
  readonly side: VatSide;
  readonly onChooseSide: (side: VatSide) => void;
  readonly addresses: PlaceAddresses;
}

/** Today, this week and this month, each against the period before and against last year. */
export function PeriodsSection({ queries, side, onChooseSide, addresses }: PeriodsSectionProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { recent, lastYear } = queries;
  // Without the days themselves those of last year say nothing: one panel for both, which reads both again.
  const both: Question = {
    ...recent,
    isFetching: recent.isFetching || lastYear.isFetching,
    refetch: (options) => {
      void lastYear.refetch(options);
      return recent.refetch(options);
    },
  };
  const periods = overviewPeriods(today).map((period) =>
    comparedFigures(
      period,
      { days: recent.data?.data, isUnread: recent.isError },
      { days: lastYear.data?.data, isUnread: lastYear.isError },
    ),
  );
  return (
    <Section
      title={t('overview.periods.title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('overview.side')}
          data={VAT_SIDES.map((value) => ({ value, label: t(`overview.sides.${value}`) }))}
          value={side}
          onChange={(chosen) => onChooseSide(chosen)}
        />
      }
    >
      {recent.isError && !recent.data ? (
        <SectionFailure question={both} />
      ) : (
        <>
          <PeriodsTable periods={periods} side={side} addresses={addresses} />
          {lastYear.isError && !lastYear.data && <SectionFailure question={lastYear} />}
        </>
      )}
      <p className={styles.note}>{t('overview.periods.underWay')}</p>
    </Section>
  );
}
