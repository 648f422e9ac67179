import { type Kysely, sql } from 'kysely';
import { type Random, randomStream } from '../../../electron/platform/demo/prng.ts';
import type { OrderItemsTable, OrdersTable, StoreSchema } from '../../../electron/store/schema.ts';
import { rebuildTotals } from '../../../electron/store/totals/repair-totals.ts';
import { verifyTotals } from '../../../electron/store/totals/verify-totals.ts';
import { dateOfLocalDay } from '../../../shared/calendar.ts';
import { type CheckName, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { type ReportFigures, reportById } from '../../support/report-oracle.ts';
import { queryReport } from '../../support/report-sql.ts';
import { wholeReport } from '../../support/whole-report.ts';
import { PEOPLE, type Question, queryOf, type Reader, signInReader, type Tally } from '../asked-reports.ts';
import type { WithService } from '../service/service-process.ts';
import { collectDayLines, sumDayLines } from '../sql/day-lines.ts';
import { addToTotal, drawTotals, type TotalsMutation } from './totals-mutations.ts';

export interface MutationsProof {
  /** Data folder whose store `db` is; it is left changed. */
  readonly folder: string;
  readonly db: Kysely<StoreSchema>;
  /** Amounts of orders that are changed; fewer where the store has not enough months of shops. */
  readonly count: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly log: (line: string) => void;
  readonly withService: WithService;
}

/**
 * Changes amounts by a cent without the code that updates the totals: `store:verify` is to name just those totals, and in the
 * reports just the checks that contain the amount are to fail.
 */
export async function proveMutations(proof: MutationsProof): Promise<void> {
  await proveTotals(proof);
  await proveOrders(proof);
}

/** Leaves the totals as they were. */
async function proveTotals({ folder, db, seed, tally, log, withService }: MutationsProof): Promise<void> {
  const mutations = await drawTotals(db, seed);
  for (const mutation of mutations) await addToTotal(db, mutation, CENT);
  const raised = mutations.map(({ table, keys, column }) => [sumName(table, keys, column), -CENT]);
  tally.compare('totals that were changed themselves', await readFound(db), Object.fromEntries(raised));
  await withService(folder, async (port) => {
    const reports = await openReports(port);
    for (const mutation of mutations) await proveChangedTotal(tally, reports, mutation);
  });
  for (const mutation of mutations) await addToTotal(db, mutation, -CENT);
  log(`${mutations.length} values of totals changed: verified, and their reports asked`);
}

/** Leaves the orders changed, and the totals equal to them. */
async function proveOrders(proof: MutationsProof): Promise<void> {
  const { folder, db, count, seed, tally, log, withService } = proof;
  const mutations = await changeOrders(db, count, seed);
  tally.compare('totals after changes of orders', await readFound(db), expectedOf(mutations));
  log(`${mutations.length} values of orders changed, of ${kindsIn(mutations)} kinds: verified`);
  await rebuildTotals(db);
  tally.compare('totals rebuilt', await readFound(db), {});
  await sumDayLines(db);
  await withService(folder, async (port) => {
    const reports = await openReports(port);
    for (const mutation of mutations) await proveReport(proof, reports, mutation);
  });
  log('totals rebuilt: the report of the day of each change asked');
}

const CENT = 100;

/** What verify finds, by the name of a sum: how much more the orders give than is stored. */
async function readFound(db: Kysely<StoreSchema>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { table, key, column, kept, right } of verifyTotals(db)) {
    const off = (right ?? 0) - (kept ?? 0);
    // Of a row that is missing every sum is named, those that are 0 too.
    if (off !== 0) found[sumName(table, key, column)] = off;
  }
  return found;
}

function expectedOf(mutations: readonly Mutation[]): Record<string, number> {
  return Object.fromEntries(mutations.flatMap(({ changes }) => [...changes]));
}

function kindsIn(mutations: readonly Mutation[]): number {
  return new Set(mutations.map(({ kind }) => kind)).size;
}

