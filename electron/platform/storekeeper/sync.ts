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
import { makeAllOrdersDue } from './order-listing.ts';
import { sleep } from './pace.ts';
import { getProblemFact, isAnswering, isFirstCopyDone } from './status.ts';
import { createCheckTask, lastCheck } from './sync-check.ts';
import type { SyncContext, Task } from './sync-context.ts';
import { createListTask, makeListDue, readListTime } from './sync-lists.ts';
import { createOrdersTask } from './sync-orders.ts';

/** Tasks of a lane run one after the other, the first due one first. Lanes run concurrently. */
type Lane = readonly Task[];

const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** Fact: when a full reading was requested. Another program may write it. */
const READ_AGAIN = 'again';

export async function requestFullReading(db: StoreKeeperDb, now: number): Promise<void> {
  await writeFacts(db, { [READ_AGAIN]: String(now) });
}

export interface SyncHooks {
  /** Called when `isAnswering` becomes true, possibly more than once. */
  readonly markComplete: () => Promise<void>;
  readonly warn: (error: unknown, task: string) => void;
}

/**
 * Reads until nothing is due and the first reading is complete. A failed task waits while others continue. Throws
 * `PlatformError` if no task can continue.
 */
export async function readAccount(context: SyncContext, { markComplete, warn }: SyncHooks): Promise<void> {
  const { db, clock } = context;
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const waits = createWaits(clock);
  const lanes = createLanes({ ...context, signal });
  const inProgress = new Map<Lane, Promise<void>>();
  let endedSteps = 0;
  let stepEnded = Promise.withResolvers<void>();

  async function runTask(task: Task): Promise<void> {
    try {
      await task.runStep();
      waits.end(task);
      await writeProblem(db, task, null);
    } catch (error) {
      if (endsReading(error, signal)) throw error;
      warn(error, task.name);
      waits.begin(task, error as PlatformError);
      context.assertCanContinue();
      await writeProblem(db, task, (error as PlatformError).message);
    }
    // The copy also answers if products turn out to be unreadable.
    if (await isAnswering(db)) await markComplete();
  }

  /** Starts due tasks in idle lanes. Returns the time until another one is due. */
  async function beginDueTasks(): Promise<number> {
    let nextMs = Number.POSITIVE_INFINITY;
    const areOrdersReady = await isReadyForOrders(db, waits);
    for (const lane of lanes) {
      if (inProgress.has(lane) || !(areOrdersReady || lane.some(isNeededForOrders))) continue;
      const { task, waitMs } = await findDue(lane);
      nextMs = Math.min(nextMs, waitMs);
      if (task === null) continue;
      const working = runTask(task)
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

  /** Finds the first due task, or `null` and the time until one is due. */
  async function findDue(lane: Lane): Promise<{ readonly task: Task | null; readonly waitMs: number }> {
    let waitMs = Number.POSITIVE_INFINITY;
    for (const task of lane) {
      const dueAt = await task.getDueAt();
      if (dueAt === null) continue;
      const taskWaitMs = Math.max(dueAt - clock.now(), waits.getRemainingMs(task));
      if (taskWaitMs <= 0) return { task, waitMs: Number.POSITIVE_INFINITY };
      waitMs = Math.min(waitMs, taskWaitMs);
    }
    return { task: null, waitMs };
  }

  /** Waits until a step ends or the time has passed. */
  async function waitForNext(waitMs: number): Promise<void> {
    const over = new AbortController();
    const timer = Number.isFinite(waitMs) ? [sleep(clock, waitMs, over.signal).catch(() => undefined)] : [];
    await untilAborted(signal, Promise.race([stepEnded.promise, ...timer])).finally(() => over.abort());
  }

  await writeShopsNote(context);
  try {
    for (;;) {
      context.assertCanContinue();
      signal.throwIfAborted();
      await startFullReading(context, waits);
      const before = endedSteps;
      stepEnded = Promise.withResolvers();
      const waitMs = await beginDueTasks();
      // A step that has ended in the meantime may have made something due.
      const isIdle = inProgress.size === 0 && endedSteps === before;
      if (isIdle && (await isFirstCopyDone(db))) break;
      await waitForNext(waitMs);
    }
  } finally {
    stopping.abort();
    await Promise.all(inProgress.values());
  }
  await writeShopsNote(context);
}

/** Orders refer to shops, products and their turnover groups, so these are read first. */
function isNeededForOrders({ name }: Task): boolean {
  return name in LISTS && name !== 'customers';
}

function createLanes(context: SyncContext): readonly Lane[] {
  const lists = LIST_NAMES.map((name) => [createListTask(context, name)]);
  return [...lists, [createOrderIdsTask(context), createCheckTask(context), createOrdersTask(context)]];
}

/** Whether the lists that orders need have been read, cannot be read, or failed several times. */
async function isReadyForOrders(db: StoreKeeperDb, waits: Waits): Promise<boolean> {
  for (const name of ['products', 'configuration'] as const) {
    const isSettled = (await readListTime(db, name)) !== null || waits.getFailures(name) >= MAX_FAILURES_BEFORE_ORDERS;
    if (!isSettled && (await readMissingUntil(db, LISTS[name].functions)) === null) return false;
  }
  return true;
}

const MAX_FAILURES_BEFORE_ORDERS = 3;

type Waits = ReturnType<typeof createWaits>;

const SECOND_MS = 1_000;

/** Waits after the first, second, … failure of a task. */
const WAITS_MS = [1, 2, 4, 8, 15, 30, 60, 300, 900, 3_600].map((seconds) => seconds * SECOND_MS);

/** Wait if StoreKeeper is unreachable or busy, which is not the task's fault. */
const UNREACHED_WAIT_MS = 5 * SECOND_MS;

/** Tracks how long failed tasks have to wait. */
function createWaits(clock: SyncContext['clock']) {
  const waits = new Map<string, { readonly failures: number; readonly at: number; readonly durationMs: number }>();
  return {
    getFailures: (name: string) => waits.get(name)?.failures ?? 0,
    begin({ name }: Task, { isUnreached, code }: PlatformError): void {
      const isTaskFault = !isUnreached && code !== 'busy';
      const failures = (waits.get(name)?.failures ?? 0) + (isTaskFault ? 1 : 0);
      const ownMs = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? 0;
      waits.set(name, { failures, at: clock.now(), durationMs: isTaskFault ? ownMs : UNREACHED_WAIT_MS });
    },
    end: ({ name }: Task) => void waits.delete(name),
    clear: () => waits.clear(),
    getRemainingMs({ name }: Task): number {
      const wait = waits.get(name);
      const passedMs = clock.now() - (wait?.at ?? 0);
      // A clock that was set back must not extend the wait.
      return wait === undefined || passedMs < 0 ? 0 : Math.max(0, wait.durationMs - passedMs);
    },
  };
}

async function startFullReading({ db, clock }: SyncContext, waits: Waits): Promise<void> {
  if ((await readFact(db, READ_AGAIN)) === undefined) return;
  waits.clear();
  await forgetRefusals(db, Object.keys(STOREKEEPER_FUNCTIONS) as StoreKeeperFunction[]);
  for (const name of LIST_NAMES) await makeListDue(db, name);
  await makeAllOrdersDue(db, clock.now());
  await lastCheck.write(db, { ...(await lastCheck.read(db)), isAsked: true });
  await writeFacts(db, { [READ_AGAIN]: null });
}

async function writeProblem(db: StoreKeeperDb, { name }: Task, problem: string | null): Promise<void> {
  const fact = getProblemFact(name);
  if ((await readFact(db, fact)) !== (problem ?? undefined)) await writeFacts(db, { [fact]: problem });
}

/**
 * It is not documented which shops a channel key can see. The note lists the shops in the copy, because others may be
 * missing.
 */
async function writeShopsNote({ db, session, clock }: SyncContext): Promise<void> {
  const { ownShopId } = await accountFacts.read(db);
  const titles = (await readShopsWithOrders(db)).map(({ title }) => title);
  const given = titles.join(', ') || `${ownShopId ?? ''}`;
  const notes = session.isChannel ? [createNote('shops_not_read', 'list', 'shops', { given })] : [];
  await replaceNotes(db, 'list:shops', notes, clock.now());
}
