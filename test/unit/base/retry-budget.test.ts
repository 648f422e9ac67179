import { describe, expect, it } from 'vitest';
import { createRetryBudget } from '../../../electron/base/retry.ts';

describe('createRetryBudget', () => {
  it('allows ten repeats, and one more for each ten calls', () => {
    const budget = createRetryBudget();
    const spent = (times: number) => Array.from({ length: times }, budget.spend).filter(Boolean).length;

    expect(spent(20)).toBe(10);
    for (let call = 0; call < 35; call += 1) budget.earn();
    expect(spent(20)).toBe(3);
  });

  it('saves up no more than it began with', () => {
    const budget = createRetryBudget();
    for (let call = 0; call < 1_000; call += 1) budget.earn();

    expect(Array.from({ length: 20 }, budget.spend).filter(Boolean)).toHaveLength(10);
  });
});
