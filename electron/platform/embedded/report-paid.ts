import type { FinancialReport, ReportRate } from '../../../shared/contract/financial-report.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { sumOf, toEuros } from '../../../shared/money.ts';
import type { PaymentProvidersTable, TaxRatesTable } from '../../store/schema.ts';
import type { ItemBucket, ProviderSum } from '../../store/totals/report-queries.ts';
import { toPercentage } from './reference-mapper.ts';
import { negated, nonRevenueOf, ofType, sumEx, sumWt } from './report-revenue.ts';

type DirectPaid = FinancialReport['direct_paid'];

/** Section `direct_paid`. The total is that of the items, not of the rates: so that a check can tell them apart. */
export function directPaidOf(
  buckets: readonly ItemBucket[],
  payments: readonly ProviderSum[],
  rates: readonly TaxRatesTable[],
  providers: readonly PaymentProvidersTable[],
): DirectPaid {
  const direct = buckets.filter(({ payment_term }) => payment_term === 'direct');
  const products = ofType(direct, 'product');
  const rounding = ofType(direct, 'rounding');
  const nonRevenue = sumWt(nonRevenueOf(direct));
  const expected = sumWt(direct);
  const paid = sumOf(payments, ({ amount }) => amount);
  return {
    rates: ratesOf(products, rates),
    differences: toEuros(negated(sumWt(rounding))),
    non_revenue: toEuros(nonRevenue),
    total: toEuros(sumEx(products) + sumEx(rounding) + nonRevenue),
    total_wt: toEuros(expected),
    payment_methods: paymentMethodsOf(payments, providers),
    balance_check: {
      payments_total: toEuros(paid),
      expected_total: toEuros(expected),
      difference: toEuros(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

/** Section `not_paid_now`: invoice orders by whether they are paid at this moment. */
export function notPaidNowOf(
  buckets: readonly ItemBucket[],
  rates: readonly TaxRatesTable[],
): FinancialReport['not_paid_now'] {
  const invoiced = buckets.filter(({ payment_term }) => payment_term === 'invoice');
  const totalsOf = (items: readonly ItemBucket[]) => ({
    rates: ratesOf(items, rates),
    total: toEuros(sumEx(items)),
    total_wt: toEuros(sumWt(items)),
  });
  return {
    ...totalsOf(invoiced.filter(({ is_paid }) => is_paid === 0)),
    settled_since: totalsOf(invoiced.filter(({ is_paid }) => is_paid === 1)),
  };
}

/** The rates that occur, by country, value descending, id. */
function ratesOf(buckets: readonly ItemBucket[], rates: readonly TaxRatesTable[]): ReportRate[] {
  const byRate = Map.groupBy(buckets, ({ tax_rate_id }) => tax_rate_id);
  return rates
    .filter(({ id }) => byRate.has(id))
    .toSorted(
      (a, b) =>
        compareFolded(a.country_iso2, b.country_iso2) ||
        b.value_hundredths - a.value_hundredths ||
        a.id - b.id,
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

/** The providers that were used, internal ones under their own title; by title, then id. */
function paymentMethodsOf(
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
