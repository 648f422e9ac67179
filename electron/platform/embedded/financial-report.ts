import { formatTimestamp } from '../../../shared/calendar.ts';
import {
  createScope,
  type ReportRate,
  type TurnoverGroupRow,
  type WholeReport,
} from '../../../shared/contract/financial-report.ts';
import type { ItemType } from '../../../shared/contract/orders.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { type Amount, calculateMarginPercentage, sumOf, toEuros } from '../../../shared/money.ts';
import { checkReport } from '../../../shared/report-checks.ts';
import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import {
  readPaymentProviders,
  readShops,
  readTaxRates,
  readTurnoverGroups,
} from '../../store/catalog/reference-queries.ts';
import type {
  PaymentProvidersTable,
  ShopsTable,
  StoreDb,
  TaxRatesTable,
  TurnoverGroupsTable,
} from '../../store/schema.ts';
import {
  type ItemBucket,
  type ProviderSum,
  sumItemBuckets,
  sumPaymentsByProvider,
} from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { ReportQuery } from '../platform.ts';
import { toPercentage } from './embedded-reference.ts';
import { getScope } from './embedded-scope.ts';

/**
 * Reads the financial report. All figures come from one snapshot. Pass a transaction as `store` to use its snapshot.
 */
export async function readEmbeddedReport(
  store: StoreDb,
  clock: Pick<Clock, 'now'>,
  caller: Caller,
  query: ReportQuery,
): Promise<WholeReport> {
  const { buckets, payments, shops, rates, groups, providers } = await readReportSources(store, caller, query);
  const reportShops = shops.map(toReportShop);
  const figures = {
    from: query.from,
    to: query.to,
    ...createScope(getLimits(caller, query)),
    currency: 'EUR',
    generated_at: formatTimestamp(clock.now()),
    shops: reportShops,
    revenue: calculateRevenue(buckets),
    direct_paid: calculateDirectPaid(buckets, payments, rates, providers),
    not_paid_now: calculateNotPaidNow(buckets, rates),
    turnover_by_group: calculateTurnoverByGroup(buckets, groups, reportShops),
  };
  return { ...figures, checks: checkReport(figures), unknown: [] };
}

/** Returns the shops and locations that a report covers. A locked caller gets at most their location. */
export function getLimits({ lockedLocation }: Caller, { location_id, shop_id }: ReportQuery) {
  return { location_id: location_id ?? (lockedLocation ? [lockedLocation.id] : undefined), shop_id };
}

function readReportSources(store: StoreDb, caller: Caller, query: ReportQuery) {
  return inTransaction(store, async (db) => {
    const scope = getScope(caller);
    const shops = await readShops(db, scope);
    const buckets = await sumItemBuckets(db, scope, query);
    const shopsWithSales = new Set(buckets.map(({ shop_id }) => shop_id));
    const isAtLocation = ({ id, location_id }: ShopsTable) =>
      shopsWithSales.has(id) || (query.location_id?.some((asked) => asked === location_id) ?? true);
    const isSelected = (shop: ShopsTable) => (query.shop_id?.includes(shop.id) ?? true) && isAtLocation(shop);
    return {
      buckets,
      payments: await sumPaymentsByProvider(db, scope, query),
      shops: shops.filter(isSelected),
      rates: await readTaxRates(db, caller.accountId),
      groups: await readTurnoverGroups(db, caller.accountId),
      providers: await readPaymentProviders(db, caller.accountId),
    };
  });
}

