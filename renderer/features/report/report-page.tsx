import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../components/as-of.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LocationFilter } from '../../components/location-filter.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { defaultPeriod } from '../../components/period-picker/default-period.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useToday } from '../../components/period-picker/use-today.ts';
import { financialReportQuery } from '../../lib/queries/read-financial-report.ts';
import { ReportContent } from './report-content.tsx';
import { ReportExport } from './report-export.tsx';
import { useReportStore } from './report-store.ts';

/** The financial report of a period, for all locations or one. */
export function ReportPage() {
  const { t } = useTranslation();
  const today = useToday();
  const { period: chosenPeriod, locationId, choosePeriod, chooseLocation } = useReportStore();
  const period = chosenPeriod ?? defaultPeriod(today);
  const report = useQuery(financialReportQuery({ ...period, locationId }));

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('report.title')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={<ReportExport period={period} locationId={locationId} />}
        />
      }
      filters={
        <FilterBar
          onClear={locationId === null ? undefined : () => chooseLocation(null)}
          trailing={
            report.data && (
              <AsOf
                updatedAt={Date.parse(report.data.generated_at)}
                isRefreshing={report.isFetching}
                isStale={report.isError}
                onRefresh={() => void report.refetch()}
              />
            )
          }
        >
          <LocationFilter locationId={locationId} onChoose={chooseLocation} />
        </FilterBar>
      }
    >
      <ReportContent query={report} />
    </Page>
  );
}