async function proveReport({ db, tally }: MutationsProof, reports: Reports, mutation: Mutation) {
  const { kind, accountId, locationId, day, orderId } = mutation;
  const what = `${kind.name}, order ${orderId}`;
  const date = dateOfLocalDay(day);
  const question = { from: date, to: date, locationId };
  const { figures, failed } = await reports.ask(accountId, question);
  tally.compare(`${what}, checks that fail`, failed, kind.failingChecks);
  const right = await queryReport(db, { ...question, accountId }, collectDayLines);
  tally.compare(`${what}, report by SQL`, figures, right);
}

async function proveChangedTotal(tally: Tally, reports: Reports, mutation: TotalsMutation) {
  const { table, column, accountId, locationId, failingChecks } = mutation;
  const question: Question = { ...mutation.range, locationId };
  const { failed } = await reports.ask(accountId, question);
  tally.compare(`${table}.${column} of ${question.from}, checks that fail`, failed, failingChecks);
}

type Db = Kysely<StoreSchema>;

/** An order of which one value was changed. */
interface Mutation {
  readonly kind: MutationKind;
  readonly orderId: number;
  readonly accountId: number;
  readonly locationId: number;
  readonly shopId: number;
  readonly day: number;
  /** By the name of a sum of the totals, what it is off now. */
  readonly changes: ReadonlyMap<string, number>;
}

/** An order in which to change something. */
type Place = Pick<Mutation, 'orderId' | 'accountId' | 'locationId' | 'shopId' | 'day'> & {
  readonly rowId: number;
};

/**
 * Changes up to `count` values, each in another shop and month and on another day of a location, without the code that
 * updates the totals. Kinds alternate.
 */
async function changeOrders(db: Db, count: number, seed: number): Promise<Mutation[]> {
  const random = randomStream(seed, 'mutations');
  const mutations: Mutation[] = [];
  const taken = new Set<string>();
  for (const shopMonth of random.shuffled(await readShopMonths(db))) {
    const kind = MUTATION_KINDS[mutations.length % MUTATION_KINDS.length];
    if (!kind || mutations.length >= count) break;
    const place = await drawPlace(db, random, kind, shopMonth);
    if (!place || taken.has(`${place.locationId}/${place.day}`)) continue;
    taken.add(`${place.locationId}/${place.day}`);
    const { rowId, ...where } = place;
    mutations.push({ kind, ...where, changes: await change(db, kind, where.orderId, rowId) });
  }
  return mutations;
}

async function change(db: Db, kind: MutationKind, orderId: number, rowId: number) {
  const before = await readContributions(db, orderId);
  await sql`update ${sql.table(kind.table)} set ${sql.raw(kind.set)} where id = ${rowId}`.execute(db);
  return changesBetween(before, await readContributions(db, orderId));
}

interface ShopMonth {
  readonly account_id: number;
  readonly shop_id: number;
  readonly month: number;
}

/** Of shops at a location, so that the report of a day and place has one change in it. */
async function readShopMonths(db: Db): Promise<ShopMonth[]> {
  const { rows } = await sql<ShopMonth>`
    select distinct account_id, shop_id, month from order_totals_by_month
    where shop_id in (select id from shops where location_id is not null)
    order by shop_id, month`.execute(db);
  return rows;
}

async function drawPlace(
  db: Db,
  random: Random,
  { table, condition }: MutationKind,
  { account_id, shop_id, month }: ShopMonth,
): Promise<Place | null> {
  const joined = table === 'orders' ? '' : `join ${table} as line on line.order_id = orders.id`;
  const row = table === 'orders' ? 'orders.id' : 'line.id';
  const { rows } = await sql<Place>`
    select orders.id as "orderId", ${sql.raw(row)} as "rowId", orders.account_id as "accountId",
      (select location_id from shops where id = orders.shop_id) as "locationId",
      orders.shop_id as "shopId", orders.local_day as "day"
    from orders ${sql.raw(joined)}
    where orders.account_id = ${account_id} and orders.shop_id = ${shop_id}
      and orders.date_purchased between ${aboutMonth(month, 0)} and ${aboutMonth(month, 1)}
      and orders.local_day between ${month * 100} and ${month * 100 + 31}
      and orders.status in ('processing', 'complete', 'refunded') and ${sql.raw(condition)}
    order by orders.id, ${sql.raw(row)}`.execute(db);
  return rows.length === 0 ? null : random.pick(rows);
}

