import { describe, expect, it } from 'vitest';
import { changeBetween } from '../../../shared/report-comparison.ts';

describe('the change between two figures', () => {
  it.each([
    ['a rise', 150, 100, 50, 50],
    ['more returns, which are below 0: a rise of their size', -4439, -3846, -593, 15.42],
    ['fewer returns', -50, -100, 50, -50],
    ['no returns any more', 0, -100, 100, -100],
    ['a loss that became a gain', 50, -100, 150, null],
    ['nothing before', 10, 0, 10, null],
  ])('is of %s', (_name, now, before, difference, percentage) => {
    expect(changeBetween(now, before)).toEqual({ difference, percentage });
  });
});
