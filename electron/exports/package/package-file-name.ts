import type { Words } from '../../../shared/contract/language.ts';
import { fileNameOf } from '../file-name.ts';
import type { PackageRequest } from './package-request.ts';

const MONTH_PACKAGE: Words = { nl: 'maandpakket', en: 'month-package' };

/** Such as `maandpakket_2026-10_utrecht.zip`. */
export function packageFileName({ month, language }: PackageRequest, place: string | null): string {
  return fileNameOf([MONTH_PACKAGE[language], month, ...(place === null ? [] : [place])], 'zip');
}
