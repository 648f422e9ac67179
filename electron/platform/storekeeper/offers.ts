import { getAgeMs } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import { createJsonFact } from './facts.ts';
import type { StoreKeeperFunction } from './functions.ts';

/** Whether the account has a function. A missing one is not called again for a day. */
interface Offer {
  /** Whether it ever answered. One refusal then does not mean that it is missing. */
  readonly hasAnswered: boolean;
  /** The time when it was found missing; `null` if it was not. */
  readonly missingAt: number | null;
  /** Milliseconds after `missingAt` in which it is not called. */
  readonly forMs: number;
  readonly reason: string;
}

const DAY_MS = 24 * 60 * 60_000;

const QUARTER_MS = 15 * 60_000;

/** The copy is nearly empty without these, so a temporary failure does not make them missing for a day. */
const ESSENTIAL: ReadonlySet<StoreKeeperFunction> = new Set([
  ...(['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts', 'listOrderIds', 'getOrder'] as const),
  'listConfigurations',
]);

/** A function that never answered is missing after this many consecutive temporary failures. */
const MAX_FAILURES = 3;

/**
 * Orders can be refused one by one, so a `getOrder` that never answered is missing only after this many consecutive
 * refusals. It is retried soon.
 */
const MAX_REFUSED_ORDERS = 30;

/** A function that answered before is missing after this many consecutive refusals. */
const MAX_REFUSALS = 5;

/** Error codes that say that StoreKeeper objects to the call. */
export const REFUSALS: ReadonlySet<PlatformErrorCode> = new Set(['rejected', 'forbidden', 'invalid_answer']);

const FAILURES: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout']);

const UNKNOWN_OFFER: Offer = { hasAnswered: false, missingAt: null, forMs: DAY_MS, reason: '' };

const getOffer = (name: StoreKeeperFunction) => createJsonFact<Offer>(`function ${name}`, UNKNOWN_OFFER);

export interface Offers {
  isMissing(name: StoreKeeperFunction): Promise<boolean>;
  recordAnswer(name: StoreKeeperFunction): Promise<void>;
  /** Whether the function counts as missing now. */
  recordFailure(name: StoreKeeperFunction, error: PlatformError): Promise<boolean>;
}

export function createOffers(db: StoreKeeperDb, clock: Pick<Clock, 'now'>): Offers {
  const answered = new Set<StoreKeeperFunction>();
  /** Number of consecutive failures of each function. */
  const failures = new Map<StoreKeeperFunction, number>();

  return {
    async isMissing(name) {
      const { missingAt, forMs } = await getOffer(name).read(db);
      return missingAt !== null && getAgeMs(clock, missingAt) < forMs;
    },

    async recordAnswer(name) {
      failures.delete(name);
      if (answered.has(name)) return;
      answered.add(name);
      await getOffer(name).write(db, { ...UNKNOWN_OFFER, hasAnswered: true });
    },

    async recordFailure(name, error) {
      const isRefusal = REFUSALS.has(error.code);
      if (error.isUnreached || !(isRefusal || FAILURES.has(error.code))) return false;
      const { hasAnswered } = await getOffer(name).read(db);
      // A failure may be temporary, and a refused `getOrder` may concern only that order.
      if (hasAnswered && (!isRefusal || name === 'getOrder')) return false;
      const count = (failures.get(name) ?? 0) + 1;
      failures.set(name, count);
      if (count < getMaxFailures(name, { isRefusal, hasAnswered })) return false;
      failures.delete(name);
      answered.delete(name);
      const isCertain = isRefusal && !hasAnswered && name !== 'getOrder';
      const forMs = isCertain || !ESSENTIAL.has(name) ? DAY_MS : QUARTER_MS;
      await getOffer(name).write(db, { hasAnswered, missingAt: clock.now(), forMs, reason: error.message });
      return true;
    },
  };
}

function getMaxFailures(
  name: StoreKeeperFunction,
  { isRefusal, hasAnswered }: { isRefusal: boolean; hasAnswered: boolean },
) {
  if (!isRefusal) return MAX_FAILURES;
  if (name === 'getOrder') return MAX_REFUSED_ORDERS;
  return hasAnswered ? MAX_REFUSALS : 1;
}

/** Returns why a function is not called; `null` if it is not missing. */
export async function readRefusal(db: StoreKeeperDb, name: StoreKeeperFunction): Promise<string | null> {
  const { missingAt, reason } = await getOffer(name).read(db);
  return missingAt === null ? null : reason;
}

/** Returns when the first of these functions is retried if all are missing; `null` if one is not. */
export async function readMissingUntil(
  db: StoreKeeperDb,
  names: readonly StoreKeeperFunction[],
): Promise<number | null> {
  const offers = await Promise.all(names.map((name) => getOffer(name).read(db)));
  const times = offers.flatMap(({ missingAt, forMs }) => (missingAt === null ? [] : [missingAt + forMs]));
  return times.length < names.length ? null : Math.min(...times);
}

/** Retries missing functions immediately, because rights may have been granted. */
export async function forgetRefusals(db: StoreKeeperDb, names: readonly StoreKeeperFunction[]): Promise<void> {
  for (const name of names) {
    const offer = await getOffer(name).read(db);
    if (offer.missingAt !== null) await getOffer(name).write(db, { ...offer, missingAt: null });
  }
}

/** Whether the error concerns more than this call: the user has to sign in again, or the reading was stopped. */
export function endsReading(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || !(error instanceof PlatformError)) return true;
  return error.code === 'session_ended' || error.code === 'credentials_refused';
}
