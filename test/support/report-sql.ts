import { type Kysely, sql } from 'kysely';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { getInstants } from '../../shared/calendar.ts';
import { euros, percentage, type Units } from './exact-euros.ts';
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
export function placeTerm(
  { locationId, shopId }: Pick<ReportOf, 'locationId' | 'shopId'>,
  shop = 'shop_id',
  location = 'location_id',
): string {
  const ofLocation = locationId === null ? '' : `and ${location} = ${locationId}`;
  return shopId === undefined ? ofLocation : `${ofLocation} and ${shop} = ${shopId}`;
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
    revenue: await revenue(db),
    direct_paid: await directPaid(db),
    not_paid_now: { ...(await invoiced(db, 'is_paid = 0')), settled_since: await invoiced(db, 'is_paid = 1') },
    turnover_by_group: await turnoverByGroup(db, of),
  };
}

async function collectLines(db: Db, { accountId, from, to, ...of }: ReportOf): Promise<void> {
  const { start, end } = getInstants(from, to);
  const place = placeTerm(of, 'shops.id', 'shops.location_id');
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

async function revenue(db: Db): Promise<ReportFigures['revenue']> {
  const sales = await sums(db, "type = 'product' and quantity > 0");
  const returns = await sums(db, "type = 'product' and quantity < 0");
  const rounding = await sums(db, "type = 'rounding'");
  const cost = (await sums(db, "type = 'product'")).cost;
  const turnover = sales.ex + returns.ex + rounding.ex;
  const ofType = async (type: string) => (await sums(db, `type = '${type}'`)).wt;
  const [cards, tips] = [await ofType('gift_card'), await ofType('tip')];
  const [invoices, prepayments] = [await ofType('invoice_payment'), await ofType('prepayment')];
  const other = await ofType('other');
  return {
    total_sales: euros(sales.ex),
    total_sales_wt: euros(sales.wt),
    total_returns: euros(-returns.ex),
    total_returns_wt: euros(-returns.wt),
    total_differences: euros(-rounding.ex),
    total_differences_wt: euros(-rounding.wt),
    total_turnover: euros(turnover),
    total_turnover_wt: euros(sales.wt + returns.wt + rounding.wt),
    total_cost_of_goods_sold: euros(cost),
    margin: { value: euros(turnover - cost), percentage: turnover > 0 ? percentage(turnover - cost, turnover) : null },
    non_revenue: {
      gift_cards: euros(cards),
      tips: euros(tips),
      payments_on_invoice: euros(invoices),
      prepayments: euros(prepayments),
      other: euros(other),
      total: euros(cards + tips + invoices + prepayments + other),
    },
  };
}

async function directPaid(db: Db): Promise<ReportFigures['direct_paid']> {
  const direct = "payment_term = 'direct'";
  const products = await sums(db, `${direct} and type = 'product'`);
  const rounding = await sums(db, `${direct} and type = 'rounding'`);
  const other = await sums(db, `${direct} and type not in ('product', 'rounding')`);
  const expected = products.wt + rounding.wt + other.wt;
  const { rows } = await sql<{ id: number; title: string; type_alias: string; amount: number }>`
    select providers.id, providers.title, providers.type_alias, sum(amount) as amount
    from report_payments join payment_providers as providers on providers.id = provider_id
    where payment_term = 'direct' group by providers.id order by providers.id`.execute(db);
  const paid = rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    rates: await rates(db, direct),
    differences: euros(-rounding.wt),
    non_revenue: euros(other.wt),
    total: euros(products.ex + rounding.ex + other.wt),
    total_wt: euros(expected),
    payment_methods: rows.map(({ id, title, type_alias, amount }) => ({
      provider_method_type_id: id,
      title,
      type_alias,
      amount: euros(BigInt(amount)),
    })),
    balance_check: {
      payments_total: euros(paid),
      expected_total: euros(expected),
      difference: euros(paid - expected),
      is_balanced: paid === expected,
    },
  };
}

async function invoiced(db: Db, paid: string): Promise<ReportFigures['not_paid_now']['settled_since']> {
  const condition = `payment_term = 'invoice' and ${paid}`;
  const { ex, wt } = await sums(db, `${condition} and type = 'product'`);
  return { rates: await rates(db, condition), total: euros(ex), total_wt: euros(wt) };
}

async function rates(db: Db, condition: string): Promise<ReportFigures['direct_paid']['rates']> {
  const { rows } = await sql<Record<'id' | 'value' | 'ex' | 'wt', number> & Record<'name' | 'country', string>>`
    select rates.id, rates.name, value_hundredths as value, country_iso2 as country,
      sum(value_ex) as ex, sum(value_wt) as wt
    from report_items join tax_rates as rates on rates.id = tax_rate_id
    where type = 'product' and ${sql.raw(condition)} group by rates.id order by rates.id`.execute(db);
  return rows.map(({ id, name, value, country, ex, wt }) => ({
    tax_rate_id: id,
    name,
    value: euros(BigInt(value) * 100n),
    country_iso2: country,
    base: euros(BigInt(ex)),
    tax: euros(BigInt(wt) - BigInt(ex)),
    total_wt: euros(BigInt(wt)),
  }));
}

async function turnoverByGroup(db: Db, { accountId, ...of }: ReportOf): Promise<ReportFigures['turnover_by_group']> {
  const place = placeTerm(of, 'id');
  const shops = await sql<{ shop_id: number; title: string }>`
    select id as shop_id, title from shops where account_id = ${accountId} ${sql.raw(place)} order by id`.execute(db);
  const groups = await sql<{ id: number; code: string; title: string }>`
    select id, code, title from turnover_groups where account_id = ${accountId}
      and id in (select product_group_id from report_items where type = 'product') order by id`.execute(db);
  const byShop = async (condition: string) => {
    const values: ReportFigures['turnover_by_group']['shop_totals'] = [];
    for (const { shop_id } of shops.rows) {
      const { ex, wt } = await sums(db, `${condition} and shop_id = ${shop_id}`);
      values.push({ shop_id, value: euros(ex), value_wt: euros(wt) });
    }
    return values;
  };
  const row = async (id: number | null, code: string | null, title: string, condition: string) => {
    const { ex, wt } = await sums(db, condition);
    const named = { product_group_id: id, product_group_code: code, title };
    return { ...named, shops: await byShop(condition), total: euros(ex), total_wt: euros(wt) };
  };
  const rows: ReportFigures['turnover_by_group']['rows'] = [];
  for (const { id, code, title } of groups.rows) {
    rows.push(await row(id, code, title, `type = 'product' and product_group_id = ${id}`));
  }
  const turnover = "type in ('product', 'rounding')";
  const { ex, wt } = await sums(db, turnover);
  return {
    shops: shops.rows.map(({ shop_id, title }) => ({ shop_id, title })),
    rows: [...rows, await row(null, null, '', "type = 'rounding'")],
    shop_totals: await byShop(turnover),
    total: euros(ex),
    total_wt: euros(wt),
  };
}

async function sums(db: Db, condition: string): Promise<Record<'ex' | 'wt' | 'cost', Units>> {
  const { rows } = await sql<Record<'ex' | 'wt' | 'cost', number | null>>`
    select sum(value_ex) as ex, sum(value_wt) as wt, sum(cost_ex) as cost
    from report_items where ${sql.raw(condition)}`.execute(db);
  const [sum] = rows;
  return { ex: BigInt(sum?.ex ?? 0), wt: BigInt(sum?.wt ?? 0), cost: BigInt(sum?.cost ?? 0) };
}
