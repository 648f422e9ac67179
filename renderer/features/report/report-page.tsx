import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Comparison, Period } from '../../../shared/periods.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import type { ExportChoice } from '../../components/exports/export-forms.ts';
import { toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { toPreset, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import { type Place, toPlaceFilters } from '../../lib/queries/shops.ts';
import { useRequestedCheck } from './checks.tsx';
import { getComparedData, useComparedReport } from './comparison.tsx';
import { REPORT_FIELDS, ReportFilters, useSide } from './report-choices.tsx';
import { ReportContent, type ReportContentProps } from './report-content.tsx';

/** The financial report of a period for all or some places, which can be compared with another period. */
export function ReportPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.report')}>
      <Report />
    </DefaultShopGate>
  );
}

function Report() {
  const { t } = useTranslation();
  const today = useToday();
  const [state, change] = usePageState(REPORT_FIELDS);
  const { compare = 'none' } = state;
  const { period, choice } = useChosenPeriod(state.period);
  const place = useReportPlace(state);
  const { shopIds, locationIds } = place;
  const current = { period: choice, ...toSavedPlace(place) };
  useOfferChoices(writeState(REPORT_FIELDS, current));
  const compared = useComparedReport({ period, place, compare });
  const report = useQuery(financialReportQuery({ ...(compared?.own ?? period), shopIds, locationIds }));
  useRequestedCheck(state.check, report.isSuccess);

  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={t('shell.report')}
          aside={
            <PeriodPicker
              value={choice}
              today={today}
              onChange={(chosen) => change({ period: toPreset(chosen, today) })}
            />
          }
          actions={
            <>
              <Button
                variant="default"
                leftSection={<IconPrinter size={15} aria-hidden />}
                // Disabled until the figures belong to the current choice.
                disabled={report.data === undefined || report.isPlaceholderData}
                onClick={() => window.print()}
              >
                {t('print.action')}
              </Button>
              <ReportExport period={period} place={place} compare={compare} />
            </>
          }
        />
      }
      filters={
        <ReportFilters period={period} place={place} trailing={<ReportAsOf query={report} compared={compared} />} />
      }
    >
      <LookupNotice />
      <ReportContent place={place} query={report} compared={compared} />
    </Page>
  );
}

/** The time of the older of the two reports, and a button that reads both again. */
function ReportAsOf({ query, compared }: Pick<ReportContentProps, 'query' | 'compared'>) {
  if (!query.data) return null;
  const questions = compared === null ? [query] : [query, compared.query];
  const comparedReport = compared && getComparedData(compared);
  const reports = comparedReport ? [query.data, comparedReport] : [query.data];
  return (
    <AsOf
      updatedAt={Math.min(...reports.map((report) => Date.parse(report.generated_at)))}
      isRefreshing={questions.some(({ isFetching }) => isFetching)}
      isStale={query.isError || (comparedReport !== null && compared?.query.isError === true)}
      onRefresh={() => {
        for (const { refetch } of questions) void refetch();
      }}
    />
  );
}

interface ReportExportProps {
  readonly period: Period;
  readonly place: Place;
  readonly compare: Comparison | 'none';
}

/** Exports the report as shown, the data behind it, and for a single day its day statement. */
function ReportExport({ period, place, compare }: ReportExportProps) {
  const side = useSide();
  const filters = { ...period, ...toPlaceFilters(place) };
  const closing: ExportChoice = { dataset: 'day-closing', filters: { date: period.from, ...toPlaceFilters(place) } };
  const report: ExportChoice = { dataset: 'financial-report', filters };
  const isCompared = compare !== 'none';
  const compared: ExportChoice = { dataset: 'report-comparison', filters: { ...filters, compare, side } };
  return (
    <ExportButtons
      {...(isCompared ? compared : report)}
      others={[
        ...(isCompared ? [report] : []),
        { dataset: 'turnover-by-group', filters },
        { dataset: 'payments', filters },
        { dataset: 'product-sales', filters },
        ...(period.from === period.to ? [closing] : []),
      ]}
    />
  );
}
