import type { ReportRate, TurnoverGroupRow, WholeReport } from '../../shared/contract/financial-report.ts';
import type { ItemType, Order, OrderItem, OrderPayment, OrderRow } from '../../shared/contract/orders.ts';
import type { Shop } from '../../shared/contract/shops.ts';
import type { TaxRate } from '../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../shared/contract/turnover-groups.ts';
import { fromUnits, getPercentage, toUnits, type Units } from './exact-euros.ts';
import { assertKnown } from './known-figure.ts';

/** The sources from the API: every order of the range, and the reference lists. */
export interface OracleSources {
  readonly orders: readonly Required<Order>[];
  readonly shops: readonly Shop[];
  readonly rates: readonly TaxRate[];
  readonly groups: readonly TurnoverGroup[];
}

/** One counted item, or the sum of several that no figure tells apart. */
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

const sumBy = (rows: readonly ReportItem[], unitsOf: (row: ReportItem) => Units): Units =>
  rows.reduce((sum, row) => sum + unitsOf(row), 0n);
const sumExVat = (items: readonly ReportItem[]): Units => sumBy(items, (item) => item.ex);
const sumInclVat = (items: readonly ReportItem[]): Units => sumBy(items, (item) => item.wt);
const filterByType = (items: readonly ReportItem[], ...types: ItemType[]) =>
  items.filter(({ type }) => types.includes(type));
const NON_REVENUE: ItemType[] = ['gift_card', 'tip', 'invoice_payment', 'prepayment', 'other'];

/**
 * Computes every figure of the report from single orders, by the definitions of the contract. Lists are sorted by id.
 * The row of rounding differences comes last and has no title.
 */
export function recomputeReport({ orders, ...lists }: OracleSources): ReportFigures {
  const counting = orders.filter(({ status }) => ['processing', 'complete', 'refunded'].includes(assertKnown(status)));
  const direct = counting.filter(({ payment_term }) => payment_term === 'direct');
  return recomputeFromLines({
    ...lists,
    items: counting.flatMap((order) => order.items.map((item) => toReportItem(order, item))),
    payments: direct.flatMap(({ payments }) =>
      payments.map((payment) => ({ ...payment, amount: toUnits(payment.amount) })),
    ),
  });
}

function toReportItem(order: OrderRow, item: OrderItem): ReportItem {
  const { shop_id } = order;
  const [payment_term, is_paid] = [assertKnown(order.payment_term), assertKnown(order.is_paid)];
  const { type, product_group_id, tax_rate_id } = item;
  return {
    ...{ type, shop_id, payment_term, is_paid, product_group_id, tax_rate_id },
    is_return: item.quantity < 0,
    ex: toUnits(item.value_ex_wt),
    wt: toUnits(item.value_wt),
    cost: toUnits(assertKnown(item.cost_value_ex)),
  };
}

/** The same from sums of orders that are too many to hold. */
export function recomputeFromLines(lines: ReportLines): ReportFigures {
  return {
    revenue: computeRevenue(lines.items),
    direct_paid: computeDirectPaid(lines),
    not_paid_now: computeNotPaidNow(lines.items, lines.rates),
    turnover_by_group: computeTurnoverByGroup(lines.items, lines),
  };
}

function computeRevenue(items: readonly ReportItem[]): ReportFigures['revenue'] {
  const products = filterByType(items, 'product');
  const sales = products.filter(({ is_return }) => !is_return);
  const returns = products.filter(({ is_return }) => is_return);
  const rounding = filterByType(items, 'rounding');
  const turnover = sumExVat(sales) + sumExVat(returns) + sumExVat(rounding);
  const cost = sumBy(products, (item) => item.cost);
  return {
    total_sales: fromUnits(sumExVat(sales)),
    total_sales_wt: fromUnits(sumInclVat(sales)),
    total_returns: fromUnits(-sumExVat(returns)),
    total_returns_wt: fromUnits(-sumInclVat(returns)),
    total_differences: fromUnits(-sumExVat(rounding)),
    total_differences_wt: fromUnits(-sumInclVat(rounding)),
    total_turnover: fromUnits(turnover),
    total_turnover_wt: fromUnits(sumInclVat(sales) + sumInclVat(returns) + sumInclVat(rounding)),
    total_cost_of_goods_sold: fromUnits(cost),
    margin: {
      value: fromUnits(turnover - cost),
      percentage: turnover > 0 ? getPercentage(turnover - cost, turnover) : null,
    },
    non_revenue: {
      gift_cards: fromUnits(sumInclVat(filterByType(items, 'gift_card'))),
      tips: fromUnits(sumInclVat(filterByType(items, 'tip'))),
      payments_on_invoice: fromUnits(sumInclVat(filterByType(items, 'invoice_payment'))),
      prepayments: fromUnits(sumInclVat(filterByType(items, 'prepayment'))),
      other: fromUnits(sumInclVat(filterByType(items, 'other'))),
      total: fromUnits(sumInclVat(filterByType(items, ...NON_REVENUE))),
    },
  };
}

