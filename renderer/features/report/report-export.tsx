import { useTranslation } from 'react-i18next';
import type { Period } from '../../../shared/periods.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import type { ExportChoice } from '../../components/exports/export-choice.ts';

interface ReportExportProps {
  readonly period: Period;
  /** Null for all locations. */
  readonly locationId: number | null;
  /** No file holds what the report is held against. */
  readonly isCompared: boolean;
}

/** The report, what it is made of, and for a single day its closing. */
export function ReportExport({ period, locationId, isCompared }: ReportExportProps) {
  const { t } = useTranslation();
  const place = { location_id: locationId ?? undefined };
  const filters = { ...period, ...place };
  const closing: ExportChoice = { dataset: 'day-closing', filters: { date: period.from, ...place } };
  return (
    <ExportButton
      dataset="financial-report"
      filters={filters}
      {...(isCompared && { label: t('report.comparison.notExported') })}
      others={[
        { dataset: 'turnover-by-group', filters },
        { dataset: 'payments', filters },
        { dataset: 'product-sales', filters },
        ...(period.from === period.to ? [closing] : []),
      ]}
    />
  );
}
