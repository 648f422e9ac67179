import { describe, expect, it } from 'vitest';
import { listShopTurnovers } from '../../../../renderer/features/overview/month-sections.tsx';
import type { WholeReport } from '../../../../shared/contract/financial-report.ts';
import { financialReportExample } from '../../../../shared/contract/financial-report-example.ts';

const REPORT: WholeReport = financialReportExample as WholeReport;

describe('listShopTurnovers', () => {
  it('separates rounding from sales, highest turnover first', () => {
    expect(listShopTurnovers(REPORT, 'wt')).toEqual([
      { id: 4, title: 'Kassa Utrecht', turnover: 108.88, rounding: -0.02, sold: 108.9 },
      { id: 5, title: 'Webshop', turnover: 54.5, rounding: 0, sold: 54.5 },
    ]);
    expect(listShopTurnovers(REPORT, 'ex')[0]).toMatchObject({ turnover: 89.98, sold: 90 });
  });
});
