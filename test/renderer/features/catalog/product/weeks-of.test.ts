import { describe, expect, it } from 'vitest';
import { getLastDays, listWeeks } from '../../../../../renderer/features/catalog/product/sales-section.tsx';

describe('the weeks of a period', () => {
  it('run from Monday to Sunday, and the outer ones are cut off at the period', () => {
    expect(listWeeks({ from: '2026-10-22', to: '2026-11-03' })).toEqual([
      { from: '2026-10-22', to: '2026-10-25' },
      { from: '2026-10-26', to: '2026-11-01' },
      { from: '2026-11-02', to: '2026-11-03' },
    ]);
  });

  it('of a single day are that day', () => {
    expect(listWeeks({ from: '2026-11-01', to: '2026-11-01' })).toEqual([{ from: '2026-11-01', to: '2026-11-01' }]);
  });

  it('cover the last 90 days including the last one', () => {
    const days = getLastDays(90, '2026-11-21');
    expect(days).toEqual({ from: '2026-08-24', to: '2026-11-21' });
    expect(listWeeks(days)).toHaveLength(13);
    expect(listWeeks(days).at(-1)).toEqual({ from: '2026-11-16', to: '2026-11-21' });
  });
});