function calculateRevenue(buckets: readonly ItemBucket[]): WholeReport['revenue'] {
  const products = buckets.filter(({ type }) => type === 'product');
  const sales = products.filter(({ is_return }) => !is_return);
  const returns = products.filter(({ is_return }) => is_return);
  const turnover = filterTurnover(buckets);
  const cost = sumOf(products, ({ cost_ex }) => cost_ex);
  const margin = sumEx(turnover) - cost;
  return {
    total_sales: toEuros(sumEx(sales)),
    total_sales_wt: toEuros(sumWt(sales)),
    total_returns: toEuros(negate(sumEx(returns))),
    total_returns_wt: toEuros(negate(sumWt(returns))),
    total_differences: toEuros(negate(sumEx(filterByType(buckets, 'rounding')))),
    total_differences_wt: toEuros(negate(sumWt(filterByType(buckets, 'rounding')))),
    total_turnover: toEuros(sumEx(turnover)),
    total_turnover_wt: toEuros(sumWt(turnover)),
    total_cost_of_goods_sold: toEuros(cost),
    margin: { value: toEuros(margin), percentage: calculateMarginPercentage(margin, sumEx(turnover)) },
    non_revenue: {
      gift_cards: toEuros(sumWt(filterByType(buckets, 'gift_card'))),
      tips: toEuros(sumWt(filterByType(buckets, 'tip'))),
      payments_on_invoice: toEuros(sumWt(filterByType(buckets, 'invoice_payment'))),
      prepayments: toEuros(sumWt(filterByType(buckets, 'prepayment'))),
      other: toEuros(sumWt(filterByType(buckets, 'other'))),
      total: toEuros(sumWt(filterNonRevenue(buckets))),
    },
  };
}

function filterTurnover(buckets: readonly ItemBucket[]): ItemBucket[] {
  return buckets.filter(({ type }) => type === 'product' || type === 'rounding');
}

function filterNonRevenue(buckets: readonly ItemBucket[]): ItemBucket[] {
  return buckets.filter(({ type }) => type !== 'product' && type !== 'rounding');
}

function filterByType(buckets: readonly ItemBucket[], type: ItemType): ItemBucket[] {
  return buckets.filter((bucket) => bucket.type === type);
}

function sumEx(buckets: readonly ItemBucket[]): Amount {
  return sumOf(buckets, ({ value_ex }) => value_ex);
}

function sumWt(buckets: readonly ItemBucket[]): Amount {
  return sumOf(buckets, ({ value_wt }) => value_wt);
}

/** Avoids minus zero, which the unary minus returns for 0. */
function negate(amount: Amount): Amount {
  return 0 - amount;
}

type DirectPaid = WholeReport['direct_paid'];

