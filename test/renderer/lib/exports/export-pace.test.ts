import { describe, expect, it } from 'vitest';
import {
  addRate,
  calculateSecondsLeft,
  type ExportWithRate,
} from '../../../../renderer/lib/exports/export-progress.ts';
import type { RunningExport } from '../../../../shared/contract/exports.ts';
import { requestOf } from '../../app/support/sample-exports.ts';

describe('addRate', () => {
  it('has no pace before the first rows', () => {
    expect(addRate(undefined, telling(0, 400)).rowsPerS).toBeNull();
    expect(addRate(undefined, telling(0, 0)).rowsPerS).toBeNull();
  });

  it('starts with the average since the start', () => {
    expect(addRate(undefined, telling(500, 250)).rowsPerS).toBe(2_000);
  });

  it('lets one slow report lower the pace by at most a third', () => {
    const before = addRate(undefined, telling(1_000, 1_000));
    expect(addRate(before, telling(1_000, 1_500)).rowsPerS).toBeCloseTo(700, 6);
  });

  it('starts over if everything is read again', () => {
    const before = addRate(undefined, telling(900, 1_000));
    const again = addRate(before, { ...telling(100, 50), phase: 'again' });
    expect(again.rowsPerS).toBe(2_000);
  });
});

describe('calculateSecondsLeft', () => {
  it.each([
    ['whole seconds, never too few', 4.2, 5],
    ['steps of five above ten', 12, 15],
    ['steps of five up to a minute and a half', 88, 90],
    ['whole minutes above that', 91, 120],
    ['whole minutes for hours', 3_700, 3_720],
  ])('is shown in %s', (_, seconds, told) => {
    expect(calculateSecondsLeft(paced({ rows: 0, total: seconds * 100, rowsPerS: 100 }))).toBe(told);
  });

  it.each([
    ['the platform does not say how many there are', { total: null }],
    ['nothing has been read yet', { rowsPerS: null }],
    ['rows have stopped arriving', { rowsPerS: 0 }],
    ['all rows are read and only the end of the file is left', { rows: 1_000 }],
  ])('is unknown if %s', (_, changed) => {
    expect(calculateSecondsLeft(paced({ rows: 10, total: 1_000, rowsPerS: 100, ...changed }))).toBeNull();
  });
});

function telling(rows: number, elapsedMs: number): RunningExport {
  return { key: 'a', request: requestOf(), phase: 'reading', rows, total: 10_000, elapsedMs };
}

function paced(changed: Partial<ExportWithRate>): ExportWithRate {
  return { ...telling(0, 2_000), rowsPerS: null, ...changed };
}
