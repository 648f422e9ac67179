import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../shared/calendar.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { startDemoService } from '../support/fixture-service.ts';
import { reportById } from '../support/report-oracle.ts';
import { queryReport } from '../support/report-sql.ts';
import { perFile } from '../support/test-scope.ts';
import { wholeReport } from '../support/whole-report.ts';

const PASSWORD = 'tilldesk-demo';
const USERS = [
  { account: 'demo', email: 'owner@demo.example', password: PASSWORD },
  { account: 'demo', email: 'accounts@demo.example', password: PASSWORD },
  { account: 'demo', email: 'utrecht@demo.example', password: PASSWORD },
  { account: 'demo-two', email: 'owner@demo-two.example', password: PASSWORD },
];

/** From a month before the first order of the demo shop until after the last one, of a day up to 14 months. */
const range = fc
  .record({
    start: fc.nat({ max: 440 }),
    days: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 45 }), fc.nat({ max: 430 })),
  })
  .map(({ start, days }) => {
    const from = addDays('2025-09-01', start);
    return { from, to: addDays(from, days) };
  });

const demo = await perFile(startDemoService);

describe('GET /api/financial-report compared with independent SQL', { timeout: 120_000 }, () => {
  it.each(USERS)('has the same figures for random days and locations of $email', async (user) => {
    const token = await demo.signIn(user);
    const me = await demo.read(readMe, { token });
    const accountId = user.account === 'demo' ? 1 : 2;
    const { data: seen } = await demo.read(listLocations, { token });
    const locked = me.locked_location?.id ?? null;
    let sold = 0;
    await fc.assert(
      fc.asyncProperty(range, fc.constantFrom(null, ...seen.map(({ id }) => id)), async (days, location) => {
        const query = { ...days, ...(location !== null && { location_id: location }) };
        const report = wholeReport(await demo.read(readFinancialReport, { token, query }));
        const right = await queryReport(demo.store.db, { accountId, ...days, locationId: location ?? locked });
        expect(reportById(report)).toEqual(right);
        expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
        if (report.revenue.total_turnover_wt > 0) sold += 1;
      }),
      { seed: 4870, numRuns: 15, endOnFailure: true },
    );
    expect(sold).toBeGreaterThan(8);
  });
});
