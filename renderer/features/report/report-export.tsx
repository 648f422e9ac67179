import type { Period } from '../../../shared/periods.ts';
import { ExportButton } from '../../components/export-button.tsx';
import type { ExportChoice } from '../../components/export-choice.ts';

interface ReportExportProps {
  readonly period: Period;
  /** Null for all locations. */
  readonly locationId: number | null;
}

/** The report, what it is made of, and for a single day its closing. */
export function ReportExport({ period, locationId }: ReportExportProps) {
  const place = { location_id: locationId ?? undefined };
  const filters = { ...period, ...place };
  const closing: ExportChoice = { dataset: 'day-closing', filters: { date: period.from, ...place } };
  return (
    <ExportButton
      dataset="financial-report"
      filters={filters}
      others={[
        { dataset: 'turnover-by-group', filters },
        { dataset: 'payments', filters },
        { dataset: 'product-sales', filters },
        ...(period.from === period.to ? [closing] : []),
      ]}
    />
  );
}
