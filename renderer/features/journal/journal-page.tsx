import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Company } from '../../../shared/contract/company.ts';
import { type FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { bookReport, isBookable, isSingleBooking } from '../../../shared/journal.ts';
import { getPeriod, type Period } from '../../../shared/periods.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { EVERYWHERE, isEverywhere, toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { toPreset, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { AsOf } from '../../components/states/freshness.tsx';
import { idsField, type PeriodChoice, periodField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { useLanguage } from '../../lib/language.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import { type Place, toPlaceFilters } from '../../lib/queries/shops.ts';
import { BookingContent } from './booking.tsx';

/** The booking of a day or a month, with its ledger accounts. */
export function JournalPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.journal')}>
      <Journal />
    </DefaultShopGate>
  );
}

function Journal() {
  const { t } = useTranslation();
  const { today, period, choice, place, choosePeriod, choosePlace } = useJournalChoices();
  const isSingle = isSingleBooking(period);
  const report = useQuery({ ...financialReportQuery({ ...period, ...place }), enabled: isSingle });
  const ledgers = useQuery(companyQuery);
  const bookedReport = report.isPlaceholderData ? undefined : report.data;

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('shell.journal')}
          aside={<PeriodPicker value={choice} today={today} onChange={choosePeriod} />}
          actions={<JournalExport period={period} place={place} report={bookedReport} ledgers={ledgers.data} />}
        />
      }
      filters={
        <FilterBar
          onClear={isEverywhere(place) ? undefined : () => choosePlace(EVERYWHERE)}
          trailing={
            isSingle &&
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
          <PlaceFilter of={readFinancialReport} place={place} onChoose={choosePlace} />
        </FilterBar>
      }
    >
      {isSingle ? (
        <BookingContent report={report} ledgers={ledgers} />
      ) : (
        <EmptyPanel
          title={t('journal.tooLong')}
          reason={t('journal.tooLongReason')}
          action={{
            label: t('journal.lastMonthOfPeriod'),
            onClick: () => choosePeriod(getPeriod('this-month', period.to)),
          }}
        />
      )}
    </Page>
  );
}

interface JournalExportProps {
  readonly period: Period;
  readonly place: Place;
  /** The report of this period; `undefined` until it is known. */
  readonly report: FinancialReport | undefined;
  readonly ledgers: Company | undefined;
}

/** Exports the booking as a general file or for SnelStart. Disabled if the booking is incomplete. */
function JournalExport({ period, place, report, ledgers }: JournalExportProps) {
  const language = useLanguage();
  const isRefused = report && ledgers && !isBookable(bookReport(report, ledgers.accounts, language));
  const filters = { ...period, ...toPlaceFilters(place) };
  return (
    <ExportButtons
      dataset="journal"
      filters={filters}
      others={[{ dataset: 'journal-snelstart', filters }]}
      disabled={isRefused || !isSingleBooking(period)}
    />
  );
}

/** The choices on the page, which are stored in the address, and functions that change them. */
function useJournalChoices() {
  const today = useToday();
  const [state, change] = usePageState(JOURNAL_FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const place = useReportPlace(state);
  const current = { period: choice, ...toSavedPlace(place) };
  useOfferChoices(writeState(JOURNAL_FIELDS, current));
  return {
    today,
    period,
    choice,
    place,
    choosePeriod: (chosen: PeriodChoice) => change({ period: toPreset(chosen, today) }),
    choosePlace: (chosen: Place) => change(place.toChoices(chosen)),
  };
}

const JOURNAL_FIELDS = { period: periodField, location_id: idsField, shop_id: idsField };
