import { describe, expect, it } from 'vitest';
import { runVerifyCommand } from '../../../electron/cli/verify.ts';
import type { TotalsDifference } from '../../../electron/store/totals/totals-differences.ts';

const DIFFERENCE: TotalsDifference = {
  table: 'order_totals_by_day',
  key: { account_id: 1, day: 20261005 },
  column: 'orders',
  stored: null,
  expected: 3,
};

describe('runVerifyCommand', () => {
  /** A store with these differences at each check. */
  function storeWith(...looks: TotalsDifference[][]) {
    const told: string[] = [];
    const deps = {
      async *verify() {
        yield* looks.shift() ?? [];
      },
      repair: async () => void told.push('repair'),
      notify: (line: string) => void told.push(line),
    };
    return { deps, told };
  }

  it('changes nothing without --repair', async () => {
    const { deps, told } = storeWith([DIFFERENCE]);
    expect(await runVerifyCommand(false, deps)).toBe(false);
    expect(told).toEqual([
      'order_totals_by_day account_id=1 day=20261005: orders is missing, the rows give 3',
      'Differences: 1.',
    ]);
  });

  it('reports a difference if a repair did not help', async () => {
    const { deps } = storeWith([DIFFERENCE], [DIFFERENCE]);
    expect(await runVerifyCommand(true, deps)).toBe(false);
  });
});
