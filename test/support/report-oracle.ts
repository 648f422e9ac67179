import type { ReportRate, TurnoverGroupRow, WholeReport } from '../../shared/contract/financial-report.ts';
import type { ItemType, Order, OrderItem, OrderPayment, OrderRow } from '../../shared/contract/orders.ts';
import type { Shop } from '../../shared/contract/shops.ts';
import type { TaxRate } from '../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../shared/contract/turnover-groups.ts';
import { euros, percentage, type Units, units } from './exact-euros.ts';
import { known } from './known-figure.ts';

/** What the API itself returns: every order of the range, and the reference lists. */
export interface OracleSources {
  readonly orders: readonly Required<Order>[];
  readonly shops: readonly Shop[];
  readonly rates: readonly TaxRate[];
  readonly groups: readonly TurnoverGroup[];
}

/** One item that counts, or the sum of several that are the same for every figure. */
interface ReportItem {
  readonly type: ItemType;
  readonly is_return: boolean;
  readonly shop_id: number;
  readonly payment_term: OrderRow['payment_term'];
  readonly is_paid: boolean;
  readonly product_group_id: number | null;
  readonly tax_rate_id: number | null;
  readonly ex: Units;
  readonly wt: Units;
  readonly cost: Units;
}

/** One payment of a direct order that counts, or the sum of several of one method. */
interface ReportPayment extends Omit<OrderPayment, 'id' | 'amount' | 'date_paid'> {
  readonly amount: Units;
}

export interface ReportLines extends Omit<OracleSources, 'orders'> {
  readonly items: readonly ReportItem[];
  readonly payments: readonly ReportPayment[];
}

export type ReportFigures = Pick<WholeReport, 'revenue' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group'>;

const sumOf = (rows: readonly ReportItem[], unitsOf: (row: ReportItem) => Units): Units =>
  rows.reduce((sum, row) => sum + unitsOf(row), 0n);
const ex = (items: readonly ReportItem[]): Units => sumOf(items, (item) => item.ex);
const wt = (items: readonly ReportItem[]): Units => sumOf(items, (item) => item.wt);
const only = (items: readonly ReportItem[], ...types: ItemType[]) => items.filter(({ type }) => types.includes(type));
const NON_REVENUE: ItemType[] = ['gift_card', 'tip', 'invoice_payment', 'prepayment', 'other'];

/**
 * Computes every figure of the report from single orders, by the definitions of the contract. Lists are sorted by id.
 * The row of rounding differences comes last and has no title.
 */
export function recomputeReport({ orders, ...lists }: OracleSources): ReportFigures {
  const counting = orders.filter(({ status }) => ['processing', 'complete', 'refunded'].includes(known(status)));
  const direct = counting.filter(({ payment_term }) => payment_term === 'direct');
  return recomputeFromLines({
    ...lists,
    items: counting.flatMap((order) => order.items.map((item) => toReportItem(order, item))),
    payments: direct.flatMap(({ payments }) =>
      payments.map((payment) => ({ ...payment, amount: units(payment.amount) })),
    ),
  });
}

function toReportItem(order: OrderRow, item: OrderItem): ReportItem {
  const { shop_id } = order;
  const [payment_term, is_paid] = [known(order.payment_term), known(order.is_paid)];
  const { type, product_group_id, tax_rate_id } = item;
  return {
    ...{ type, shop_id, payment_term, is_paid, product_group_id, tax_rate_id },
    is_return: item.quantity < 0,
    ex: units(item.value_ex_wt),
    wt: units(item.value_wt),
    cost: units(known(item.cost_value_ex)),
  };
}

/** The same from sums of orders that are too many to hold. */
export function recomputeFromLines(lines: ReportLines): ReportFigures {
  return {
    revenue: revenueOf(lines.items),
    direct_paid: directPaidOf(lines),
    not_paid_now: notPaidNowOf(lines.items, lines.rates),
    turnover_by_group: turnoverByGroupOf(lines.items, lines),
  };
}

function revenueOf(items: readonly ReportItem[]): ReportFigures['revenue'] {
  const products = only(items, 'product');
  const sales = products.filter(({ is_return }) => !is_return);
  const returns = products.filter(({ is_return }) => is_return);
  const rounding = only(items, 'rounding');
  const turnover = ex(sales) + ex(returns) + ex(rounding);
  const cost = sumOf(products, (item) => item.cost);
  return {
    total_sales: euros(ex(sales)),
    total_sales_wt: euros(wt(sales)),
    total_returns: euros(-ex(returns)),
    total_returns_wt: euros(-wt(returns)),
    total_differences: euros(-ex(rounding)),
    total_differences_wt: euros(-wt(rounding)),
    total_turnover: euros(turnover),
    total_turnover_wt: euros(wt(sales) + wt(returns) + wt(rounding)),
    total_cost_of_goods_sold: euros(cost),
    margin: { value: euros(turnover - cost), percentage: turnover > 0 ? percentage(turnover - cost, turnover) : null },
    non_revenue: {
      gift_cards: euros(wt(only(items, 'gift_card'))),
      tips: euros(wt(only(items, 'tip'))),
      payments_on_invoice: euros(wt(only(items, 'invoice_payment'))),
      prepayments: euros(wt(only(items, 'prepayment'))),
      other: euros(wt(only(items, 'other'))),
      total: euros(wt(only(items, ...NON_REVENUE))),
    },
  };
}

