import { describe, expect, it } from 'vitest';
import { formatTimestamp } from '../../shared/calendar.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { LOCATIONS } from '../support/spec-deployment/data.ts';
import { REVENUE } from '../support/spec-deployment/lists.ts';
import { openFaces } from './faces.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const LOCATION = Number(LOCATIONS[0]?.id);

const UNKNOWN = ['shops', 'direct_paid', 'not_paid_now', 'turnover_by_group', 'non_revenue', 'revenue_wt'];

const NOT_SHOWN = { shops: null, direct_paid: null, not_paid_now: null, turnover_by_group: null };

describe('the financial report of a deployment that returns what the specification shows', () => {
  it('has its revenue, echoes the request, and is null for the rest', async () => {
    const { readApi, program } = await openFaces();
    const { status, body } = await readApi(readFinancialReport.path, { ...OCTOBER, location_id: LOCATION });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...OCTOBER,
      ...{ location_id: LOCATION, shop_id: null, currency: 'EUR', generated_at: formatTimestamp(program.clock.now()) },
      revenue: {
        ...REVENUE,
        ...{ total_sales_wt: null, total_returns_wt: null, total_differences_wt: null, total_turnover_wt: null },
        non_revenue: null,
      },
      ...NOT_SHOWN,
      checks: [{ name: 'turnover_ex', left: 139.98, right: 139.98, difference: 0, holds: true }],
      unknown: UNKNOWN,
    });
  });

  it('covers one day without an end, and all locations if none is given', async () => {
    const { readApi } = await openFaces();
    const { body } = await readApi(readFinancialReport.path, { from: '2026-10-01' });
    expect(body).toMatchObject({ from: '2026-10-01', to: '2026-10-01', location_id: null });
  });

  it('is the same for an assistant, to whom an unknown figure is explained without a value', async () => {
    const { callTool } = await openFaces();
    const { body } = await callTool('read_financial_report', OCTOBER);
    expect(body).toMatchObject({ ...NOT_SHOWN, unknown: UNKNOWN });
    expect(body.revenue).toMatchObject({ ...REVENUE, total_turnover_wt: null });
    for (const figure of ['direct_paid.total', 'revenue.non_revenue.tips', 'revenue.total_turnover_wt']) {
      const explained = await callTool('explain_figure', { ...OCTOBER, figure });
      expect(explained.body).toMatchObject({ figure, value: null, sum: null, difference: null });
    }
  });

  it('is a file with its revenue, and with empty figures for what is unknown', async () => {
    const { saveCsv } = await openFaces();
    const rows = await saveCsv('financial-report', OCTOBER);
    const figures = (section: string) =>
      rows.filter((row) => row.section === section).map(({ item, value, value_wt }) => [item, value, value_wt]);

    expect(figures('revenue')).toEqual([
      ['total_sales', '150.00', ''],
      ['total_returns', '10.00', ''],
      ['total_differences', '0.02', ''],
      ['total_turnover', '139.98', ''],
      ['total_cost_of_goods_sold', '80.00', ''],
      ['margin', '59.98', ''],
    ]);
    for (const section of ['direct_paid', 'not_paid_now', 'turnover_by_group', 'vat_return']) {
      expect(figures(section)).toEqual([['total', '', '']]);
    }
    expect(rows.filter(({ item }) => item === 'unknown').map(({ detail }) => detail)).toEqual(UNKNOWN);
  });

  it('is compared by its known figures', async () => {
    const { saveCsv } = await openFaces();
    const rows = await saveCsv('report-comparison', OCTOBER);
    const amounts = new Map(
      rows.map(({ section, item, ...row }) => [`${section} ${item}`, [row.amount, row.compared]]),
    );
    expect(amounts.get('revenue total_turnover')).toEqual(['139.98', '139.98']);
    expect(amounts.get('direct_paid total')).toEqual(['', '']);
    expect(amounts.get('revenue.non_revenue total')).toEqual(['', '']);
  });

  it('cannot be booked, and says what is unknown', async () => {
    const { saveCsv } = await openFaces();
    await expect(saveCsv('journal', OCTOBER)).rejects.toThrow(
      'Niet te boeken, want dit platform geeft niet door: directe betalingen, op rekening verkocht, omzet per omzetgroep, ' +
        'ontvangen, geen omzet.',
    );
  });

  it('has no turnover by group, and says so', async () => {
    const { saveCsv } = await openFaces();
    expect(await saveCsv('turnover-by-group', OCTOBER)).toEqual([]);
  });
});
