import { describe, expect, it } from 'vitest';
import { getLastDays, listWeeks } from '../../../../../renderer/features/catalog/product/sales-section.tsx';

describe('the weeks of a period', () => {
  it('run from Monday to Sunday, the outer ones as far as they lie in it', () => {
    expect(listWeeks({ from: '2026-10-22', to: '2026-11-03' })).toEqual([
      { from: '2026-10-22', to: '2026-10-25' },
      { from: '2026-10-26', to: '2026-11-01' },
      { from: '2026-11-02', to: '2026-11-03' },
    ]);
  });

  it('of a single day are that day', () => {
    expect(listWeeks({ from: '2026-11-01', to: '2026-11-01' })).toEqual([{ from: '2026-11-01', to: '2026-11-01' }]);
  });

  it('are those of the last 90 days with the last one included', () => {
    const days = getLastDays(90, '2026-11-21');
    expect(days).toEqual({ from: '2026-08-24', to: '2026-11-21' });
    expect(listWeeks(days)).toHaveLength(13);
    expect(listWeeks(days).at(-1)).toEqual({ from: '2026-11-16', to: '2026-11-21' });
  });
});
