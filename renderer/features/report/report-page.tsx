import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DefaultShopGate } from '../../components/filters/default-shop-gate.tsx';
import { useChosenLocation } from '../../components/filters/use-chosen-place.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { periodChoice, useChosenPeriod } from '../../components/period-picker/use-chosen-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { usePageState, writeState } from '../../lib/address/use-page-state.ts';
import { financialReportQuery } from '../../lib/queries/read-financial-report.ts';
import { useAskedCheck } from './checks/use-asked-check.ts';
import { useComparedReport } from './comparison/use-compared-report.ts';
import { PrintButton } from './print/print-button.tsx';
import { ReportAsOf } from './report-as-of.tsx';
import { ReportContent } from './report-content.tsx';
import { ReportExport } from './report-export.tsx';
import { REPORT_FIELDS } from './report-fields.ts';
import { ReportFilters } from './report-filters.tsx';

/** The financial report of a period, for all locations or one, alone or beside that of another period. */
export function ReportPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('report.title')}>
      <Report />
    </DefaultShopGate>
  );
}

function Report() {
  const { t } = useTranslation();
  const today = useToday();
  const [state, change] = usePageState(REPORT_FIELDS);
  const { compare = 'none' } = state;
  const period = useChosenPeriod(state.period);
  const location = useChosenLocation(state.location_id);
  const locationId = location.id;
  const shown = { period: periodChoice(period, today), location_id: locationId };
  useOfferChoices(writeState(REPORT_FIELDS, shown));
  const report = useQuery(financialReportQuery({ ...period, locationId }));
  const compared = useComparedReport({ period, locationId, compare });
  useAskedCheck(state.check, report.isSuccess);

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('report.title')}
          aside={
            <PeriodPicker
              value={period}
              today={today}
              onChange={(chosen) => change({ period: periodChoice(chosen, today) })}
            />
          }
          actions={
            <>
              <PrintButton disabled={report.data === undefined || report.isPlaceholderData} />
              <ReportExport period={period} locationId={locationId} isCompared={compared !== null} />
            </>
          }
        />
      }
      filters={
        <ReportFilters location={location} trailing={<ReportAsOf query={report} compared={compared} />} />
      }
    >
      <LookupNotice />
      <ReportContent location={location} query={report} compared={compared} />
    </Page>
  );
}
