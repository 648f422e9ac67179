import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { getInstants } from '../../shared/calendar.ts';
import { fromUnits, getPercentage, type Units } from './exact-euros.ts';
import type { ReportFigures } from './report-oracle.ts';

type Db = Kysely<StoreSchema>;

/** The account, the days and optionally the location or shop of a report. */
export interface ReportOf {
  readonly accountId: number;
  readonly from: string;
  readonly to: string;
  readonly locationId: number | null;
  readonly shopId?: number;
}

/** Limits rows to the location or shop of a report, by the column names of the rows. */
export function createPlaceTerm(
  { locationId, shopId }: Pick<ReportOf, 'locationId' | 'shopId'>,
  shop = 'shop_id',
  location = 'location_id',
): string {
  const locationTerm = locationId === null ? '' : `and ${location} = ${locationId}`;
  return shopId === undefined ? locationTerm : `${locationTerm} and ${shop} = ${shopId}`;
}

/**
 * Computes the figures of the report in SQL over orders, items and payments, written from section 6 of the contract
 * only. Lists are sorted by id. The row of rounding differences comes last and has no title. `gather` puts the items
 * and payments of the range into the temporary tables `report_items` and `report_payments`.
 */
export async function queryReport(
  db: Db,
  of: ReportOf,
  gather: (db: Db, of: ReportOf) => Promise<void> = collectLines,
): Promise<ReportFigures> {
  await gather(db, of);
  return {
    revenue: await queryRevenue(db),
    direct_paid: await queryDirectPaid(db),
    not_paid_now: {
      ...(await queryInvoiced(db, 'is_paid = 0')),
      settled_since: await queryInvoiced(db, 'is_paid = 1'),
    },
    turnover_by_group: await queryTurnoverByGroup(db, of),
  };
}

async function collectLines(db: Db, { accountId, from, to, ...of }: ReportOf): Promise<void> {
  const { start, end } = getInstants(from, to);
  const place = createPlaceTerm(of, 'shops.id', 'shops.location_id');
  for (const lines of ['items', 'payments']) {
    await sql.raw(`drop table if exists temp.report_${lines}`).execute(db);
    await sql
      .raw(`create temp table report_${lines} as
        select lines.*, orders.payment_term, orders.is_paid, orders.shop_id
        from order_${lines} as lines
        join orders on orders.id = lines.order_id
        join shops on shops.id = orders.shop_id
        where orders.account_id = ${accountId} and orders.status in ('processing', 'complete', 'refunded')
          and orders.date_purchased >= ${start} and orders.date_purchased < ${end} ${place}`)
      .execute(db);
  }
}

async function queryRevenue(db: Db): Promise<ReportFigures['revenue']> {
  const sales = await querySums(db, "type = 'product' and quantity > 0");
  const returns = await querySums(db, "type = 'product' and quantity < 0");
  const rounding = await querySums(db, "type = 'rounding'");
  const cost = (await querySums(db, "type = 'product'")).cost;
  const turnover = sales.ex + returns.ex + rounding.ex;
  const sumType = async (type: string) => (await querySums(db, `type = '${type}'`)).wt;
  const [cards, tips] = [await sumType('gift_card'), await sumType('tip')];
  const [invoices, prepayments] = [await sumType('invoice_payment'), await sumType('prepayment')];
  const other = await sumType('other');
  return {
    total_sales: fromUnits(sales.ex),
    total_sales_wt: fromUnits(sales.wt),
    total_returns: fromUnits(-returns.ex),
    total_returns_wt: fromUnits(-returns.wt),
    total_differences: fromUnits(-rounding.ex),
    total_differences_wt: fromUnits(-rounding.wt),
    total_turnover: fromUnits(turnover),
    total_turnover_wt: fromUnits(sales.wt + returns.wt + rounding.wt),
    total_cost_of_goods_sold: fromUnits(cost),
    margin: {
      value: fromUnits(turnover - cost),
      percentage: turnover > 0 ? getPercentage(turnover - cost, turnover) : null,
    },
    non_revenue: {
      gift_cards: fromUnits(cards),
      tips: fromUnits(tips),
      payments_on_invoice: fromUnits(invoices),
      prepayments: fromUnits(prepayments),
      other: fromUnits(other),
      total: fromUnits(cards + tips + invoices + prepayments + other),
    },
  };
}

