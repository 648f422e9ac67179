import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import type { BulkLoad } from '../../store/demo/bulk-load.ts';
import type { ShopsTable } from '../../store/schema.ts';
import { areTillsOpen, type Day, getDay, getDayNumber } from './day.ts';
import type { DemoProfile } from './demo-profile.ts';
import { createDemoLedgers } from './ledgers.ts';
import { createModel, type DemoModel } from './model.ts';
import { createUsers, DEFAULT_SEED, insertShop, PLAN_VERSION } from './open-demo-shops.ts';
import {
  createFollowUpQueue,
  drawBusyness,
  type NumberedOrder,
  numberByTime,
  planEdgeSales,
  planOrder,
} from './orders/order-plan.ts';
import { createOrderRows, planWindowMove } from './orders/order-rows.ts';
import type { PlannedOrder } from './orders/planned-order.ts';
import { createRandomStream, type Random } from './prng.ts';
import { type ChainSize, createLindeEnLoofChain, HET_KLUWEN } from './shop-profiles.ts';

/** The exact number of products and orders, and of days. */
export interface GenerationRequest extends ChainSize {
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
  const days = { first: getDayNumber(request.until) - request.days + 1, last: getDayNumber(request.until) };
  const until = getDay(days.last).end - 1;
  const chainProfile = createLindeEnLoofChain(request);
  await insertAccounts([chainProfile, HET_KLUWEN], deps);

  const chain = await insertProfile(chainProfile, request.seed, until, load);
  onProgress(PARTS.catalog);
  let done = 0;
  for (const orders of planOrderDays(chain, days, request.orders)) {
    load.insertOrders(orders.map((order) => createOrderRows(chain, order, until)));
    done += orders.length;
    onProgress(PARTS.catalog + (PARTS.orders * done) / request.orders);
  }

  const second = await insertProfile(HET_KLUWEN, DEFAULT_SEED, until, load);
  load.insertOrders(planWindowMove(second, null, until).newOrders);
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
    insert('users', await createUsers(profile, hasher));
  }
}

async function insertProfile(
  profile: DemoProfile,
  seed: number,
  until: number,
  { insert }: BulkLoad,
): Promise<DemoModel> {
  const model = createModel(profile, seed);
  await insertShop(insert, model);
  const account_id = profile.ids.account;
  const ledgers = Object.entries(createDemoLedgers(profile));
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

const POSITION_DIGITS = 5;

export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Exactly `count` orders with their follow-ups, day by day and sorted by id. */
function* planOrderDays(model: DemoModel, range: DayRange, count: number): Generator<NumberedOrder[]> {
  const { seed, profile } = model;
  const days = Array.from({ length: range.last - range.first + 1 }, (_, index) => getDay(range.first + index));
  const targets = calculateTargets(createRandomStream(seed, profile.accountName, 'targets'), profile, days, count);
  const followUps = createFollowUpQueue();
  const countOrders = (order: PlannedOrder) => 1 + order.followUps.filter(({ day }) => day.number <= range.last).length;
  let planned = 0;
  let firstId = profile.ids.orders + 1;
  for (const [index, day] of days.entries()) {
    const started = [];
    for (const plan of drawOrders(model, day)) {
      if (planned >= (targets[index] ?? 0)) break;
      // Skip an order whose follow-ups would exceed the count, and draw another one.
      if (planned + countOrders(plan) > count) continue;
      planned += countOrders(plan);
      started.push({ plan, follows: null });
    }
    const coming = [...followUps.take(day.number), ...started];
    const orders = numberByTime(day, coming, { firstId, digits: POSITION_DIGITS });
    for (const order of orders) followUps.add(order);
    firstId += orders.length;
    yield orders;
  }
}

function* drawOrders(model: DemoModel, day: Day): Generator<PlannedOrder> {
  const random = createRandomStream(model.seed, model.profile.accountName, 'day', day.date);
  yield* planEdgeSales(random, model, day);
  for (;;) yield planOrder(random, model, drawShop(random, model, day), day);
}

function drawShop(random: Random, model: DemoModel, day: Day): ShopsTable {
  const shop = random.pickWeighted(model.weightedShops);
  return shop.type === 'webshop' || areTillsOpen(day) ? shop : drawShop(random, model, day);
}

/** Calculates how many of `count` orders there should be by the end of each day, by weekday, season and chance. */
function calculateTargets(random: Random, { shops }: DemoProfile, days: readonly Day[], count: number): number[] {
  const sumWeights = (chosen: DemoProfile['shops']) => chosen.reduce((sum, { weight }) => sum + weight, 0);
  const webshops = shops.filter(({ type }) => type === 'webshop');
  const getOpenShare = (day: Day) => (areTillsOpen(day) ? 1 : sumWeights(webshops) / sumWeights(shops));
  const weights = days.map((day) => drawBusyness(random, day) * getOpenShare(day));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight, index) => {
    before += weight;
    return index === weights.length - 1 ? count : Math.round((before / whole) * count);
  });
}
