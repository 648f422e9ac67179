import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isOneBooking } from '../../../shared/booking-period.ts';
import { periodOf } from '../../../shared/periods.ts';
import { DefaultShopGate } from '../../components/filters/default-shop-gate.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { LocationFilter } from '../../components/filters/location-filter.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { financialReportQuery } from '../../lib/queries/read-financial-report.ts';
import { BookingContent } from './booking-content.tsx';
import { JournalExport } from './journal-export.tsx';
import { ledgersQuery } from './read-ledgers.ts';
import { useJournalChoices } from './use-journal-choices.ts';

/** The booking of a day or a month, and the ledger accounts it is made on. */
export function JournalPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('journal.title')}>
      <Journal />
    </DefaultShopGate>
  );
}

function Journal() {
  const { t } = useTranslation();
  const { today, period, locationId, choosePeriod, chooseLocation } = useJournalChoices();
  const isOne = isOneBooking(period);
  const report = useQuery({ ...financialReportQuery({ ...period, locationId }), enabled: isOne });
  const ledgers = useQuery(ledgersQuery);
  const bookedReport = report.isPlaceholderData ? undefined : report.data;

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('journal.title')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={
            <JournalExport
              period={period}
              locationId={locationId}
              report={bookedReport}
              ledgers={ledgers.data}
            />
          }
        />
      }
      filters={
        <FilterBar
          onClear={locationId === null ? undefined : () => chooseLocation(null)}
          trailing={
            isOne &&
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
      {isOne ? (
        <BookingContent report={report} ledgers={ledgers} />
      ) : (
        <EmptyPanel
          title={t('journal.tooLong')}
          reason={t('journal.tooLongReason')}
          action={{
            label: t('journal.lastMonthOfPeriod'),
            onClick: () => choosePeriod(periodOf('this-month', period.to)),
          }}
        />
      )}
    </Page>
  );
}
