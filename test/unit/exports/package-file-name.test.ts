import { describe, expect, it } from 'vitest';
import { createPackageFileName } from '../../../electron/exports/package-request.ts';

const OCTOBER = { month: '2026-10', language: 'nl', format: 'xlsx' } as const;
const NOVEMBER = { month: '2026-11', language: 'nl', format: 'xlsx' } as const;
const TODAY = '2026-11-21';

describe('createPackageFileName', () => {
  it('has the month, the format, and the location of a package for one', () => {
    expect(createPackageFileName(OCTOBER, null, TODAY)).toBe('maandpakket_2026-10_xlsx.zip');
    expect(createPackageFileName(OCTOBER, 'Utrecht', TODAY)).toBe('maandpakket_2026-10_utrecht_xlsx.zip');
  });

  it('shows that an unfinished month is not whole', () => {
    expect(createPackageFileName(NOVEMBER, 'Utrecht', TODAY)).toBe(
      'maandpakket_2026-11_tot-en-met-2026-11-21_utrecht_xlsx.zip',
    );
    expect(createPackageFileName({ ...NOVEMBER, language: 'en' }, null, '2026-11-30')).toBe(
      'month-package_2026-11_until-2026-11-30_xlsx.zip',
    );
    expect(createPackageFileName(NOVEMBER, null, '2026-12-01')).toBe('maandpakket_2026-11_xlsx.zip');
  });
});
