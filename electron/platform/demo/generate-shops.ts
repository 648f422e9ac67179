import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import type { BulkLoad } from '../../store/demo/bulk-load.ts';
import type { ShopsTable } from '../../store/schema.ts';
import { areTillsOpen, type Day, dayNumberOf, dayOf } from './day.ts';
import type { DemoProfile } from './demo-profile.ts';
import { demoLedgers } from './ledgers.ts';
import { type DemoModel, makeModel } from './model.ts';
import { DEFAULT_SEED, insertShop, makeUsers, PLAN_VERSION } from './open-demo-shops.ts';
import {
  createFollowUpQueue,
  drawBusyness,
  type NumberedOrder,
  numberByTime,
  planEdgeSales,
  planOrder,
} from './orders/order-plan.ts';
import { orderRowsAt, planWindowMove } from './orders/order-rows.ts';
import type { PlannedOrder } from './orders/planned-order.ts';
import { type Random, randomStream } from './prng.ts';
import { type ChainSize, HET_KLUWEN, lindeEnLoofChain } from './shop-profiles.ts';

/** The exact number of products and orders, and of days. */
export interface GenerationRequest extends ChainSize {
  /** The last day. */
  readonly until: CalendarDate;
  readonly seed: number;
}

export interface GenerationDeps {
  readonly load: BulkLoad;
  readonly hasher: PasswordHasher;
  /** Called often with the completed part of the work, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

const PARTS = { catalog: 0.1, orders: 0.5 };

/** Fills a store with a chain of the requested size instead of the first demo shop, and with the usual second shop. */
export async function generateShops(request: GenerationRequest, deps: GenerationDeps): Promise<void> {
  const { load, onProgress } = deps;
  const days = { first: dayNumberOf(request.until) - request.days + 1, last: dayNumberOf(request.until) };
  const until = dayOf(days.last).end - 1;
  const chainProfile = lindeEnLoofChain(request);
  await insertAccounts([chainProfile, HET_KLUWEN], deps);

  const chain = await insertShopOf(chainProfile, request.seed, until, load);
  onProgress(PARTS.catalog);
  let done = 0;
  for (const orders of planOrderDays(chain, days, request.orders)) {
    load.insertOrders(orders.map((order) => orderRowsAt(chain, order, until)));
    done += orders.length;
    onProgress(PARTS.catalog + (PARTS.orders * done) / request.orders);
  }

  const second = await insertShopOf(HET_KLUWEN, DEFAULT_SEED, until, load);
  load.insertOrders(planWindowMove(second, null, until).coming);
  const before = PARTS.catalog + PARTS.orders;
  await load.finish((part) => onProgress(before + (1 - before) * part));
}

/** Runs first, because hashing a password needs as much memory as a large catalog. */
async function insertAccounts(
  profiles: readonly DemoProfile[],
  { load: { insert }, hasher }: GenerationDeps,
): Promise<void> {
  for (const profile of profiles) {
    insert('accounts', [{ id: profile.ids.account, name: profile.accountName }]);
    insert('users', await makeUsers(profile, hasher));
  }
}

async function insertShopOf(
  profile: DemoProfile,
  seed: number,
  until: number,
  { insert }: BulkLoad,
): Promise<DemoModel> {
  const model = makeModel(profile, seed);
  await insertShop(insert, model);
  const account_id = profile.ids.account;
  const ledgers = Object.entries(demoLedgers(profile));
  insert(
    'ledger_accounts',
    ledgers.map(([code, ledger]) => ({ account_id, code, ledger })),
  );
  const details = Object.entries(profile.company);
  insert(
    'company_details',
    details.map(([field, value]) => ({ account_id, field, value })),
  );
  insert('demo_shops', [{ account_id, seed, topped_up_until: until, plan_version: PLAN_VERSION, is_fixed: 1 }]);
  const { catalog, customers } = model;
  // The largest rows are written and need not stay in memory.
  return { ...model, catalog: { ...catalog, prices: [], stock: [] }, customers: { ...customers, rows: [] } };
}

const PLACE_DIGITS = 5;

export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Exactly `count` orders with their follow-ups, day by day and sorted by id. */
function* planOrderDays(model: DemoModel, range: DayRange, count: number): Generator<NumberedOrder[]> {
  const { seed, profile } = model;
  const days = Array.from({ length: range.last - range.first + 1 }, (_, index) => dayOf(range.first + index));
  const targets = orderTargets(randomStream(seed, profile.accountName, 'targets'), profile, days, count);
  const followUps = createFollowUpQueue();
  const sizeOf = (order: PlannedOrder) => 1 + order.followUps.filter(({ day }) => day.number <= range.last).length;
  let planned = 0;
  let firstId = profile.ids.orders + 1;
  for (const [index, day] of days.entries()) {
    const begun = [];
    for (const plan of ordersOf(model, day)) {
      if (planned >= (targets[index] ?? 0)) break;
      // Skip an order whose follow-ups would exceed the count, and draw another one.
      if (planned + sizeOf(plan) > count) continue;
      planned += sizeOf(plan);
      begun.push({ plan, follows: null });
    }
    const coming = [...followUps.take(day.number), ...begun];
    const orders = numberByTime(day, coming, { firstId, digits: PLACE_DIGITS });
    for (const order of orders) followUps.add(order);
    firstId += orders.length;
    yield orders;
  }
}

/** An endless sequence of orders on a day. */
function* ordersOf(model: DemoModel, day: Day): Generator<PlannedOrder> {
  const random = randomStream(model.seed, model.profile.accountName, 'day', day.date);
  yield* planEdgeSales(random, model, day);
  for (;;) yield planOrder(random, model, drawShop(random, model, day), day);
}

function drawShop(random: Random, model: DemoModel, day: Day): ShopsTable {
  const shop = random.weighted(model.weightedShops);
  return shop.type === 'webshop' || areTillsOpen(day) ? shop : drawShop(random, model, day);
}

/** How many of `count` orders there should be by the end of each day, by weekday, season and chance. */
function orderTargets(random: Random, { shops }: DemoProfile, days: readonly Day[], count: number): number[] {
  const weightOf = (chosen: DemoProfile['shops']) => chosen.reduce((sum, { weight }) => sum + weight, 0);
  const webshops = shops.filter(({ type }) => type === 'webshop');
  const openShare = (day: Day) => (areTillsOpen(day) ? 1 : weightOf(webshops) / weightOf(shops));
  const weights = days.map((day) => drawBusyness(random, day) * openShare(day));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight, index) => {
    before += weight;
    return index === weights.length - 1 ? count : Math.round((before / whole) * count);
  });
}
