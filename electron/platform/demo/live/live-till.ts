import type { LiveTillState } from '../../../../shared/contract/window.ts';
import type { Clock } from '../../../base/clock.ts';
import { createDemoShopsRepository } from '../../../store/demo/demo-shops-repository.ts';
import { readSalePrices } from '../../../store/demo/live-shop-queries.ts';
import type { DemoShopsTable, StoreDb } from '../../../store/schema.ts';
import { inWriteTransaction, lockAccount } from '../../../store/transactions.ts';
import { readVersions } from '../../../store/versions.ts';
import type { SellableProduct } from '../catalog.ts';
import type { DemoProfile } from '../demo-profile.ts';
import { createModel, type DemoModel } from '../model.ts';
import { createRandomStream, type Random } from '../prng.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../shop-profiles.ts';
import { collectInvoice, countStock, reprice, sell, sendParcel, takeBack } from './live-actions.ts';
import { isLiveOrder, type LiveAction, listClosedOrders } from './live-orders.ts';

export interface LiveTillDeps {
  readonly db: StoreDb;
  readonly clock: Clock;
  readonly log: SellingLog;
  readonly perMinute: number;
  /** The profiles with which the shops were opened. Default: the demo profiles. */
  readonly profiles?: readonly WeightedProfile[];
}

export type WeightedProfile = readonly [profile: DemoProfile, weight: number];

const DEFAULT_PROFILES: readonly WeightedProfile[] = [
  [LINDE_EN_LOOF, 9],
  [HET_KLUWEN, 1],
];

/** `null` if the store has no demo shops or was generated. Call it after `openDemoShops`. */
export async function createLiveTill({
  db,
  clock,
  log,
  perMinute,
  profiles = DEFAULT_PROFILES,
}: LiveTillDeps): Promise<SellingLoop | null> {
  const { find } = createDemoShopsRepository(db);
  const shops = await Promise.all(profiles.map(({ 0: { ids } }) => find(ids.account)));
  const [first] = shops;
  if (!first || !shops.every((shop) => shop?.is_fixed === 0)) return null;
  const random = createRandomStream(first.seed, 'live till', clock.now());
  // Created at the first action, because planning takes time and a program may never sell.
  let sellers: readonly (readonly [Seller, number])[] | undefined;
  const act = () => {
    sellers ??= createSellers({ db, clock, random }, profiles, shops);
    return random.pickWeighted(sellers)();
  };
  return createSellingLoop({ act, clock, random, log }, perMinute);
}

function createSellers(
  deps: SellerDeps,
  profiles: readonly WeightedProfile[],
  shops: readonly (DemoShopsTable | undefined)[],
) {
  return profiles.flatMap(([profile, weight], index) => {
    const shop = shops[index];
    return shop ? [[createSeller(deps, profile, shop), weight] as const] : [];
  });
}

type Seller = () => Promise<void>;

interface SellerDeps {
  readonly db: StoreDb;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
}

const ACTIONS: readonly (readonly [action: LiveAction, weight: number])[] = [
  [sell, 61],
  [sendParcel, 19],
  [takeBack, 6],
  [collectInvoice, 1],
  [reprice, 5],
  [countStock, 8],
];

const MS_PER_SECOND = 1_000;

/** One action in the shops of an account. If there is nothing to send, return or pay, it sells instead. */
function createSeller(
  { db, clock, random }: SellerDeps,
  profile: DemoProfile,
  { seed, topped_up_until }: DemoShopsTable,
): Seller {
  const { ids } = profile;
  const planned = createModel(profile, seed);
  const closed = listClosedOrders(planned, topped_up_until);
  const isClosed = (id: number) => closed.has(id) || isLiveOrder(ids, id);
  let replaceRows = { version: '', model: planned };

  return () =>
    inWriteTransaction(db, async (transaction) => {
      await lockAccount(transaction, ids.account);
      const version = await readVersions(transaction, ids.account, ['products']);
      if (version !== replaceRows.version) {
        const prices = await readSalePrices(transaction, ids.account);
        replaceRows = { version, model: replacePrices(planned, prices) };
      }
      const now = Math.floor(clock.now() / MS_PER_SECOND) * MS_PER_SECOND;
      const context = { db: transaction, model: replaceRows.model, random, now, isClosed };
      const isDone = await random.pickWeighted(ACTIONS)(context);
      if (!isDone) await sell(context);
    });
}

type SalePrices = Awaited<ReturnType<typeof readSalePrices>>;

/**
 * The model with the sale prices of the store instead of those of the seed. Products without a sale price are not sold.
 */
function replacePrices(model: DemoModel, prices: SalePrices): DemoModel {
  const { catalog } = model;
  const rowsByProduct = Map.groupBy(prices, ({ product_id }) => product_id);
  const priced = (products: readonly SellableProduct[]) =>
    products.flatMap((product) => {
      const saleRows = rowsByProduct.get(product.row.id);
      return saleRows ? [{ ...product, saleRows }] : [];
    });
  return {
    ...model,
    catalog: { ...catalog, sellable: priced(catalog.sellable), shipping: priced(catalog.shipping) },
  };
}

interface SellingLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SellingLoopDeps {
  readonly act: () => Promise<void>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: SellingLog;
}

interface SellingLoop {
  getState(): LiveTillState;
  /** Takes effect after the current action. */
  change(state: LiveTillState): Promise<void>;
  stop(): Promise<void>;
}

const MS_PER_MINUTE = 60_000;

const MAX_FAILURES = 10;

/** Minimum and maximum length of a pause, relative to the average. */
const MIN_PAUSE_FACTOR = 0.5;

const MAX_PAUSE_FACTOR = 1.5;

/** Repeats an action with varying pauses. Does not start by itself. */
export function createSellingLoop({ act, clock, random, log }: SellingLoopDeps, perMinute: number): SellingLoop {
  let state: LiveTillState = { isSelling: false, perMinute };
  let isStopped = false;
  let failures = 0;
  let currentAction = Promise.resolve();
  let cancelPause = () => {};

  function scheduleNext(): void {
    cancelPause();
    if (!state.isSelling) return;
    const part = MIN_PAUSE_FACTOR + (MAX_PAUSE_FACTOR - MIN_PAUSE_FACTOR) * random.drawFraction();
    cancelPause = clock.after((part * MS_PER_MINUTE) / state.perMinute, () => {
      currentAction = runAction();
    });
  }

  async function runAction(): Promise<void> {
    try {
      await act();
      failures = 0;
    } catch (err) {
      recordFailure(err);
    }
    scheduleNext();
  }

  function recordFailure(err: unknown): void {
    failures += 1;
    log.warn({ err, failures }, 'an action of the live till failed');
    if (failures < MAX_FAILURES) return;
    state = { ...state, isSelling: false };
    log.error({ failures }, 'the live till stopped after repeated failures');
  }

  async function change(next: LiveTillState): Promise<void> {
    cancelPause();
    state = { ...next, isSelling: next.isSelling && !isStopped };
    failures = 0;
    await currentAction;
    scheduleNext();
  }

  return {
    getState: () => state,
    change,
    stop() {
      isStopped = true;
      return change({ ...state, isSelling: false });
    },
  };
}