function directPaidOf({ items, payments, rates }: ReportLines): ReportFigures['direct_paid'] {
  const direct = items.filter(({ payment_term }) => payment_term === 'direct');
  const products = only(direct, 'product');
  const differences = -wt(only(direct, 'rounding'));
  const nonRevenue = wt(only(direct, ...NON_REVENUE));
  const expected = wt(products) - differences + nonRevenue;
  const paid = sumOfPayments(payments);
  const methods = Map.groupBy(payments, (payment) => payment.provider_method_type_id);
  return {
    rates: ratesOf(products, rates),
    differences: euros(differences),
    non_revenue: euros(nonRevenue),
    total: euros(ex(products) - differences + nonRevenue),
    total_wt: euros(expected),
    payment_methods: byId([...methods], ([id]) => id).map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      title: ofMethod[0]?.title ?? '',
      type_alias: ofMethod[0]?.type_alias ?? '',
      amount: euros(sumOfPayments(ofMethod)),
    })),
    balance_check: {
      payments_total: euros(paid),
      expected_total: euros(expected),
      difference: euros(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

function sumOfPayments(payments: readonly ReportPayment[]): Units {
  return payments.reduce((sum, { amount }) => sum + amount, 0n);
}

function notPaidNowOf(items: readonly ReportItem[], rates: readonly TaxRate[]): ReportFigures['not_paid_now'] {
  const invoiced = only(items, 'product').filter(({ payment_term }) => payment_term === 'invoice');
  const section = (isPaid: boolean) => {
    const chosen = invoiced.filter(({ is_paid }) => is_paid === isPaid);
    return { rates: ratesOf(chosen, rates), total: euros(ex(chosen)), total_wt: euros(wt(chosen)) };
  };
  return { ...section(false), settled_since: section(true) };
}

function ratesOf(items: readonly ReportItem[], rates: readonly TaxRate[]): ReportRate[] {
  const sold = Map.groupBy(items, (item) => item.tax_rate_id);
  return byId(rates, ({ id }) => id)
    .filter(({ id }) => sold.has(id))
    .map(({ id, name, value, country_iso2 }) => {
      const ofRate = sold.get(id) ?? [];
      const [base, with_tax] = [ex(ofRate), wt(ofRate)];
      const amounts = { base: euros(base), tax: euros(with_tax - base), total_wt: euros(with_tax) };
      return { tax_rate_id: id, name, value, country_iso2, ...amounts };
    });
}

function turnoverByGroupOf(
  items: readonly ReportItem[],
  { shops, groups }: ReportLines,
): ReportFigures['turnover_by_group'] {
  const products = only(items, 'product');
  const byShop = (chosen: readonly ReportItem[]) =>
    byId(shops, ({ id }) => id).map(({ id }) => {
      const ofShop = chosen.filter(({ shop_id }) => shop_id === id);
      return { shop_id: id, value: euros(ex(ofShop)), value_wt: euros(wt(ofShop)) };
    });
  const row = (id: number | null, code: string | null, title: string, chosen: readonly ReportItem[]) => ({
    product_group_id: id,
    product_group_code: code,
    title,
    shops: byShop(chosen),
    total: euros(ex(chosen)),
    total_wt: euros(wt(chosen)),
  });
  const rows: TurnoverGroupRow[] = byId(groups, ({ id }) => id)
    .map(({ id, code, title }) => ({ id, code, title, sold: products.filter((item) => item.product_group_id === id) }))
    .filter(({ sold }) => sold.length > 0)
    .map(({ id, code, title, sold }) => row(id, code, title, sold));
  const turnover = only(items, 'product', 'rounding');
  return {
    shops: byId(shops, ({ id }) => id).map(({ id, title }) => ({ shop_id: id, title })),
    rows: [...rows, row(null, null, '', only(items, 'rounding'))],
    shop_totals: byShop(turnover),
    total: euros(ex(turnover)),
    total_wt: euros(wt(turnover)),
  };
}

function byId<Row>(rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  return rows.toSorted((left, right) => idOf(left) - idOf(right));
}

/**
 * Returns the figures of a report with every list sorted by id, for comparison with the oracle. The row of rounding
 * differences comes last and loses its title, which may be any.
 */
export function reportById(report: WholeReport): ReportFigures {
  const { revenue, direct_paid, not_paid_now, turnover_by_group } = report;
  return {
    revenue,
    direct_paid: {
      ...direct_paid,
      rates: inOrderOf(direct_paid.rates, 'tax_rate_id'),
      payment_methods: inOrderOf(direct_paid.payment_methods, 'provider_method_type_id'),
    },
    not_paid_now: {
      ...not_paid_now,
      rates: inOrderOf(not_paid_now.rates, 'tax_rate_id'),
      settled_since: {
        ...not_paid_now.settled_since,
        rates: inOrderOf(not_paid_now.settled_since.rates, 'tax_rate_id'),
      },
    },
    turnover_by_group: {
      ...turnover_by_group,
      shops: inOrderOf(turnover_by_group.shops, 'shop_id'),
      shop_totals: inOrderOf(turnover_by_group.shop_totals, 'shop_id'),
      rows: inOrderOf(turnover_by_group.rows, 'product_group_id').map((row) => ({
        ...row,
        title: row.product_group_id === null ? '' : row.title,
        shops: inOrderOf(row.shops, 'shop_id'),
      })),
    },
  };
}

function inOrderOf<Key extends string, Row extends Readonly<Record<Key, number | null>>>(
  rows: readonly Row[],
  key: Key,
): Row[] {
  const idOf = (row: Row) => row[key] ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((left, right) => idOf(left) - idOf(right));
}
