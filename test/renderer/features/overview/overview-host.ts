import { reportOf } from '../report/support/reports.ts';
import { type FakeHost, installFakeHost, listOf } from '../support/fake-host.ts';
import { type Sold, soldDays } from './sold-days.ts';

export const DAYS = '/api/reports/turnover-by-day';
export const REPORT = '/api/financial-report';

/** Made up by hand; today is 2026-11-21. */
const SOLD: Sold = {
  '2026-11-21': { orders: 3, turnover: 100.1, turnover_wt: 121.12, discount_value_wt: 1.5, cost: 60.06 },
  '2026-11-20': { orders: 4, turnover: 200.2, turnover_wt: 242.24, discount_value_wt: 1, cost: 100.1 },
  '2026-11-14': { orders: 4, turnover: 200.2, turnover_wt: 242.24, discount_value_wt: 1, cost: 100.1 },
  '2026-11-16': { orders: 1, turnover: 0.2, turnover_wt: 0.24, discount_value_wt: 0, cost: 0.1 },
  '2026-11-09': { orders: 10, turnover: 150, turnover_wt: 181.5, discount_value_wt: 2, cost: 75 },
  '2026-10-21': { orders: 5, turnover: 400, turnover_wt: 484, discount_value_wt: 5, cost: 200 },
  '2026-10-22': { orders: 99, turnover: 9000, turnover_wt: 9999, discount_value_wt: 99, cost: 9 },
  '2025-11-03': { orders: 8, turnover: 300, turnover_wt: 363, discount_value_wt: 3, cost: 150 },
};

export function installOverviewHost(bridgeValues: Readonly<Record<string, unknown>> = {}): FakeHost {
  const host = installFakeHost(bridgeValues);
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () => listOf([{ id: 14, title: 'Kassa Utrecht', location_id: 3 }]));
  host.answer(DAYS, (query) => ({ body: daysOf(query) }));
  host.answer(REPORT, (query) => ({ body: reportOf(query) }));
  answerAttention(host, { invoices: 0, unpriced: 0, negativeStock: 0 });
  return host;
}

interface Counts {
  readonly invoices: number;
  readonly unpriced: number;
  readonly negativeStock: number;
}

export function answerAttention(host: FakeHost, { invoices, unpriced, negativeStock }: Counts): void {
  const oldest = { date_purchased: '2026-03-03T10:00:00+01:00' };
  host.answer('/api/orders', () => ({ body: { total: invoices, data: invoices === 0 ? [] : [oldest] } }));
  host.answer('/api/order-items', () => ({ body: { sums: { value_wt: 1234.5 } } }));
  host.answer('/api/products', (query) => ({
    body: { total: query.get('priced') === 'false' ? unpriced : negativeStock },
  }));
}

export function daysOf(query: URLSearchParams) {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  return { from, to, data: soldDays(from, to, SOLD) };
}
