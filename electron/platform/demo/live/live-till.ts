import type { Kysely } from 'kysely';
import type { Clock } from '../../../base/clock.ts';
import { createDemoShopsRepository } from '../../../store/demo/demo-shops-repository.ts';
import type { DemoShopsTable, StoreSchema } from '../../../store/schema.ts';
import type { DemoProfile } from '../demo-profile.ts';
import { HET_KLUWEN } from '../het-kluwen.ts';
import { LINDE_EN_LOOF } from '../linde-en-loof.ts';
import { randomStream } from '../prng.ts';
import { createSeller, type Seller, type SellerDeps } from './seller.ts';
import { createSellingLoop, type SellingLog, type SellingLoop } from './selling-loop.ts';

export interface LiveTillDeps {
  readonly db: Kysely<StoreSchema>;
  readonly clock: Clock;
  readonly log: SellingLog;
  readonly perMinute: number;
  /** Those that the shops were opened with. Default: those of the demo. */
  readonly profiles?: readonly WeightedProfile[];
}

/** An account with its part of what goes on. */
export type WeightedProfile = readonly [profile: DemoProfile, weight: number];

const PROFILES: readonly WeightedProfile[] = [
  [LINDE_EN_LOOF, 9],
  [HET_KLUWEN, 1],
];

/**
 * The demo shops while one watches, at rest until told to sell. Null where the store has none or was generated: that one
 * is never added to. The shops have to be open: what is planned up to this start has to be in the store.
 */
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
  // Opened with the first action: a program that never sells need not know the plans.
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
