import { describe, expect, it } from 'vitest';
import { listPeriodNotes } from '../../../electron/cli/export.ts';

const TODAY = '2026-11-21';

describe('listPeriodNotes', () => {
  it.each([
    ['no days at all', null],
    ['days that are over', { from: '2026-11-01', to: '2026-11-20' }],
  ])('are empty for %s', (_what, period) => {
    expect(listPeriodNotes(period, TODAY)).toEqual([]);
  });

  it.each([
    ['today', { from: TODAY, to: TODAY }],
    ['a month that goes on', { from: '2026-11-01', to: '2026-11-30' }],
    ['a month to come', { from: '2026-12-01', to: '2026-12-31' }],
  ])('warn that the figures of %s can still change', (_what, period) => {
    expect(listPeriodNotes(period, TODAY)).toEqual([
      `The figures of this period can still change: its last day, ${period.to}, is not over.`,
    ]);
  });
});
