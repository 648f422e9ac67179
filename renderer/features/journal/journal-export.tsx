import { bookReport } from '../../../shared/book-report.ts';
import { isBookable } from '../../../shared/booking.ts';
import { isOneBooking } from '../../../shared/booking-period.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { JournalLedgers } from '../../../shared/contract/ledgers.ts';
import type { Period } from '../../../shared/periods.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { useLanguage } from '../../lib/language.ts';

interface JournalExportProps {
  readonly period: Period;
  /** Null for all locations. */
  readonly locationId: number | null;
  /** Of this period; undefined while it is not known. */
  readonly report: FinancialReport | undefined;
  readonly ledgers: JournalLedgers | undefined;
}

/** The booking as a file, in general or as SnelStart imports it. Not for one of which the page says that it is not whole. */
export function JournalExport({ period, locationId, report, ledgers }: JournalExportProps) {
  const language = useLanguage();
  const isRefused = report && ledgers && !isBookable(bookReport(report, ledgers.accounts, language));
  const filters = { ...period, location_id: locationId ?? undefined };
  return (
    <ExportButton
      dataset="journal"
      filters={filters}
      others={[{ dataset: 'journal-snelstart', filters }]}
      disabled={isRefused || !isOneBooking(period)}
    />
  );
}
