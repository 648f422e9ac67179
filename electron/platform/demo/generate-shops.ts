import type { CalendarDate } from '../../../shared/calendar.ts';
import type { PasswordHasher } from '../../base/password-hasher.ts';
import type { BulkLoad } from '../../store/demo/bulk-load.ts';
import { dayNumberOf, dayOf } from './day.ts';
import { insertShop, makeUsers } from './demo-account.ts';
import { demoLedgers } from './demo-ledgers.ts';
import type { DemoProfile } from './demo-profile.ts';
import { HET_KLUWEN } from './het-kluwen.ts';
import { type ChainSize, lindeEnLoofChain } from './linde-en-loof-chain.ts';
import { type DemoModel, makeModel } from './model.ts';
import { DEFAULT_SEED, PLAN_VERSION } from './open-demo-shops.ts';
import { planOrderDays } from './order-days.ts';
import { orderRowsAt } from './orders/order-rows.ts';
import { planWindowMove } from './orders/order-window.ts';

/** Exactly so many products and orders, over so many days. */
export interface GenerationRequest extends ChainSize {
  /** The last day. */
  readonly until: CalendarDate;
  readonly seed: number;
}

/** What the thread of a generation is started with. */
export interface GenerationThreadData {
  /** Empty; becomes the store. */
  readonly file: string;
  /** One 32-bit number, in which the thread keeps how many millionths of its work are done. */
  readonly progress: SharedArrayBuffer;
}

export interface GenerationDeps {
  readonly load: BulkLoad;
  readonly hasher: PasswordHasher;
  /** Called often, with the part of the work that is done: from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

const PARTS = { catalog: 0.1, orders: 0.5 };

/**
 * Fills a store with a chain of the size that is asked for, in place of the first demo shop, and with the second
 * one as it always is. What is in it depends on the request alone, but for salts of passwords and eras of feeds.
 */
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

/** Before anything else: a password takes as much memory as a large catalog. */
async function insertAccounts(
  profiles: readonly DemoProfile[],
  { load: { insert }, hasher }: GenerationDeps,
): Promise<void> {
  for (const profile of profiles) {
    insert('accounts', [{ id: profile.ids.account, name: profile.accountName }]);
    insert('users', await makeUsers(profile, hasher));
  }
}

/** Writes everything of an account but its users and orders, and answers what these are planned with. */
async function insertShopOf(
  profile: DemoProfile,
  seed: number,
  until: number,
  { insert }: BulkLoad,
): Promise<DemoModel> {
  const model = makeModel(profile, seed);
  await insertShop(insert, model);
  insert(
    'ledger_accounts',
    Object.entries(demoLedgers(profile)).map(([code, ledger]) => ({
      account_id: profile.ids.account,
      code,
      ledger,
    })),
  );
  insert('demo_shops', [
    {
      account_id: profile.ids.account,
      seed,
      topped_up_until: until,
      plan_version: PLAN_VERSION,
      is_fixed: 1,
    },
  ]);
  const { catalog, customers } = model;
  // The largest of the rows need not stay in memory: they are written.
  return { ...model, catalog: { ...catalog, prices: [], stock: [] }, customers: { ...customers, rows: [] } };
}
