import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { differencesIn } from './differences-in.ts';
import { type OrderStep, orderSteps, takeStep } from './order-steps.ts';

describe('kept totals', { timeout: 120_000 }, () => {
  it('equal the orders after every write of whatever kind and age, taken or refused', async () => {
    const taken = new Map<OrderStep['kind'], number>();
    await fc.assert(
      fc.asyncProperty(orderSteps, async (steps) => {
        const { store } = await openFixturePlatform();
        try {
          for (const step of steps) {
            if (await takeStep(store.db, step)) taken.set(step.kind, (taken.get(step.kind) ?? 0) + 1);
            expect(await differencesIn(store.db)).toEqual([]);
          }
        } finally {
          await store.close();
        }
      }),
      { seed: 2026, numRuns: isOnPostgres() ? 5 : 12, endOnFailure: true },
    );
    for (const kind of ['sell', 'pay', 'bring back', 'move', 'remove'] as const) {
      expect(taken.get(kind), `steps of ${kind}`).toBeGreaterThan(2);
    }
  });

  it('have no row of a combination of which there is nothing', async () => {
    const { store } = await openFixturePlatform();
    await takeStep(store.db, { kind: 'remove', before: Date.parse('2027-01-01T00:00:00Z') });
    const left = await store.db.selectFrom('item_totals_by_month').select('account_id').distinct().execute();
    expect(left).toEqual([{ account_id: 2 }]);
    await store.close();
  });
});
