import { describe, expect, it } from 'vitest';
import { createTicks } from '../../../../renderer/components/charts/day-chart.tsx';

describe('createTicks', () => {
  it.each([
    [
      [0, 21_400],
      [0, 5_000, 10_000, 15_000, 20_000, 25_000],
    ],
    [
      [0, 9_800],
      [0, 2_000, 4_000, 6_000, 8_000, 10_000],
    ],
    [
      [120, 87],
      [0, 50, 100, 150],
    ],
    [[0.4], [0, 1]],
    [[], [0, 1]],
    [
      [-340, 900],
      [-500, 0, 500, 1_000],
    ],
  ])('for %j are %j', (values, ticks) => {
    expect(createTicks(values)).toEqual(ticks);
  });
});
