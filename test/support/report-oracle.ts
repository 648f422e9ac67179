import type {
  FinancialReport,
  ReportRate,
  TurnoverGroupRow,
} from '../../shared/contract/financial-report.ts';
import type { ItemType, OrderItem, OrderWithDetails } from '../../shared/contract/orders.ts';
import type { Shop } from '../../shared/contract/shops.ts';
import type { TaxRate } from '../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../shared/contract/turnover-groups.ts';
import { euros, percentage, total, type Units } from './exact-euros.ts';

/** What the API itself says: every order of the range, and the reference lists. */
export interface OracleSources {
  readonly orders: readonly OrderWithDetails[];
  readonly shops: readonly Shop[];
  readonly rates: readonly TaxRate[];
  readonly groups: readonly TurnoverGroup[];
}

type Figures = Pick<FinancialReport, 'revenue' | 'direct_paid' | 'not_paid_now' | 'turnover_by_group'>;
type Item = OrderItem & { readonly order: OrderWithDetails };

const ex = (items: readonly Item[]): Units => total(items, (item) => item.value_ex_wt);
const wt = (items: readonly Item[]): Units => total(items, (item) => item.value_wt);
const only = (items: readonly Item[], ...types: ItemType[]) =>
  items.filter(({ type }) => types.includes(type));
const NON_REVENUE: ItemType[] = ['gift_card', 'tip', 'invoice_payment', 'prepayment'];

/**
 * Every figure of the report out of single orders, by the definitions of the contract. Lists are by id; the
 * row of the rounding differences comes last and has no title.
 */
export function recomputeReport(sources: OracleSources): Figures {
  const orders = sources.orders.filter(({ status }) =>
    ['processing', 'complete', 'refunded'].includes(status),
  );
  const items = orders.flatMap((order) => order.items.map((item) => ({ ...item, order })));
  return {
    revenue: revenueOf(items),
    direct_paid: directPaidOf(orders, items, sources.rates),
    not_paid_now: notPaidNowOf(items, sources.rates),
    turnover_by_group: turnoverByGroupOf(items, sources),
  };
}

function revenueOf(items: readonly Item[]): Figures['revenue'] {
  const products = only(items, 'product');
  const sales = products.filter(({ quantity }) => quantity > 0);
  const returns = products.filter(({ quantity }) => quantity < 0);
  const rounding = only(items, 'rounding');
  const turnover = ex(sales) + ex(returns) + ex(rounding);
  const cost = total(products, ({ cost_value_ex }) => cost_value_ex);
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
    margin: { value: euros(turnover - cost), percentage: percentage(turnover - cost, turnover) },
    non_revenue: {
      gift_cards: euros(wt(only(items, 'gift_card'))),
      tips: euros(wt(only(items, 'tip'))),
      payments_on_invoice: euros(wt(only(items, 'invoice_payment'))),
      prepayments: euros(wt(only(items, 'prepayment'))),
      total: euros(wt(only(items, ...NON_REVENUE))),
    },
  };
}

function directPaidOf(
  orders: readonly OrderWithDetails[],
  items: readonly Item[],
  rates: readonly TaxRate[],
): Figures['direct_paid'] {
  const direct = items.filter(({ order }) => order.payment_term === 'direct');
  const products = only(direct, 'product');
  const differences = -wt(only(direct, 'rounding'));
  const nonRevenue = wt(only(direct, ...NON_REVENUE));
  const expected = wt(products) - differences + nonRevenue;
  const payments = orders
    .filter((order) => order.payment_term === 'direct')
    .flatMap((order) => order.payments);
  const paid = total(payments, ({ amount }) => amount);
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
      amount: euros(total(ofMethod, ({ amount }) => amount)),
    })),
    balance_check: {
      payments_total: euros(paid),
      expected_total: euros(expected),
      difference: euros(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

function notPaidNowOf(items: readonly Item[], rates: readonly TaxRate[]): Figures['not_paid_now'] {
  const invoiced = only(items, 'product').filter(({ order }) => order.payment_term === 'invoice');
  const section = (isPaid: boolean) => {
    const chosen = invoiced.filter(({ order }) => order.is_paid === isPaid);
    return { rates: ratesOf(chosen, rates), total: euros(ex(chosen)), total_wt: euros(wt(chosen)) };
  };
  return { ...section(false), settled_since: section(true) };
}

function ratesOf(items: readonly Item[], rates: readonly TaxRate[]): ReportRate[] {
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
  items: readonly Item[],
  { shops, groups }: OracleSources,
): Figures['turnover_by_group'] {
  const products = only(items, 'product');
  const byShop = (chosen: readonly Item[]) =>
    byId(shops, ({ id }) => id).map(({ id }) => {
      const ofShop = chosen.filter(({ order }) => order.shop_id === id);
      return { shop_id: id, value: euros(ex(ofShop)), value_wt: euros(wt(ofShop)) };
    });
  const row = (id: number | null, code: string | null, title: string, chosen: readonly Item[]) => ({
    product_group_id: id,
    product_group_code: code,
    title,
    shops: byShop(chosen),
    total: euros(ex(chosen)),
    total_wt: euros(wt(chosen)),
  });
  const rows: TurnoverGroupRow[] = byId(groups, ({ id }) => id)
    .map(({ id, code, title }) => ({
      id,
      code,
      title,
      sold: products.filter((item) => item.product_group_id === id),
    }))
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
