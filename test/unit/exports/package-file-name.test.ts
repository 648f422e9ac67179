import { describe, expect, it } from 'vitest';
import { packageFileName } from '../../../electron/exports/package-request.ts';

const OCTOBER = { month: '2026-10', language: 'nl', format: 'xlsx' } as const;
const NOVEMBER = { month: '2026-11', language: 'nl', format: 'xlsx' } as const;
const TODAY = '2026-11-21';

describe('packageFileName', () => {
  it('has the month, the format, and the location of a package for one', () => {
    expect(packageFileName(OCTOBER, null, TODAY)).toBe('maandpakket_2026-10_xlsx.zip');
    expect(packageFileName(OCTOBER, 'Utrecht', TODAY)).toBe('maandpakket_2026-10_utrecht_xlsx.zip');
  });

  it('shows that an unfinished month is not whole', () => {
    expect(packageFileName(NOVEMBER, 'Utrecht', TODAY)).toBe(
      'maandpakket_2026-11_tot-en-met-2026-11-21_utrecht_xlsx.zip',
    );
    expect(packageFileName({ ...NOVEMBER, language: 'en' }, null, '2026-11-30')).toBe(
      'month-package_2026-11_until-2026-11-30_xlsx.zip',
    );
    expect(packageFileName(NOVEMBER, null, '2026-12-01')).toBe('maandpakket_2026-11_xlsx.zip');
  });
});