function computeDirectPaid({ items, payments, rates }: ReportLines): ReportFigures['direct_paid'] {
  const direct = items.filter(({ payment_term }) => payment_term === 'direct');
  const products = filterByType(direct, 'product');
  const differences = -sumInclVat(filterByType(direct, 'rounding'));
  const nonRevenue = sumInclVat(filterByType(direct, ...NON_REVENUE));
  const expected = sumInclVat(products) - differences + nonRevenue;
  const paid = sumPayments(payments);
  const methods = Map.groupBy(payments, (payment) => payment.provider_method_type_id);
  return {
    rates: computeRates(products, rates),
    differences: fromUnits(differences),
    non_revenue: fromUnits(nonRevenue),
    total: fromUnits(sumExVat(products) - differences + nonRevenue),
    total_wt: fromUnits(expected),
    payment_methods: sortById([...methods], ([id]) => id).map(([provider_method_type_id, ofMethod]) => ({
      provider_method_type_id,
      title: ofMethod[0]?.title ?? '',
      type_alias: ofMethod[0]?.type_alias ?? '',
      amount: fromUnits(sumPayments(ofMethod)),
    })),
    balance_check: {
      payments_total: fromUnits(paid),
      expected_total: fromUnits(expected),
      difference: fromUnits(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

function sumPayments(payments: readonly ReportPayment[]): Units {
  return payments.reduce((sum, { amount }) => sum + amount, 0n);
}

function computeNotPaidNow(items: readonly ReportItem[], rates: readonly TaxRate[]): ReportFigures['not_paid_now'] {
  const invoiced = filterByType(items, 'product').filter(({ payment_term }) => payment_term === 'invoice');
  const computeSection = (isPaid: boolean) => {
    const chosen = invoiced.filter(({ is_paid }) => is_paid === isPaid);
    return {
      rates: computeRates(chosen, rates),
      total: fromUnits(sumExVat(chosen)),
      total_wt: fromUnits(sumInclVat(chosen)),
    };
  };
  return { ...computeSection(false), settled_since: computeSection(true) };
}

function computeRates(items: readonly ReportItem[], rates: readonly TaxRate[]): ReportRate[] {
  const sold = Map.groupBy(items, (item) => item.tax_rate_id);
  return sortById(rates, ({ id }) => id)
    .filter(({ id }) => sold.has(id))
    .map(({ id, name, value, country_iso2 }) => {
      const rateItems = sold.get(id) ?? [];
      const [base, with_tax] = [sumExVat(rateItems), sumInclVat(rateItems)];
      const amounts = { base: fromUnits(base), tax: fromUnits(with_tax - base), total_wt: fromUnits(with_tax) };
      return { tax_rate_id: id, name, value, country_iso2, ...amounts };
    });
}

function computeTurnoverByGroup(
  items: readonly ReportItem[],
  { shops, groups }: ReportLines,
): ReportFigures['turnover_by_group'] {
  const products = filterByType(items, 'product');
  const sumByShop = (chosen: readonly ReportItem[]) =>
    sortById(shops, ({ id }) => id).map(({ id }) => {
      const shopRows = chosen.filter(({ shop_id }) => shop_id === id);
      return { shop_id: id, value: fromUnits(sumExVat(shopRows)), value_wt: fromUnits(sumInclVat(shopRows)) };
    });
  const createRow = (id: number | null, code: string | null, title: string, chosen: readonly ReportItem[]) => ({
    product_group_id: id,
    product_group_code: code,
    title,
    shops: sumByShop(chosen),
    total: fromUnits(sumExVat(chosen)),
    total_wt: fromUnits(sumInclVat(chosen)),
  });
  const rows: TurnoverGroupRow[] = sortById(groups, ({ id }) => id)
    .map(({ id, code, title }) => ({ id, code, title, sold: products.filter((item) => item.product_group_id === id) }))
    .filter(({ sold }) => sold.length > 0)
    .map(({ id, code, title, sold }) => createRow(id, code, title, sold));
  const turnover = filterByType(items, 'product', 'rounding');
  return {
    shops: sortById(shops, ({ id }) => id).map(({ id, title }) => ({ shop_id: id, title })),
    rows: [...rows, createRow(null, null, '', filterByType(items, 'rounding'))],
    shop_totals: sumByShop(turnover),
    total: fromUnits(sumExVat(turnover)),
    total_wt: fromUnits(sumInclVat(turnover)),
  };
}

function sortById<Row>(rows: readonly Row[], idOf: (row: Row) => number): Row[] {
  return rows.toSorted((left, right) => idOf(left) - idOf(right));
}

/**
 * Returns the figures of a report with every list sorted by id, for comparison with the oracle. The row of rounding
 * differences comes last and loses its title, which may be any.
 */
export function sortReport(report: WholeReport): ReportFigures {
  const { revenue, direct_paid, not_paid_now, turnover_by_group } = report;
  return {
    revenue,
    direct_paid: {
      ...direct_paid,
      rates: sortByKey(direct_paid.rates, 'tax_rate_id'),
      payment_methods: sortByKey(direct_paid.payment_methods, 'provider_method_type_id'),
    },
    not_paid_now: {
      ...not_paid_now,
      rates: sortByKey(not_paid_now.rates, 'tax_rate_id'),
      settled_since: {
        ...not_paid_now.settled_since,
        rates: sortByKey(not_paid_now.settled_since.rates, 'tax_rate_id'),
      },
    },
    turnover_by_group: {
      ...turnover_by_group,
      shops: sortByKey(turnover_by_group.shops, 'shop_id'),
      shop_totals: sortByKey(turnover_by_group.shop_totals, 'shop_id'),
      rows: sortByKey(turnover_by_group.rows, 'product_group_id').map((row) => ({
        ...row,
        title: row.product_group_id === null ? '' : row.title,
        shops: sortByKey(row.shops, 'shop_id'),
      })),
    },
  };
}

function sortByKey<Key extends string, Row extends Readonly<Record<Key, number | null>>>(
  rows: readonly Row[],
  key: Key,
): Row[] {
  const getId = (row: Row) => row[key] ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((left, right) => getId(left) - getId(right));
}
