import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { PlatformError, type PlatformErrorCode } from '../platform-error.ts';
import { jsonFact } from './facts.ts';
import type { StoreKeeperFunction } from './functions.ts';

/** Which functions the account answers. One that is missing is found out once, and left alone for a day. */
interface Offer {
  /** Whether it ever answered: then it is there, whatever it says now. */
  readonly hasAnswered: boolean;
  /** When it was found missing, and why; null where it was not. */
  readonly missingAt: number | null;
  readonly reason: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** So many times in a row a function that never answered failed in the same way, which may pass. */
const MAX_SAME_FAILURES = 3;

/** An order that is refused is no missing function, and five in a row are. */
const MAX_REFUSALS: Partial<Record<StoreKeeperFunction, number>> = { getOrder: 5 };

const REFUSALS: ReadonlySet<PlatformErrorCode> = new Set(['rejected', 'forbidden', 'invalid_answer']);

const FAILURES: ReadonlySet<PlatformErrorCode> = new Set(['unavailable', 'timeout']);

const offerOf = (name: StoreKeeperFunction) =>
  jsonFact<Offer>(`function ${name}`, { hasAnswered: false, missingAt: null, reason: '' });

export interface Offers {
  isMissing(name: StoreKeeperFunction): Promise<boolean>;
  noteAnswer(name: StoreKeeperFunction): Promise<void>;
  /** Whether the function is missing by now. */
  noteFailure(name: StoreKeeperFunction, error: PlatformError): Promise<boolean>;
}

export function createOffers(db: StoreKeeperDb, clock: Pick<Clock, 'now'>): Offers {
  const answered = new Set<StoreKeeperFunction>();
  const failures = new Map<StoreKeeperFunction, { readonly count: number; readonly way: string }>();

  return {
    async isMissing(name) {
      const { missingAt } = await offerOf(name).read(db);
      return missingAt !== null && ageOf(clock, missingAt) < DAY_MS;
    },

    async noteAnswer(name) {
      failures.delete(name);
      if (answered.has(name)) return;
      answered.add(name);
      await offerOf(name).write(db, { hasAnswered: true, missingAt: null, reason: '' });
    },

    async noteFailure(name, error) {
      const isRefusal = REFUSALS.has(error.code);
      if (error.isUnreached || !(isRefusal || FAILURES.has(error.code))) return false;
      if ((await offerOf(name).read(db)).hasAnswered) return false;
      const way = `${error.code} ${error.message.replace(/\d+/g, '')}`;
      const before = failures.get(name);
      const count = before?.way === way ? before.count + 1 : 1;
      failures.set(name, { count, way });
      if (count < (isRefusal ? (MAX_REFUSALS[name] ?? 1) : MAX_SAME_FAILURES)) return false;
      failures.delete(name);
      await offerOf(name).write(db, { hasAnswered: false, missingAt: clock.now(), reason: error.message });
      return true;
    },
  };
}

/** Why a function is left alone; null where it is not missing. */
export async function readRefusal(db: StoreKeeperDb, name: StoreKeeperFunction): Promise<string | null> {
  const { missingAt, reason } = await offerOf(name).read(db);
  return missingAt === null ? null : reason;
}

/** When all of these functions were found missing: a day after the first of them is tried again. Null where one is not. */
export async function readMissingSince(
  db: StoreKeeperDb,
  names: readonly StoreKeeperFunction[],
): Promise<number | null> {
  const offers = await Promise.all(names.map((name) => offerOf(name).read(db)));
  const times = offers.flatMap(({ missingAt }) => missingAt ?? []);
  return times.length < names.length ? null : Math.min(...times);
}

/** Missing functions are tried again at once: rights may have been given. */
export async function forgetRefusals(db: StoreKeeperDb, names: readonly StoreKeeperFunction[]): Promise<void> {
  for (const name of names) {
    const offer = await offerOf(name).read(db);
    if (offer.missingAt !== null) await offerOf(name).write(db, { ...offer, missingAt: null });
  }
}

export const MISSING_MS = DAY_MS;

/** What says nothing of the call alone: the user has to sign in again, or nobody wants the copy any more. */
export function endsReading(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || !(error instanceof PlatformError)) return true;
  return error.code === 'session_ended' || error.code === 'credentials_refused';
}
