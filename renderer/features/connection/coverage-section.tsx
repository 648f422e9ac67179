import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderCoverage } from '../../../shared/contract/connection.ts';
import { useFormatCoverage } from '../../components/copy-progress.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { WideTable } from '../../components/page/page.tsx';
import { formatDay } from '../../lib/format.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import styles from './connection-page.module.css';
import { ConnectionSection } from './connection-section.tsx';

/** The day from which no order is missing, and the number of orders in each month. */
export function CoverageSection({ coverage }: { readonly coverage: OrderCoverage }) {
  const { t } = useTranslation();
  const formatCoverage = useFormatCoverage();
  const { isWhole, areOlderKnown, done, of, months } = coverage;
  return (
    <ConnectionSection title={t('connection.coverage.title')}>
      <p className={styles.sentence}>
        <strong>{formatCoverage(coverage)}</strong>
      </p>
      {!(isWhole && areOlderKnown) && (
        <p className={styles.sentence}>
          {t('connection.coverage.known', { done, of })} {t('connection.coverage.refused')}
        </p>
      )}
      {months.length > 0 && <MonthTable months={months} />}
      {months.some(({ isComplete }) => !isComplete) && (
        <p className={styles.small}>{t('connection.coverage.legend')}</p>
      )}
    </ConnectionSection>
  );
}

type Month = OrderCoverage['months'][number];

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** One row per year, the latest first. */
function MonthTable({ months }: { readonly months: readonly Month[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const byMonth = new Map(months.map((month) => [month.month, month]));
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  return (
    <WideTable label={t('connection.coverage.scroller')}>
      <PlainTable
        label={t('connection.coverage.title')}
        className={styles.months}
        columns={[
          { id: 'year', header: t('connection.coverage.year'), isRowHeading: true, cell: (year) => year },
          ...MONTHS.map((month) => ({
            id: month,
            header: formatDay(`2026-${month}-01`, language, { month: 'short' }),
            cell: (year: string) => <MonthOrders month={byMonth.get(`${year}-${month}`)} />,
          })),
        ]}
        rows={years}
        getRowKey={(year) => year}
      />
    </WideTable>
  );
}

function MonthOrders({ month }: { readonly month: Month | undefined }) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  if (month === undefined) return null;
  const Icon = month.isComplete ? IconCheck : IconClock;
  return (
    <span data-complete={month.isComplete}>
      {quantity(month.orders)} <Icon size={13} aria-hidden />
      <VisuallyHidden>
        {t(month.isComplete ? 'connection.coverage.complete' : 'connection.coverage.incomplete')}
      </VisuallyHidden>
    </span>
  );
}
