import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFinancialReport, type WholeReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrderItems, listOrderPayments } from '../../shared/contract/order-rows.ts';
import { listOrders, type Order } from '../../shared/contract/orders.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { listTaxRates } from '../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../shared/contract/turnover-groups.ts';
import { recomputeChecks } from '../support/checks-oracle.ts';
import { drain } from '../support/drain.ts';
import { startDemoService, startFixtureService } from '../support/fixture-service.ts';
import { type OracleSources, recomputeReport, reportById } from '../support/report-oracle.ts';
import type { RunningService } from '../support/running-service.ts';
import { wholeReport } from '../support/whole-report.ts';

type Query = Record<string, string | number>;
const MONTH = { from: '2026-10-01', to: '2026-10-31' };
const NO_SALE = { from: '2020-01-01', to: '2020-01-01' };
const RANGES: Array<[string, Query]> = [
  ['a day', { from: '2026-10-05', to: '2026-10-05' }],
  ['a month', MONTH],
  ['the day of the change to summer time', { from: '2026-03-29', to: '2026-03-29' }],
  ['the day of the change to winter time', { from: '2026-10-25', to: '2026-10-25' }],
  ['a day without a sale', NO_SALE],
];

interface SignedIn {
  readonly service: RunningService;
  readonly token: string;
}

async function openFixture(): Promise<SignedIn> {
  const service = await startFixtureService();
  return { service, token: service.tokens.owner };
}

async function openDemo(): Promise<SignedIn> {
  const service = await startDemoService();
  return { service, token: service.token };
}

describe.each([
  ['the fixture shop', openFixture],
  ['the demo shop', openDemo],
])('GET /api/financial-report of %s', (_, open) => {
  let service: RunningService;
  let token: string;
  beforeAll(async () => {
    ({ service, token } = await open());
  });
  afterAll(() => service.stop());

  async function readSources(query: Query): Promise<OracleSources> {
    const page = { ...query, include: 'items,payments', limit: 250 };
    const orders = await drain((start) => service.read(listOrders, { token, query: { ...page, start } }));
    const shops = await service.read(listShops, { token });
    const isChosen = (location: number | null) => !query.location_id || location === query.location_id;
    return {
      orders: orders as Required<Order>[],
      shops: shops.data.filter((shop) => isChosen(shop.location_id)),
      rates: (await service.read(listTaxRates, { token })).data,
      groups: (await service.read(listTurnoverGroups, { token })).data,
    };
  }

  async function readProvenReport(query: Query): Promise<WholeReport> {
    const report = wholeReport(await service.read(readFinancialReport, { token, query }));
    expect(reportById(report)).toEqual(recomputeReport(await readSources(query)));
    expect(report.checks).toEqual(recomputeChecks(report));
    expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
    return report;
  }

  it.each(RANGES)('has the figures and checks computed from its orders for %s', async (_, range) => {
    const { revenue } = await readProvenReport(range);
    expect(revenue.total_turnover_wt > 0).toBe(range !== NO_SALE);
  });

  it('has the figures and checks computed from its orders for each location', async () => {
    const { data: locations } = await service.read(listLocations, { token });
    for (const { id } of locations) {
      expect(await readProvenReport({ ...MONTH, location_id: id })).toMatchObject({ location_id: id });
    }
  });

  it('ends its groups with the rounding differences', async () => {
    const { turnover_by_group } = await readProvenReport(MONTH);
    const withoutGroup = turnover_by_group.rows.filter((row) => row.product_group_id === null);
    expect(withoutGroup).toEqual([turnover_by_group.rows.at(-1)]);
  });

  it('has the sums of the rows behind its figures', async () => {
    const { revenue, direct_paid } = await readProvenReport(MONTH);
    const items = async (query: Query) =>
      (await service.read(listOrderItems, { token, query: { ...MONTH, ...query, limit: 1 } })).sums;
    const [sales, returns] = [
      await items({ type: 'product', sign: 'positive' }),
      await items({ type: 'product', sign: 'negative' }),
    ];
    expect([sales.value, sales.value_wt]).toEqual([revenue.total_sales, revenue.total_sales_wt]);
    expect([returns.value, returns.value_wt]).toEqual([-revenue.total_returns, -revenue.total_returns_wt]);
    expect((await items({ type: 'product' })).cost).toBe(revenue.total_cost_of_goods_sold);
    expect((await items({ type: 'tip' })).value).toBe(revenue.non_revenue.tips);
    const { sums } = await service.read(listOrderPayments, { token, query: { ...MONTH, limit: 1 } });
    expect(sums.amount).toBe(direct_paid.balance_check.payments_total);
  });
});