/** An instant more than a day before the month, or after it where `months` is 1: the index needs no more. */
function aboutMonth(month: number, months: 0 | 1): number {
  const day = months === 0 ? -1 : 3;
  return Date.UTC(Math.floor(month / 100), (month % 100) - 1 + months, day);
}

/** A change of one value of an order, and what the definitions of the contract say comes of it. */
interface MutationKind {
  readonly name: string;
  readonly table: 'orders' | 'order_items' | 'order_payments';
  /** Of the rows that can be changed so; `orders` is joined. */
  readonly condition: string;
  readonly set: string;
  /** The checks that contain the value on one side alone, in the contract's order. */
  readonly failingChecks: readonly CheckName[];
}

const cent = (
  table: MutationKind['table'],
  column: string,
  of: string,
  condition: string,
  failingChecks: readonly CheckName[],
): MutationKind => {
  const set = `${column} = ${column} + ${CENT}`;
  return { name: `${column} of ${of}`, table, condition, set, failingChecks };
};

const DIRECT = "payment_term = 'direct'";

const INVOICE = "payment_term = 'invoice'";

const PRODUCT = "type = 'product'";

const SALE = `${PRODUCT} and quantity > 0`;

const RETURN = `${PRODUCT} and quantity < 0`;

const NON_REVENUE = "type in ('gift_card', 'tip', 'invoice_payment', 'prepayment')";

const ROUNDING = "type = 'rounding'";

/**
 * What items come to with VAT is in `payments` on one side: the other one is what was paid. `bridge_wt`, `groups` and
 * the others sum the same items on both sides. Invoice orders have no payments. Of what has no VAT the two sides are
 * one figure, so a rounding difference of which one side changes is noticed by `direct_total_ex`.
 */
const MUTATION_KINDS: readonly MutationKind[] = [
  cent('order_items', 'value_wt', 'a direct sale', `${DIRECT} and ${SALE}`, ['payments']),
  cent('order_items', 'value_ex', 'a direct sale', `${DIRECT} and ${SALE}`, []),
  cent('order_items', 'value_wt', 'a direct return', `${DIRECT} and ${RETURN}`, ['payments']),
  cent('order_items', 'value_ex', 'a direct return', `${DIRECT} and ${RETURN}`, []),
  cent('order_items', 'value_wt', 'a sale on invoice', `${INVOICE} and ${SALE}`, []),
  cent('order_items', 'value_ex', 'a sale on invoice', `${INVOICE} and ${SALE}`, []),
  cent('order_items', 'value_wt', 'an item of no revenue', NON_REVENUE, ['payments']),
  cent('order_items', 'value_wt', 'a rounding difference', ROUNDING, ['direct_total_ex', 'payments']),
  cent('order_items', 'value_ex', 'a rounding difference', ROUNDING, ['direct_total_ex']),
  cent('order_items', 'cost_ex', 'a product', PRODUCT, []),
  cent('order_items', 'discount_wt', 'a product', PRODUCT, []),
  cent('order_payments', 'amount', 'a payment', DIRECT, ['payments']),
  cent('orders', 'value_wt', 'an order', '1 = 1', []),
  cent('orders', 'value_ex', 'an order', '1 = 1', []),
  cent('orders', 'discount_wt', 'an order', '1 = 1', []),
  {
    name: 'the sign of a quantity',
    table: 'order_items',
    condition: `${DIRECT} and ${SALE}`,
    set: 'quantity = -quantity',
    failingChecks: [],
  },
  {
    name: 'an invoice that is paid or not',
    table: 'orders',
    condition: INVOICE,
    set: 'is_paid = 1 - is_paid',
    failingChecks: [],
  },
  {
    name: 'an invoice that becomes direct',
    table: 'orders',
    condition: INVOICE,
    set: "payment_term = 'direct'",
    failingChecks: ['payments'],
  },
  {
    name: 'an order that no longer counts',
    table: 'orders',
    condition: DIRECT,
    set: "status = 'cancelled'",
    failingChecks: [],
  },
];

