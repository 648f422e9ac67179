import { describe, expect, it } from 'vitest';
import { exitStatusOf } from '../../bench/harness/measure-row.ts';
import { sampleOutcome } from './sample-outcome.ts';

const met = sampleOutcome({ product: [90], reference: [100] });
const missed = sampleOutcome({ product: [60], reference: [100] });

describe('the exit status of the benchmark', () => {
  it('is 0 when every bar is met', () => {
    expect(exitStatusOf([met, met])).toBe(0);
  });

  it('is 1 when one bar is missed', () => {
    expect(exitStatusOf([met, missed, met])).toBe(1);
  });

  it('is 1 for a figure that is missing or no number', () => {
    expect(exitStatusOf([met, sampleOutcome({ product: [], reference: [100] })])).toBe(1);
    expect(exitStatusOf([met, sampleOutcome({ product: [Number.NaN], reference: [100] })])).toBe(1);
  });

  it('is 1 for a row that failed, whatever its figures', () => {
    expect(exitStatusOf([{ ...met, failure: 'the product ended' }])).toBe(1);
  });

  it('is 1 when nothing was measured', () => {
    expect(exitStatusOf([])).toBe(1);
  });
});
