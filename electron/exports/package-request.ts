import { addDays, type CalendarDate } from '../../shared/calendar.ts';
import type { MonthRequest } from '../../shared/contract/exports.ts';
import type { LocalizedText } from '../../shared/contract/language.ts';
import { isSelectable, type Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import { ExportError, translateFailures } from './export-error.ts';
import type { ExportPlatform } from './export-platform.ts';
import { createFileName } from './file-names.ts';

const MONTH_FORM = /^\d{4}-(0[1-9]|1[0-2])$/;

const MAX_MONTH_DAYS = 31;

/** First and last day of a month such as `2026-10`; `null` if it is not a month. */
export function getMonthPeriod(month: string): Period | null {
  if (!MONTH_FORM.test(month)) return null;
  const from = `${month}-01`;
  const inNext = addDays(from, MAX_MONTH_DAYS);
  const period = { from, to: addDays(`${inNext.slice(0, 7)}-01`, -1) };
  return isSelectable(period) ? period : null;
}

export interface PackageLocation {
  readonly title: string;
}

/** The requested location; `null` for all. Throws `ExportError`. */
export function findPackageLocation(
  platform: ExportPlatform,
  caller: Caller,
  locationId: number | null,
): Promise<PackageLocation | null> {
  return translateFailures(readPlace(platform, caller, locationId));
}

async function readPlace(
  platform: ExportPlatform,
  caller: Caller,
  locationId: number | null,
): Promise<PackageLocation | null> {
  if (locationId === null) return null;
  const locations = await platform.listReference(caller, 'locations');
  const location = locations.find(({ id }) => id === locationId);
  if (!location) throw new ExportError('invalid_request', `there is no location ${locationId}`);
  return { title: location.title };
}

const MONTH_PACKAGE: LocalizedText = { nl: 'maandpakket', en: 'month-package' };

const UNTIL: LocalizedText = { nl: 'tot en met', en: 'until' };

/**
 * `maandpakket_2026-10_utrecht_xlsx.zip`, or `…_2026-11_tot-en-met-2026-11-21_xlsx.zip` for a month that is in progress
 * `today`.
 */
export function createPackageFileName(
  { month, language, format }: Pick<MonthRequest, 'month' | 'language' | 'format'>,
  place: string | null,
  today: CalendarDate,
): string {
  const goesOn = today.startsWith(month);
  const until = goesOn ? [`${UNTIL[language]} ${today}`] : [];
  return createFileName([MONTH_PACKAGE[language], month, ...until, ...(place === null ? [] : [place]), format], 'zip');
}