/** The financial reports of every account, as a user who sees all of it. */
interface Reports {
  ask(
    accountId: number,
    question: Question,
  ): Promise<{ readonly figures: ReportFigures; readonly failed: readonly CheckName[] }>;
}

async function openReports(port: number): Promise<Reports> {
  const readers = new Map<number, Reader>();
  for (const { accountId, isLocked, credentials } of PEOPLE) {
    if (!isLocked && !readers.has(accountId)) readers.set(accountId, await signInReader(port, credentials));
  }
  return {
    async ask(accountId, question) {
      const reader = readers.get(accountId);
      if (!reader) throw new Error(`nobody sees all of account ${accountId}`);
      const report = wholeReport(await reader.read(readFinancialReport, queryOf(question)));
      const failed = report.checks.filter(({ holds }) => !holds).map(({ name }) => name);
      return { figures: reportById(report), failed };
    },
  };
}

/** By table, key and column, what an order adds to the stored totals of its day or month. */
export type Contributions = ReadonlyMap<string, number>;

type Keys = Readonly<Record<string, number | string>>;

/** Names a sum of a row of totals; the same for the keys of a difference in any order. */
function sumName(table: string, keys: Keys, column: string): string {
  const inOrder = Object.entries(keys).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify([table, inOrder, column]);
}

/** What the order comes to in the tables of totals, written from what these are to hold. */
async function readContributions(db: Kysely<StoreSchema>, orderId: number): Promise<Contributions> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const items = await db.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute();
  const payments = await db.selectFrom('order_payments').selectAll().where('order_id', '=', orderId).execute();
  const sums = new Map<string, number>();
  const counts = ['processing', 'complete', 'refunded'].includes(order.status);
  const { account_id, shop_id, local_day: day } = order;
  for (const [unit, period] of [
    ['day', { day }],
    ['month', { month: Math.floor(day / 100) }],
  ] as const) {
    const add = (table: string, keys: Keys, values: Readonly<Record<string, number>>) => {
      for (const [column, value] of Object.entries(values)) {
        const name = sumName(`${table}_by_${unit}`, { account_id, shop_id, ...period, ...keys }, column);
        sums.set(name, (sums.get(name) ?? 0) + value);
      }
    };
    if (counts) for (const item of items) add('item_totals', ...itemTotal(order, item));
    if (counts && order.payment_term === 'direct')
      for (const { provider_id, amount } of payments) add('payment_totals', { provider_id }, { payments: 1, amount });
    add('order_totals', ...orderTotal(order, items));
  }
  return sums;
}

type Added = [keys: Keys, values: Readonly<Record<string, number>>];

function itemTotal({ payment_term, is_paid }: OrdersTable, item: OrderItemsTable): Added {
  const { type, quantity, value_ex, value_wt, discount_wt, cost_ex } = item;
  const is_return = quantity < 0 ? 1 : 0;
  const [product_group_id, tax_rate_id] = [item.product_group_id ?? 0, item.tax_rate_id ?? 0];
  return [
    { payment_term, is_paid, type, product_group_id, tax_rate_id, is_return },
    { items: 1, quantity, value_ex, value_wt, discount_wt, cost_ex },
  ];
}

function orderTotal(order: OrdersTable, items: readonly OrderItemsTable[]): Added {
  const { status, payment_term, is_paid, discount_wt, discount_ex, value_ex, value_wt } = order;
  const isReturn = items.some(({ type, quantity }) => type === 'product' && quantity < 0);
  const others = items.filter(({ type }) => type !== 'product' && type !== 'rounding');
  return [
    { status, payment_term, is_paid },
    {
      orders: 1,
      returns: isReturn ? 1 : 0,
      discounted_orders: discount_wt > 0 ? 1 : 0,
      ...{ discount_wt, value_ex, value_wt, discount_ex },
      non_revenue_wt: others.reduce((sum, item) => sum + item.value_wt, 0),
    },
  ];
}

/** What changed from one to the other, sums that did not left out. */
function changesBetween(before: Contributions, after: Contributions): Map<string, number> {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes = [...names].map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const);
  return new Map(changes.filter(([, change]) => change !== 0));
}
