import type { LiveTillState } from '../../../../shared/contract/window.ts';
import type { Clock } from '../../../base/clock.ts';
import { createDemoShopsRepository } from '../../../store/demo/demo-shops-repository.ts';
import { readSalePrices } from '../../../store/demo/live-shop-queries.ts';
import type { DemoShopsTable, StoreDb } from '../../../store/schema.ts';
import { inWriteTransaction, lockAccount } from '../../../store/transactions.ts';
import { readVersions } from '../../../store/versions.ts';
import type { SellableProduct } from '../catalog.ts';
import type { DemoProfile } from '../demo-profile.ts';
import { type DemoModel, makeModel } from '../model.ts';
import { type Random, randomStream } from '../prng.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../shop-profiles.ts';
import { collectInvoice, countStock, reprice, sell, sendParcel, takeBack } from './live-actions.ts';
import { closedPlans, isLiveOrder, type LiveAction } from './live-orders.ts';

export interface LiveTillDeps {
  readonly db: StoreDb;
  readonly clock: Clock;
  readonly log: SellingLog;
  readonly perMinute: number;
  /** The profiles with which the shops were opened. Default: the demo profiles. */
  readonly profiles?: readonly WeightedProfile[];
}

export type WeightedProfile = readonly [profile: DemoProfile, weight: number];

const PROFILES: readonly WeightedProfile[] = [
  [LINDE_EN_LOOF, 9],
  [HET_KLUWEN, 1],
];

/** `null` if the store has no demo shops or was generated. Call it after `openDemoShops`. */
export async function createLiveTill({
  db,
  clock,
  log,
  perMinute,
  profiles = PROFILES,
}: LiveTillDeps): Promise<SellingLoop | null> {
  const { find } = createDemoShopsRepository(db);
  const shops = await Promise.all(profiles.map(({ 0: { ids } }) => find(ids.account)));
  const [first] = shops;
  if (!first || !shops.every((shop) => shop?.is_fixed === 0)) return null;
  const random = randomStream(first.seed, 'live till', clock.now());
  // Created at the first action, because planning takes time and a program may never sell.
  let sellers: readonly (readonly [Seller, number])[] | undefined;
  const act = () => {
    sellers ??= openSellers({ db, clock, random }, profiles, shops);
    return random.weighted(sellers)();
  };
  return createSellingLoop({ act, clock, random, log }, perMinute);
}

function openSellers(
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
  const planned = makeModel(profile, seed);
  const closed = closedPlans(planned, topped_up_until);
  const isClosed = (id: number) => closed.has(id) || isLiveOrder(ids, id);
  let priced = { version: '', model: planned };

  return () =>
    inWriteTransaction(db, async (transaction) => {
      await lockAccount(transaction, ids.account);
      const version = await readVersions(transaction, ids.account, ['products']);
      if (version !== priced.version) {
        const prices = await readSalePrices(transaction, ids.account);
        priced = { version, model: withStorePrices(planned, prices) };
      }
      const now = Math.floor(clock.now() / MS_PER_SECOND) * MS_PER_SECOND;
      const context = { db: transaction, model: priced.model, random, now, isClosed };
      const isDone = await random.weighted(ACTIONS)(context);
      if (!isDone) await sell(context);
    });
}

type SalePrices = Awaited<ReturnType<typeof readSalePrices>>;

/**
 * The model with the sale prices of the store instead of those of the seed. Products without a sale price are not sold.
 */
function withStorePrices(model: DemoModel, prices: SalePrices): DemoModel {
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
  state(): LiveTillState;
  /** Takes effect after the current action. */
  change(state: LiveTillState): Promise<void>;
  stop(): Promise<void>;
}

const MS_PER_MINUTE = 60_000;

const FAILURES_IN_A_ROW = 10;

/** Minimum and maximum length of a pause, relative to the average. */
const SHORTEST = 0.5;

const LONGEST = 1.5;

/** Repeats an action with varying pauses. Does not start by itself. */
export function createSellingLoop({ act, clock, random, log }: SellingLoopDeps, perMinute: number): SellingLoop {
  let state: LiveTillState = { isSelling: false, perMinute };
  let isStopped = false;
  let failures = 0;
  let underWay = Promise.resolve();
  let cancelPause = () => {};

  function pause(): void {
    cancelPause();
    if (!state.isSelling) return;
    const part = SHORTEST + (LONGEST - SHORTEST) * random.fraction();
    cancelPause = clock.after((part * MS_PER_MINUTE) / state.perMinute, () => {
      underWay = actOnce();
    });
  }

  async function actOnce(): Promise<void> {
    try {
      await act();
      failures = 0;
    } catch (err) {
      noteFailure(err);
    }
    pause();
  }

  function noteFailure(err: unknown): void {
    failures += 1;
    log.warn({ err, failures }, 'an action of the live till failed');
    if (failures < FAILURES_IN_A_ROW) return;
    state = { ...state, isSelling: false };
    log.error({ failures }, 'the live till stopped after repeated failures');
  }

  async function change(next: LiveTillState): Promise<void> {
    cancelPause();
    state = { ...next, isSelling: next.isSelling && !isStopped };
    failures = 0;
    await underWay;
    pause();
  }

  return {
    state: () => state,
    change,
    stop() {
      isStopped = true;
      return change({ ...state, isSelling: false });
    },
  };
}
