import type { Language } from '../../../shared/contract/bridge.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Dataset } from '../dataset.ts';
import { shownColumn } from '../declare-column.ts';
import { periodFrom, recordNamedBy } from '../filter-checks.ts';
import { decodeFilters } from '../filter-decoder.ts';
import { type ReportColumn, reportRows } from './financial-report-rows.ts';
import { REPORT_WORDS } from './financial-report-words.ts';

const NAMES: Record<Language, string> = { nl: 'financieel-rapport', en: 'financial-report' };

/** Every figure of the financial report, one in a row, and both sides of every check. */
export const financialReport: Dataset<ReportColumn> = {
  hasFixedOrder: false,
  columns: [
    shownColumn('section', 'text', 'Onderdeel', 'Section'),
    shownColumn('item', 'text', 'Regel', 'Item'),
    shownColumn('detail', 'text', 'Detail', 'Detail'),
    shownColumn('value', 'euros', 'Excl. btw', 'Excl. VAT'),
    shownColumn('vat', 'euros', 'Btw', 'VAT'),
    shownColumn('value_wt', 'euros', 'Incl. btw', 'Incl. VAT'),
    shownColumn('percentage', 'percentage', 'Percentage', 'Percentage'),
  ],
  async select(source, filters) {
    const { location_id, ...days } = decodeFilters(readFinancialReport.query, filters);
    const period = periodFrom(days);
    const asked = await recordNamedBy(source, 'locations', 'location_id', location_id);
    const location = asked ?? source.caller.lockedLocation;
    const words = REPORT_WORDS[source.language];
    const place = location?.title ?? words.allLocations;
    return {
      nameParts: [NAMES[source.language], period.from, period.to, place],
      async *batches() {
        const query = { ...period, ...(location && { location_id: location.id }) };
        const report = await source.platform.readReport(source.caller, 'financial', query);
        yield reportRows(report, place, words);
      },
    };
  },
};
