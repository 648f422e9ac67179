import { describe, expect, it } from 'vitest';
import { findPreset, findWiderPeriod, getPeriod, isSelectable, stepPeriod } from '../../../shared/periods.ts';

const TODAY = '2026-11-20';

describe('presetOf', () => {
  it('returns the preset of exactly these days', () => {
    expect(findPreset({ from: '2026-11-01', to: '2026-11-30' }, TODAY)).toBe('this-month');
    expect(findPreset({ from: '2026-07-01', to: '2026-09-30' }, TODAY)).toBe('vat-period');
  });

  it('returns null for other days', () => {
    expect(findPreset({ from: '2026-11-01', to: '2026-11-29' }, TODAY)).toBeNull();
  });
});

describe('getPeriod', () => {
  it('of the last 7 and 30 days ends today', () => {
    expect(getPeriod('last-7-days', TODAY)).toEqual({ from: '2026-11-14', to: TODAY });
    expect(getPeriod('last-30-days', TODAY)).toEqual({ from: '2026-10-22', to: TODAY });
  });

  it('of the last quarter and the last year is the last complete one', () => {
    expect(getPeriod('vat-period', '2027-02-03')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(getPeriod('last-year', '2027-02-03')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  });
});

describe('isChoosable', () => {
  it('is true for the years 2000 to 2099 only', () => {
    expect(isSelectable({ from: '2000-01-01', to: '2099-12-31' })).toBe(true);
    expect(isSelectable({ from: '1999-12-31', to: '2000-01-01' })).toBe(false);
    expect(isSelectable({ from: '2099-12-31', to: '2100-01-01' })).toBe(false);
  });

  it('is false for the step that leaves them', () => {
    expect(isSelectable(stepPeriod({ from: '2099-10-01', to: '2099-12-31' }, 1))).toBe(false);
    expect(isSelectable(stepPeriod({ from: '2099-10-01', to: '2099-12-31' }, -1))).toBe(true);
  });
});

describe('widerPeriod', () => {
  it.each([
    ['a day', '2026-11-20', '2026-11-20', '2026-11-16', '2026-11-22'],
    ['a week', '2026-11-16', '2026-11-22', '2026-11-01', '2026-11-30'],
    ['a week over the end of a month', '2026-10-26', '2026-11-01', '2026-10-01', '2026-12-31'],
    ['a month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-12-31'],
    ['a quarter', '2026-10-01', '2026-12-31', '2026-01-01', '2026-12-31'],
  ])('of %s includes it and is longer', (_length, from, to, widerFrom, widerTo) => {
    expect(findWiderPeriod({ from, to })).toEqual({ from: widerFrom, to: widerTo });
  });

  it('does not exist for a year, or for days in two years', () => {
    expect(findWiderPeriod({ from: '2026-01-01', to: '2026-12-31' })).toBeNull();
    expect(findWiderPeriod({ from: '2026-12-28', to: '2027-01-03' })).toBeNull();
  });
});
