import { describe, expect, it } from 'vitest';
import { toSerialDate } from '../../../../electron/exports/writers/xlsx-cells.ts';

describe('toSerialDate', () => {
  it.each([
    ['1900-03-01', 61],
    ['2000-01-01', 36_526],
    ['2026-11-21', 46_347],
    ['9999-12-31', 2_958_465],
    ['2026-11-21T00:00:00+01:00', 46_347],
    ['2026-11-21T18:00:00+01:00', 46_347.75],
    ['2026-03-29T03:00:00+02:00', 46_110.125],
    ['2026-10-25T03:00:00+01:00', 46_320.125],
    ['2026-11-21T12:00:00Z', 46_347.5],
  ])('counts %s like Excel, at the local time that Excel shows', (text, serial) => {
    expect(toSerialDate(text)).toBe(serial);
  });

  it('returns one number for both occurrences of the hour that is repeated', () => {
    expect(toSerialDate('2026-10-25T02:30:00+02:00')).toBe(toSerialDate('2026-10-25T02:30:00+01:00'));
  });

  it.each([
    ...['1900-02-28', '0001-01-01', '2026-02-29', '2026-13-01', '', '10000-01-01', 'gisteren', '2026-11-21T12:00:00'],
    ...['2026-11-21T24:00:00+01:00', '2026-02-29T12:00:00+01:00', '1899-12-31T12:00:00Z'],
  ])('returns no number for %j', (text) => {
    expect(toSerialDate(text)).toBeNull();
  });
});
