import type { Kysely } from 'kysely';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { reportChecks } from '../../../shared/report-checks.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import {
  readPaymentProviders,
  readShops,
  readTaxRates,
  readTurnoverGroups,
} from '../../store/catalog/reference-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import { sumItemBuckets, sumPaymentsByProvider } from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { ReportQuery } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';
import { toReportShop, turnoverByGroupOf } from './report-groups.ts';
import { directPaidOf, notPaidNowOf } from './report-paid.ts';
import { revenueOf } from './report-revenue.ts';

/** The financial report. All its figures come from one reading of the store, or from the one that `store` is. */
export async function readEmbeddedReport(
  store: Kysely<StoreSchema>,
  clock: Pick<Clock, 'now'>,
  caller: Caller,
  query: ReportQuery,
): Promise<FinancialReport> {
  const { buckets, payments, shops, rates, groups, providers } = await readSources(store, caller, query);
  const reportShops = shops.map(toReportShop);
  const figures = {
    from: query.from,
    to: query.to,
    location_id: query.location_id ?? caller.lockedLocation?.id ?? null,
    currency: 'EUR',
    generated_at: localTimestamp(clock.now()),
    shops: reportShops,
    revenue: revenueOf(buckets),
    direct_paid: directPaidOf(buckets, payments, rates, providers),
    not_paid_now: notPaidNowOf(buckets, rates),
    turnover_by_group: turnoverByGroupOf(buckets, groups, reportShops),
  };
  return { ...figures, checks: reportChecks(figures) };
}

function readSources(store: Kysely<StoreSchema>, caller: Caller, query: ReportQuery) {
  return inTransaction(store, async (db) => {
    const scope = scopeOf(caller);
    const shops = await readShops(db, scope);
    const isSelected = (shop: { location_id: number | null }) =>
      query.location_id === undefined || shop.location_id === query.location_id;
    return {
      buckets: await sumItemBuckets(db, scope, query),
      payments: await sumPaymentsByProvider(db, scope, query),
      shops: shops.filter(isSelected),
      rates: await readTaxRates(db, caller.accountId),
      groups: await readTurnoverGroups(db, caller.accountId),
      providers: await readPaymentProviders(db, caller.accountId),
    };
  });
}
