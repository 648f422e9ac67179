import type { UserReference } from '../../base/caller.ts';
import { type Clock, untilAborted } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { type CopyDb, readFact, writeFacts } from '../../store/copies/copy-store.ts';
import { openStoreKeeperCopy, type StoreKeeperDb, storeKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import type { CopyReading, CopySource } from '../copy-source.ts';
import type { PlatformCalls } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { createHandshake, isPlanFresh, type ReadingPlan } from './handshake.ts';
import { createStoreKeeperAnswers } from './storekeeper-answers.ts';
import { COPIED_CALLS } from './storekeeper-platform.ts';
import type { StoreKeeperSession } from './storekeeper-sign-in.ts';
import { isAnswering, PLAN, problemFact, readKnownPlan, readUpTo, statusOfAccount } from './storekeeper-status.ts';
import { createCheckStream, makeCheckDue } from './sync/check-stream.ts';
import { createCustomersStream, makeCustomersDue } from './sync/customers-stream.ts';
import { readListing } from './sync/order-listing.ts';
import { createOrdersStream, makeOrdersDue } from './sync/orders-stream.ts';
import { createProductsStream, makeProductsDue } from './sync/products-stream.ts';
import { createReferenceStream, makeReferenceDue } from './sync/reference-stream.ts';
import type { Stream, SyncContext } from './sync/stream.ts';

export interface StoreKeeperSourceDeps {
  readonly sessionOf: (caller: UserReference) => StoreKeeperSession;
  /** The built-in platform on a store. */
  readonly answerFrom: (db: CopyDb) => PlatformCalls;
  readonly backOffice: string | null;
  readonly log: Log;
}

/** How an account is copied: every sort of record is a stream, and they are read in turn. */
export function createStoreKeeperSource(deps: StoreKeeperSourceDeps): CopySource {
  return {
    calls: COPIED_CALLS,
    isAloneInAnswering: true,
    mostAgeMs: () => Number.POSITIVE_INFINITY,
    async open(file, clock) {
      const store = await openStoreKeeperCopy(file, clock);
      const db = storeKeeperDb(store.db);
      const rests = createRests(clock);
      return {
        answers: createStoreKeeperAnswers({ db, embedded: deps.answerFrom(store.db), backOffice: deps.backOffice }),
        readAt: (call) => readUpTo(db, call, clock.now()),
        readOn: (reading) => readOn({ ...deps, db, clock, rests }, reading),
        readAgain: () => makeAllDue(db),
        isWhole: () => isAnswering(db),
        status: () => statusOfAccount(db, clock.now()),
        close: store.close,
      };
    },
  };
}

/** In this order, as products have turnover groups, and orders have shops and products. */
const STREAMS: readonly ((context: SyncContext) => Stream)[] = [
  createReferenceStream,
  createProductsStream,
  createOrdersStream,
  createCustomersStream,
  createCheckStream,
];

async function makeAllDue(db: StoreKeeperDb): Promise<void> {
  // Rights may have been given since.
  const plan = await readKnownPlan(db);
  if (plan !== null) await outdatePlan(db, plan);
  await makeReferenceDue(db);
  await makeProductsDue(db);
  await makeCustomersDue(db);
  await makeOrdersDue(db);
  await makeCheckDue(db);
}

interface ReadingDeps extends Pick<StoreKeeperSourceDeps, 'sessionOf' | 'log'> {
  readonly rests: ReturnType<typeof createRests>;
  readonly db: StoreKeeperDb;
  readonly clock: Clock;
}

/**
 * Makes one step of each stream after the other until nothing is due; products before all others. A stream that fails rests,
 * and the others go on.
 */
async function readOn({ db, clock, sessionOf, rests, log }: ReadingDeps, reading: CopyReading): Promise<void> {
  const { signal, expectOn } = reading;
  const session = sessionOf(reading.caller);
  let plan = await planOf(db, clock, session, signal);
  let streams = streamsBy(plan);
  /** Whether something was refused that this plan says is given. */
  let isRefused = false;
  for (;;) {
    expectOn();
    await renewPlan();
    const waits = await waitsOf(streams, clock);
    const due = streams.filter((stream) => waits.get(stream) === 0);
    if (due.length === 0) return;
    const restOf = ({ name }: Stream) => Math.max(rests.of(name), session.restOf(name));
    const ready = due.filter((stream) => restOf(stream) === 0);
    if (ready.length === 0) {
      // A first copy goes on by itself after a failure, also where nobody asks for anything.
      if (await isFirstCopyDone(db, plan)) return;
      const longest = [...waits].map(([stream, waitMs]) => Math.max(waitMs, restOf(stream)));
      await sleep(clock, Math.min(...longest), signal);
    }
    for (const stream of await firstOf(ready)) {
      expectOn();
      await step(stream);
    }
    if (await isAnswering(db)) await reading.becomeWhole();
  }

  /** Without products nothing is answered, and lines of orders have no turnover group: orders wait, unless products fail. */
  async function firstOf(ready: readonly Stream[]): Promise<readonly Stream[]> {
    if (await isAnswering(db)) return ready;
    const before = ready.filter(({ name }) => name === 'reference' || name === 'products');
    return before.length > 0 ? before : ready;
  }

  function streamsBy(by: ReadingPlan): readonly Stream[] {
    return STREAMS.map((create) => create({ db, session, plan: by, clock, signal, expectOn }));
  }

  /** A first copy takes longer than a plan holds. While StoreKeeper cannot be asked, reading goes on as it did. */
  async function renewPlan(): Promise<void> {
    if ((!isRefused && isPlanFresh(plan, clock)) || rests.of(PLAN) > 0) return;
    try {
      plan = await planOf(db, clock, session, signal);
      streams = streamsBy(plan);
      isRefused = false;
    } catch (error) {
      if (!(error instanceof PlatformError) || ENDS_READING.has(error.code) || signal.aborted) throw error;
      log.warn({ err: error }, 'how a StoreKeeper account is read could not be found out');
      rests.begin(PLAN);
    }
  }

  async function step(stream: Stream): Promise<void> {
    try {
      await stream.step();
      reading.noteOutcome(null);
      await noteProblem(db, stream.name, null);
    } catch (error) {
      if (!(error instanceof PlatformError) || ENDS_READING.has(error.code) || signal.aborted) throw error;
      log.warn({ err: error, stream: stream.name }, 'a stream of a StoreKeeper account rests');
      rests.begin(stream.name);
      reading.noteOutcome(error);
      await noteProblem(db, stream.name, error.message);
      // What it refuses now is asked for in another way by the next plan, which is made once the stream has rested. Until
      // then this one says how the rest is read.
      if (error.code !== 'forbidden' && error.code !== 'rejected') return;
      await outdatePlan(db, plan);
      isRefused = true;
      rests.begin(PLAN);
    }
  }
}

/** Nobody can read on: the user has to sign in again, or the disk is full. */
const ENDS_READING: ReadonlySet<string> = new Set(['session_ended', 'credentials_refused']);

/** That of an earlier run where it is still fresh. */
async function planOf(
  db: StoreKeeperDb,
  clock: Clock,
  session: StoreKeeperSession,
  signal: AbortSignal,
): Promise<ReadingPlan> {
  const known = await readKnownPlan(db);
  const plan = await createHandshake({ session, clock, known }).plan(signal);
  if (plan !== known) await writeFacts(db, { [PLAN]: JSON.stringify(plan) });
  return plan;
}

/** The next reading makes another one. */
function outdatePlan(db: StoreKeeperDb, plan: ReadingPlan): Promise<void> {
  return writeFacts(db, { [PLAN]: JSON.stringify({ ...plan, madeAt: 0 }) });
}

/** How long until each stream is due; those that have nothing to read are left out. */
async function waitsOf(streams: readonly Stream[], clock: Clock): Promise<Map<Stream, number>> {
  const waits = new Map<Stream, number>();
  for (const stream of streams) {
    const dueAt = await stream.dueAt();
    if (dueAt !== null) waits.set(stream, Math.max(0, dueAt - clock.now()));
  }
  return waits;
}

async function isFirstCopyDone(db: StoreKeeperDb, { resources }: ReadingPlan): Promise<boolean> {
  if (!(await isAnswering(db))) return false;
  return resources.orders.readBy === null || (await readListing(db)).isWhole;
}

const REST_MS = 5 * 60_000;

/** What was refused is left alone for a while; failures that pass have rests of the session besides. */
function createRests(clock: Pick<Clock, 'now'>) {
  const begun = new Map<string, number>();
  return {
    begin: (name: string) => void begun.set(name, clock.now()),
    of(name: string): number {
      const restedMs = clock.now() - (begun.get(name) ?? Number.NEGATIVE_INFINITY);
      // A clock that was set back must not make it longer.
      return restedMs >= 0 && restedMs < REST_MS ? REST_MS - restedMs : 0;
    },
  };
}

async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const cancel = clock.after(ms, over.resolve);
  await untilAborted(signal, over.promise).finally(cancel);
}

async function noteProblem(db: StoreKeeperDb, stream: string, problem: string | null): Promise<void> {
  const fact = problemFact(stream);
  if ((await readFact(db, fact)) !== (problem ?? undefined)) await writeFacts(db, { [fact]: problem });
}
