import { untilAborted } from '../../base/clock.ts';
import { readFact, writeFacts } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import { readShopsWithOrders } from '../../store/copies/storekeeper-orders.ts';
import type { PlatformError } from '../platform-error.ts';
import { accountFacts } from './facts.ts';
import { STOREKEEPER_FUNCTIONS, type StoreKeeperFunction } from './functions.ts';
import { LISTS, type ListName } from './lists.ts';
import { createNote } from './notes.ts';
import { endsReading, forgetRefusals, readMissingUntil } from './offers.ts';
import { createOrderIdsTask } from './order-ids.ts';
import { readOrdersAgain } from './order-listing.ts';
import { sleep } from './pace.ts';
import { isAnswering, isFirstCopyDone, problemFact } from './status.ts';
import { createCheckTask, lastCheck } from './sync-check.ts';
import type { SyncContext, Task } from './sync-context.ts';
import { createListTask, makeListDue, readListTime } from './sync-lists.ts';
import { createOrdersTask } from './sync-orders.ts';

/** Tasks of one lane are done one after the other: the first that is due. Lanes do not wait for each other. */
type Lane = readonly Task[];

const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** Everything is read again: a fact, with when that was asked for. Another program may write it. */
const AGAIN = 'again';

export async function askToReadAgain(db: StoreKeeperDb, now: number): Promise<void> {
  await writeFacts(db, { [AGAIN]: String(now) });
}

export interface SyncHooks {
  /** Called once `isAnswering`, and perhaps again. */
  readonly becomeWhole: () => Promise<void>;
  readonly warn: (error: unknown, task: string) => void;
}

/**
 * Reads on until nothing is due; a first copy until it is done. A task that fails waits by itself, and the others go on.
 * Throws `PlatformError` where nobody can read on.
 */
export async function readAccount(context: SyncContext, { becomeWhole, warn }: SyncHooks): Promise<void> {
  const { db, clock } = context;
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const waits = createWaits(clock);
  const lanes = createLanes({ ...context, signal });
  const inProgress = new Map<Lane, Promise<void>>();
  let endedSteps = 0;
  let stepEnded = Promise.withResolvers<void>();

  async function step(task: Task): Promise<void> {
    try {
      await task.step();
      waits.end(task);
      await noteProblem(db, task, null);
    } catch (error) {
      if (endsReading(error, signal)) throw error;
      warn(error, task.name);
      waits.begin(task, error as PlatformError);
      context.expectOn();
      await noteProblem(db, task, (error as PlatformError).message);
    }
    // What cannot be read is not waited for either.
    if (await isAnswering(db)) await becomeWhole();
  }

  /** Begins what is due in lanes that are idle. Answers how long it is until something else is. */
  async function beginDueTasks(): Promise<number> {
    let nextMs = Number.POSITIVE_INFINITY;
    const areOrdersReady = await isReadyForOrders(db, waits);
    for (const lane of lanes) {
      if (inProgress.has(lane) || !(areOrdersReady || lane.some(isBeforeOrders))) continue;
      const { task, waitMs } = await findDue(lane);
      nextMs = Math.min(nextMs, waitMs);
      if (task === null) continue;
      const working = step(task)
        .catch((error: unknown) => stopping.abort(error))
        .finally(() => {
          inProgress.delete(lane);
          endedSteps += 1;
          stepEnded.resolve();
        });
      inProgress.set(lane, working);
    }
    return nextMs;
  }

  /** The first task that is due, or null and how long until one is. */
  async function findDue(lane: Lane): Promise<{ readonly task: Task | null; readonly waitMs: number }> {
    let waitMs = Number.POSITIVE_INFINITY;
    for (const task of lane) {
      const dueAt = await task.dueAt();
      if (dueAt === null) continue;
      const taskWaitMs = Math.max(dueAt - clock.now(), waits.leftMs(task));
      if (taskWaitMs <= 0) return { task, waitMs: Number.POSITIVE_INFINITY };
      waitMs = Math.min(waitMs, taskWaitMs);
    }
    return { task: null, waitMs };
  }

  /** Waits until a step has ended, or so much time has passed. */
  async function waitForNext(waitMs: number): Promise<void> {
    const over = new AbortController();
    const timer = Number.isFinite(waitMs) ? [sleep(clock, waitMs, over.signal).catch(() => undefined)] : [];
    await untilAborted(signal, Promise.race([stepEnded.promise, ...timer])).finally(() => over.abort());
  }

  await noteOtherShops(context);
  try {
    for (;;) {
      context.expectOn();
      signal.throwIfAborted();
      await beginAgain(context, waits);
      const before = endedSteps;
      stepEnded = Promise.withResolvers();
      const waitMs = await beginDueTasks();
      // A step that ended meanwhile may have made something due.
      const isIdle = inProgress.size === 0 && endedSteps === before;
      if (isIdle && (await isFirstCopyDone(db))) break;
      await waitForNext(waitMs);
    }
  } finally {
    stopping.abort();
    await Promise.all(inProgress.values());
  }
  await noteOtherShops(context);
}

