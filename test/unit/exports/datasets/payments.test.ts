import { describe, expect, it } from 'vitest';
import { fromEuros, sumOf } from '../../../../shared/money.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { openPerFile } from '../../../support/test-scope.ts';
import { OCTOBER, readFrom } from './read-dataset.ts';

const { owner } = CALLER;
const { platform } = await openPerFile(openFixturePlatform);

describe('the payments', () => {
  it('add up by method and by day, each to the same total', async () => {
    const { rows, summaries } = await readFrom(platform, 'payments', { filters: OCTOBER, caller: owner });
    const total = sumOf(rows, ({ amount }) => fromEuros(Number(amount)));

    expect(summaries.map(({ title }) => title)).toEqual(['Per betaalwijze', 'Per dag']);
    for (const { rows: sums } of summaries) {
      expect(sums.length).toBeGreaterThan(2);
      const parts = sums.filter(({ isSum }) => !isSum);
      expect(sumOf(parts, ({ amount }) => fromEuros(Number(amount)))).toBe(total);
      expect(fromEuros(Number(sums.at(-1)?.amount))).toBe(total);
    }
  });
});