async function queryDirectPaid(db: Db): Promise<ReportFigures['direct_paid']> {
  const direct = "payment_term = 'direct'";
  const products = await querySums(db, `${direct} and type = 'product'`);
  const rounding = await querySums(db, `${direct} and type = 'rounding'`);
  const other = await querySums(db, `${direct} and type not in ('product', 'rounding')`);
  const expected = products.wt + rounding.wt + other.wt;
  const { rows } = await sql<{ id: number; title: string; type_alias: string; amount: number }>`
    select providers.id, providers.title, providers.type_alias, sum(amount) as amount
    from report_payments join payment_providers as providers on providers.id = provider_id
    where payment_term = 'direct' group by providers.id order by providers.id`.execute(db);
  const paid = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    rates: await queryRates(db, direct),
    differences: fromUnits(-rounding.wt),
    non_revenue: fromUnits(other.wt),
    total: fromUnits(products.ex + rounding.ex + other.wt),
    total_wt: fromUnits(expected),
    payment_methods: rows.map(({ id, title, type_alias, amount }) => ({
      provider_method_type_id: id,
      title,
      type_alias,
      amount: fromUnits(BigInt(amount)),
    })),
    balance_check: {
      payments_total: fromUnits(paid),
      expected_total: fromUnits(expected),
      difference: fromUnits(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

async function queryInvoiced(db: Db, paid: string): Promise<ReportFigures['not_paid_now']['settled_since']> {
  const condition = `payment_term = 'invoice' and ${paid}`;
  const { ex, wt } = await querySums(db, `${condition} and type = 'product'`);
  return { rates: await queryRates(db, condition), total: fromUnits(ex), total_wt: fromUnits(wt) };
}

async function queryRates(db: Db, condition: string): Promise<ReportFigures['direct_paid']['rates']> {
  const { rows } = await sql<Record<'id' | 'value' | 'ex' | 'wt', number> & Record<'name' | 'country', string>>`
    select rates.id, rates.name, value_hundredths as value, country_iso2 as country,
      sum(value_ex) as ex, sum(value_wt) as wt
    from report_items join tax_rates as rates on rates.id = tax_rate_id
    where type = 'product' and ${sql.raw(condition)} group by rates.id order by rates.id`.execute(db);
  return rows.map(({ id, name, value, country, ex, wt }) => ({
    tax_rate_id: id,
    name,
    value: fromUnits(BigInt(value) * 100n),
    country_iso2: country,
    base: fromUnits(BigInt(ex)),
    tax: fromUnits(BigInt(wt) - BigInt(ex)),
    total_wt: fromUnits(BigInt(wt)),
  }));
}

async function queryTurnoverByGroup(
  db: Db,
  { accountId, ...of }: ReportOf,
): Promise<ReportFigures['turnover_by_group']> {
  const place = createPlaceTerm(of, 'id');
  const shops = await sql<{ shop_id: number; title: string }>`
    select id as shop_id, title from shops where account_id = ${accountId} ${sql.raw(place)} order by id`.execute(db);
  const groups = await sql<{ id: number; code: string; title: string }>`
    select id, code, title from turnover_groups where account_id = ${accountId}
      and id in (select product_group_id from report_items where type = 'product') order by id`.execute(db);
  const sumByShop = async (condition: string) => {
    const values: ReportFigures['turnover_by_group']['shop_totals'] = [];
    for (const { shop_id } of shops.rows) {
      const { ex, wt } = await querySums(db, `${condition} and shop_id = ${shop_id}`);
      values.push({ shop_id, value: fromUnits(ex), value_wt: fromUnits(wt) });
    }
    return values;
  };
  const createRow = async (id: number | null, code: string | null, title: string, condition: string) => {
    const { ex, wt } = await querySums(db, condition);
    const named = { product_group_id: id, product_group_code: code, title };
    return { ...named, shops: await sumByShop(condition), total: fromUnits(ex), total_wt: fromUnits(wt) };
  };
  const rows: ReportFigures['turnover_by_group']['rows'] = [];
  for (const { id, code, title } of groups.rows) {
    rows.push(await createRow(id, code, title, `type = 'product' and product_group_id = ${id}`));
  }
  const turnover = "type in ('product', 'rounding')";
  const { ex, wt } = await querySums(db, turnover);
  return {
    shops: shops.rows.map(({ shop_id, title }) => ({ shop_id, title })),
    rows: [...rows, await createRow(null, null, '', "type = 'rounding'")],
    shop_totals: await sumByShop(turnover),
    total: fromUnits(ex),
    total_wt: fromUnits(wt),
  };
}

async function querySums(db: Db, condition: string): Promise<Record<'ex' | 'wt' | 'cost', Units>> {
  const { rows } = await sql<Record<'ex' | 'wt' | 'cost', number | null>>`
    select sum(value_ex) as ex, sum(value_wt) as wt, sum(cost_ex) as cost
    from report_items where ${sql.raw(condition)}`.execute(db);
  const [sum] = rows;
  return { ex: BigInt(sum?.ex ?? 0), wt: BigInt(sum?.wt ?? 0), cost: BigInt(sum?.cost ?? 0) };
}
