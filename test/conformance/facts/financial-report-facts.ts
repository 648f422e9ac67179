import { expect } from 'vitest';
import { CHECK_NAMES } from '../../../shared/contract/financial-report.ts';
import { recomputeChecks } from '../../support/checks-oracle.ts';
import { reportById } from '../../support/report-by-id.ts';
import { recomputeReport } from '../../support/report-oracle.ts';
import { LOCATION } from '../../support/shop-fixture.ts';
import type { Area } from '../fact.ts';
import { ALWAYS, OCTOBER, UTRECHT } from '../known-shop.ts';
import { readSources } from '../laws/read-financial.ts';
import { reportFacts } from '../laws/report-facts.ts';

export const FINANCIAL_REPORT: Area = {
  area: 'the financial report',
  facts: [
    ...reportFacts('has the figures of its orders', async ({ platform, callers }, range, user) => {
      const report = await platform.readReport(callers[user], 'financial', range);
      const sources = await readSources(platform, callers[user], range);
      expect(reportById(report)).toEqual(recomputeReport(sources));
    }),
    ...reportFacts('has every check once, and it holds', async ({ platform, callers }, range, user) => {
      const report = await platform.readReport(callers[user], 'financial', range);
      expect(report.checks.map(({ name }) => name)).toEqual([...CHECK_NAMES]);
      expect(report.checks).toEqual(recomputeChecks(report));
      expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
    }),
    {
      name: 'says what it was asked for, and of a locked caller their location',
      async check({ platform, callers }) {
        const asked = { ...OCTOBER, location_id: LOCATION.amsterdam };
        expect(await platform.readReport(callers.owner, 'financial', asked)).toMatchObject(asked);
        const all = await platform.readReport(callers.owner, 'financial', OCTOBER);
        expect(all).toMatchObject({ ...OCTOBER, location_id: null, currency: 'EUR' });
        const locked = await platform.readReport(callers.staff, 'financial', OCTOBER);
        expect(locked.location_id).toBe(UTRECHT.location);
      },
    },
    {
      name: 'of a location is the one that a caller who is locked to it gets',
      async check({ platform, callers }) {
        const utrecht = { ...ALWAYS, location_id: UTRECHT.location };
        const asked = await platform.readReport(callers.owner, 'financial', utrecht);
        const locked = await platform.readReport(callers.staff, 'financial', ALWAYS);
        expect(locked).toEqual({ ...asked, generated_at: locked.generated_at });
      },
    },
    {
      name: 'ends its groups with the rounding differences',
      async check({ platform, callers }) {
        const { turnover_by_group } = await platform.readReport(callers.owner, 'financial', OCTOBER);
        const withoutGroup = turnover_by_group.rows.filter((row) => row.product_group_id === null);
        expect(withoutGroup).toEqual([turnover_by_group.rows.at(-1)]);
      },
    },
  ],
};
