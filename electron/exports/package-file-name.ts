import type { CalendarDate } from '../../shared/calendar.ts';
import type { Words } from '../../shared/contract/language.ts';
import { fileNameOf } from './file-name.ts';
import type { PackageRequest } from './package-request.ts';

const MONTH_PACKAGE: Words = { nl: 'maandpakket', en: 'month-package' };

const UNTIL: Words = { nl: 'tot en met', en: 'until' };

/**
 * Such as `maandpakket_2026-10_utrecht.zip`; of a month that goes on `today` such as
 * `maandpakket_2026-11_tot-en-met-2026-11-21.zip`, so that it never passes for the whole month.
 */
export function packageFileName(
  { month, language }: Pick<PackageRequest, 'month' | 'language'>,
  place: string | null,
  today: CalendarDate,
): string {
  const goesOn = today.startsWith(month);
  const until = goesOn ? [`${UNTIL[language]} ${today}`] : [];
  return fileNameOf([MONTH_PACKAGE[language], month, ...until, ...(place === null ? [] : [place])], 'zip');
}