/** Calculates section `direct_paid`. Its total is summed over items, not rates, so that a check can compare both. */
function calculateDirectPaid(
  buckets: readonly ItemBucket[],
  payments: readonly ProviderSum[],
  rates: readonly TaxRatesTable[],
  providers: readonly PaymentProvidersTable[],
): DirectPaid {
  const direct = buckets.filter(({ payment_term }) => payment_term === 'direct');
  const products = filterByType(direct, 'product');
  const rounding = filterByType(direct, 'rounding');
  const nonRevenue = sumWt(filterNonRevenue(direct));
  const expected = sumWt(direct);
  const paid = sumOf(payments, ({ amount }) => amount);
  return {
    rates: calculateRates(products, rates),
    differences: toEuros(negate(sumWt(rounding))),
    non_revenue: toEuros(nonRevenue),
    total: toEuros(sumEx(products) + sumEx(rounding) + nonRevenue),
    total_wt: toEuros(expected),
    payment_methods: listPaymentMethods(payments, providers),
    balance_check: {
      payments_total: toEuros(paid),
      expected_total: toEuros(expected),
      difference: toEuros(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

/** Calculates section `not_paid_now`: invoice orders by their current payment status. */
function calculateNotPaidNow(
  buckets: readonly ItemBucket[],
  rates: readonly TaxRatesTable[],
): WholeReport['not_paid_now'] {
  const invoiced = buckets.filter(({ payment_term }) => payment_term === 'invoice');
  const calculateTotals = (items: readonly ItemBucket[]) => ({
    rates: calculateRates(items, rates),
    total: toEuros(sumEx(items)),
    total_wt: toEuros(sumWt(items)),
  });
  return {
    ...calculateTotals(invoiced.filter(({ is_paid }) => is_paid === 0)),
    settled_since: calculateTotals(invoiced.filter(({ is_paid }) => is_paid === 1)),
  };
}

/** Calculates the rates that occur, sorted by country, value descending and id. */
function calculateRates(buckets: readonly ItemBucket[], rates: readonly TaxRatesTable[]): ReportRate[] {
  const byRate = Map.groupBy(buckets, ({ tax_rate_id }) => tax_rate_id);
  return rates
    .filter(({ id }) => byRate.has(id))
    .toSorted(
      (a, b) => compareFolded(a.country_iso2, b.country_iso2) || b.value_hundredths - a.value_hundredths || a.id - b.id,
    )
    .map((rate) => toReportRate(rate, byRate.get(rate.id) ?? []));
}

function toReportRate(rate: TaxRatesTable, buckets: readonly ItemBucket[]): ReportRate {
  const base = sumEx(buckets);
  const total = sumWt(buckets);
  return {
    tax_rate_id: rate.id,
    name: rate.name,
    value: toPercentage(rate.value_hundredths),
    country_iso2: rate.country_iso2,
    base: toEuros(base),
    tax: toEuros(total - base),
    total_wt: toEuros(total),
  };
}

/** Lists the used providers, sorted by title and id. Internal ones have their own titles. */
function listPaymentMethods(
  payments: readonly ProviderSum[],
  providers: readonly PaymentProvidersTable[],
): DirectPaid['payment_methods'] {
  const amounts = new Map(payments.map(({ provider_id, amount }) => [provider_id, amount]));
  return providers
    .filter(({ id }) => amounts.has(id))
    .toSorted((a, b) => compareFolded(a.title, b.title) || a.id - b.id)
    .map(({ id, title, type_alias }) => ({
      provider_method_type_id: id,
      title,
      type_alias,
      amount: toEuros(amounts.get(id) ?? 0),
    }));
}

type Section = WholeReport['turnover_by_group'];

type ReportShop = Section['shops'][number];

const ROUNDING = { id: null, code: null, title: 'Afrondingsverschillen' };

/** Returns groups with sales, and the rounding differences last, so that the rows add up to the turnover. */
function calculateTurnoverByGroup(
  buckets: readonly ItemBucket[],
  groups: readonly TurnoverGroupsTable[],
  shops: readonly ReportShop[],
): Section {
  const byGroup = Map.groupBy(filterByType(buckets, 'product'), ({ product_group_id }) => product_group_id);
  const sold = groups.filter(({ id }) => byGroup.has(id));
  const items = [...sold.map(({ id }) => byGroup.get(id) ?? []), filterByType(buckets, 'rounding')];
  return {
    shops: [...shops],
    rows: [...sold, ROUNDING].map((group, index) => toGroupRow(group, items[index] ?? [], shops)),
    shop_totals: sumByShop(filterTurnover(buckets), shops),
    total: toEuros(sumOf(items, sumEx)),
    total_wt: toEuros(sumOf(items, sumWt)),
  };
}

function toReportShop({ id, title }: ShopsTable): ReportShop {
  return { shop_id: id, title };
}

function toGroupRow(
  group: { id: number | null; code: string | null; title: string },
  buckets: readonly ItemBucket[],
  shops: readonly ReportShop[],
): TurnoverGroupRow {
  return {
    product_group_id: group.id,
    product_group_code: group.code,
    title: group.title,
    shops: sumByShop(buckets, shops),
    total: toEuros(sumEx(buckets)),
    total_wt: toEuros(sumWt(buckets)),
  };
}

function sumByShop(buckets: readonly ItemBucket[], shops: readonly ReportShop[]): TurnoverGroupRow['shops'] {
  const found = Map.groupBy(buckets, ({ shop_id }) => shop_id);
  return shops.map(({ shop_id }) => {
    const shopBuckets = found.get(shop_id) ?? [];
    return { shop_id, value: toEuros(sumEx(shopBuckets)), value_wt: toEuros(sumWt(shopBuckets)) };
  });
}