/** Products have turnover groups, and orders have shops and products: these come first. */
function isBeforeOrders({ name }: Task): boolean {
  return name in LISTS && name !== 'customers';
}

function createLanes(context: SyncContext): readonly Lane[] {
  const lists = LIST_NAMES.map((name) => [createListTask(context, name)]);
  return [...lists, [createOrderIdsTask(context), createCheckTask(context), createOrdersTask(context)]];
}

/** What orders are read with: these lists have been read, cannot be, or failed several times. */
async function isReadyForOrders(db: StoreKeeperDb, waits: Waits): Promise<boolean> {
  for (const name of ['products', 'configuration'] as const) {
    const isSettled = (await readListTime(db, name)) !== null || waits.failuresOf(name) >= MAX_FAILURES_BEFORE_ORDERS;
    if (!isSettled && (await readMissingUntil(db, LISTS[name].functions)) === null) return false;
  }
  return true;
}

const MAX_FAILURES_BEFORE_ORDERS = 3;

type Waits = ReturnType<typeof createWaits>;

const SECOND_MS = 1_000;

/** After the first failure of a task, the second, and so on. */
const WAITS_MS = [1, 2, 4, 8, 15, 30, 60, 300, 900, 3_600].map((seconds) => seconds * SECOND_MS);

/** Nobody was reached, or StoreKeeper asks to wait: that is not the fault of this task. */
const UNREACHED_MS = 5 * SECOND_MS;

/** How long tasks that failed are left alone. */
function createWaits(clock: SyncContext['clock']) {
  const begun = new Map<string, { readonly failures: number; readonly at: number; readonly forMs: number }>();
  return {
    failuresOf: (name: string) => begun.get(name)?.failures ?? 0,
    begin({ name }: Task, { isUnreached, code }: PlatformError): void {
      const isOfTask = !isUnreached && code !== 'busy';
      const failures = (begun.get(name)?.failures ?? 0) + (isOfTask ? 1 : 0);
      const ownMs = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
      begun.set(name, { failures, at: clock.now(), forMs: isOfTask ? ownMs : UNREACHED_MS });
    },
    end: ({ name }: Task) => void begun.delete(name),
    clear: () => begun.clear(),
    leftMs({ name }: Task): number {
      const wait = begun.get(name);
      const passedMs = clock.now() - (wait?.at ?? 0);
      // A clock that was set back must not make it longer.
      return wait === undefined || passedMs < 0 ? 0 : Math.max(0, wait.forMs - passedMs);
    },
  };
}

async function beginAgain({ db, clock }: SyncContext, waits: Waits): Promise<void> {
  if ((await readFact(db, AGAIN)) === undefined) return;
  waits.clear();
  await forgetRefusals(db, Object.keys(STOREKEEPER_FUNCTIONS) as StoreKeeperFunction[]);
  for (const name of LIST_NAMES) await makeListDue(db, name);
  await readOrdersAgain(db, clock.now());
  await lastCheck.write(db, { ...(await lastCheck.read(db)), isAsked: true });
  await writeFacts(db, { [AGAIN]: null });
}

async function noteProblem(db: StoreKeeperDb, { name }: Task, problem: string | null): Promise<void> {
  const fact = problemFact(name);
  if ((await readFact(db, fact)) !== (problem ?? undefined)) await writeFacts(db, { [fact]: problem });
}

/** Which shops a channel key sees is not known: those that are in the copy are named, as others may not be. */
async function noteOtherShops({ db, session, clock }: SyncContext): Promise<void> {
  const { ownShopId } = await accountFacts.read(db);
  const titles = (await readShopsWithOrders(db)).map(({ title }) => title);
  const given = titles.join(', ') || `${ownShopId ?? ''}`;
  const notes = session.isChannel ? [createNote('shops_not_read', 'list', 'shops', { given })] : [];
  await replaceNotes(db, 'list:shops', notes, clock.now());
}
