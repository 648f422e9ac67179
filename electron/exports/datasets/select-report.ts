import type { Period } from '../../../shared/periods.ts';
import type { ReportQuery } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { locationPlace, type Place } from './describe-selection.ts';
import { locationNamedBy, periodFrom } from './filter-checks.ts';

interface ReportFilters {
  readonly from: string;
  readonly to?: string;
  readonly location_id?: number;
}

/** What is asked of a report of days and a location, and how that is told. */
export async function selectReport(
  source: ExportSource,
  { location_id, ...days }: ReportFilters,
): Promise<{ query: ReportQuery; asked: { period: Period; place: Place } }> {
  const period = periodFrom(days);
  const location = await locationNamedBy(source, location_id);
  const query = { ...period, ...(location && { location_id: location.id }) };
  return { query, asked: { period, place: locationPlace(source, location) } };
}
