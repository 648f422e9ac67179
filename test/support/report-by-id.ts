import type { FinancialReport } from '../../shared/contract/financial-report.ts';

type Figures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group'>;

/**
 * The figures of a report with every list by id, so that they can be compared with the oracle's. The row of
 * the rounding differences comes last and loses its title, which is free.
 */
export function reportById(report: FinancialReport): Figures {
  const { revenue, direct_paid, not_paid_now, turnover_by_group } = report;
  return {
    revenue,
    direct_paid: {
      ...direct_paid,
      rates: byId(direct_paid.rates, 'tax_rate_id'),
      payment_methods: byId(direct_paid.payment_methods, 'provider_method_type_id'),
    },
    not_paid_now: {
      ...not_paid_now,
      rates: byId(not_paid_now.rates, 'tax_rate_id'),
      settled_since: { ...not_paid_now.settled_since, rates: byId(not_paid_now.settled_since.rates, 'tax_rate_id') },
    },
    turnover_by_group: {
      ...turnover_by_group,
      shops: byId(turnover_by_group.shops, 'shop_id'),
      shop_totals: byId(turnover_by_group.shop_totals, 'shop_id'),
      rows: byId(turnover_by_group.rows, 'product_group_id').map((row) => ({
        ...row,
        title: row.product_group_id === null ? '' : row.title,
        shops: byId(row.shops, 'shop_id'),
      })),
    },
  };
}

function byId<Key extends string, Row extends Readonly<Record<Key, number | null>>>(
  rows: readonly Row[],
  key: Key,
): Row[] {
  const idOf = (row: Row) => row[key] ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((left, right) => idOf(left) - idOf(right));
}
