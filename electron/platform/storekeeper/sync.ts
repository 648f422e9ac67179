import { readFact, writeFacts } from '../../store/copies/copy-store.ts';
import type { StoreKeeperDb } from '../../store/copies/storekeeper-copy-store.ts';
import { replaceNotes } from '../../store/copies/storekeeper-copy-store.ts';
import { readShopsOfOrders } from '../../store/copies/storekeeper-orders.ts';
import type { PlatformError } from '../platform-error.ts';
import { accountFacts } from './facts.ts';
import { STOREKEEPER_FUNCTIONS, type StoreKeeperFunction } from './functions.ts';
import { LISTS, type ListName } from './lists.ts';
import { createNote } from './notes.ts';
import { endsReading, forgetRefusals } from './offers.ts';
import { sleep } from './pace.ts';
import { isAnswering, isFirstCopyDone, problemFact } from './status.ts';
import { createCheckTask, lastCheck } from './sync-check.ts';
import type { SyncContext, Task } from './sync-context.ts';
import { createListTask, makeListDue } from './sync-lists.ts';
import { createOrderIdsTask, createOrdersTask, makeOrdersDue } from './sync-orders.ts';

/** Tasks that are read at the same time. Of each group one after the other, the first that is due. */
type Group = readonly Task[];

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
  const stopping = new AbortController();
  const signal = AbortSignal.any([context.signal, stopping.signal]);
  const waits = createWaits(context.clock);
  const running = new Map<Group, Promise<void>>();
  const groups = createGroups({ ...context, signal });
  let ending: unknown = null;

  async function step(task: Task): Promise<void> {
    try {
      await task.step();
      waits.end(task);
      await noteProblem(context.db, task, null);
      if (await isAnswering(context.db)) await becomeWhole();
    } catch (error) {
      if (endsReading(error, signal)) throw error;
      warn(error, task.name);
      waits.begin(task, error as PlatformError);
      context.expectOn();
      await noteProblem(context.db, task, (error as PlatformError).message);
      // What cannot be read is not waited for either.
      if (await isAnswering(context.db)) await becomeWhole();
    }
  }

  function start(group: Group, task: Task): void {
    const work = step(task)
      .catch((error: unknown) => {
        ending ??= error;
        stopping.abort(error);
      })
      .finally(() => running.delete(group));
    running.set(group, work);
  }

  /** Starts what is due. Answers how long until something else is. */
  async function startDue(): Promise<number> {
    const { clock, db } = context;
    let waitMs = Number.POSITIVE_INFINITY;
    const isReady = await areProductsSettled(db, waits);
    for (const group of groups) {
      if (running.has(group) || (!isReady && !group.some(isBeforeOrders))) continue;
      for (const task of group) {
        const dueAt = await task.dueAt();
        if (dueAt === null) continue;
        const taskWaitMs = Math.max(dueAt - clock.now(), waits.leftMs(task));
        waitMs = Math.min(waitMs, Math.max(0, taskWaitMs));
        if (taskWaitMs > 0) continue;
        start(group, task);
        break;
      }
    }
    return waitMs;
  }

  try {
    for (;;) {
      context.expectOn();
      if (ending !== null) throw ending;
      await beginAgain(context, waits);
      const waitMs = await startDue();
      if (running.size === 0 && (await isFirstCopyDone(context.db))) break;
      await untilNext(running, waitMs);
    }
    await noteOtherShops(context);
  } finally {
    stopping.abort();
    await Promise.allSettled(running.values());
  }

  /** Until a task has ended, or another one is due. */
  async function untilNext(tasks: ReadonlyMap<Group, Promise<void>>, waitMs: number): Promise<void> {
    const over = new AbortController();
    const isTimed = Number.isFinite(waitMs) && (waitMs > 0 || tasks.size === 0);
    const timer = isTimed ? [sleep(context.clock, waitMs, AbortSignal.any([signal, over.signal]))] : [];
    try {
      await Promise.race([...tasks.values(), ...timer]);
    } finally {
      over.abort();
      for (const one of timer) one.catch(() => undefined);
    }
  }
}

/** Products have turnover groups, and orders have shops and products: these come first. */
function isBeforeOrders({ name }: Task): boolean {
  return name in LISTS && name !== 'customers';
}

function createGroups(context: SyncContext): readonly Group[] {
  const lists = LIST_NAMES.map((name) => [createListTask(context, name)]);
  return [...lists, [createOrderIdsTask(context), createOrdersTask(context)], [createCheckTask(context)]];
}

/** Whether orders need not wait for products any more. */
async function areProductsSettled(db: StoreKeeperDb, waits: Waits): Promise<boolean> {
  return (await isAnswering(db)) || waits.failuresOf('products') >= MAX_FAILURES_BEFORE_ORDERS;
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
  await makeOrdersDue(db, clock.now());
  await lastCheck.write(db, { ...(await lastCheck.read(db)), isAsked: true });
  await writeFacts(db, { [AGAIN]: null });
}

async function noteProblem(db: StoreKeeperDb, { name }: Task, problem: string | null): Promise<void> {
  const fact = problemFact(name);
  if ((await readFact(db, fact)) !== (problem ?? undefined)) await writeFacts(db, { [fact]: problem });
}

/** A channel key sees orders of its own shop, as far as is known: which others there may be is said. */
async function noteOtherShops({ db, session, clock }: SyncContext): Promise<void> {
  const { ownShopId } = await accountFacts.read(db);
  const ofOrders = await readShopsOfOrders(db);
  const isLimited = session.isChannel && ownShopId !== null && ofOrders.every(({ id }) => id === ownShopId);
  const title = ofOrders[0]?.title ?? (ownShopId === null ? '' : `${ownShopId}`);
  const notes = isLimited ? [createNote('shops_not_read', 'shop', ownShopId, { given: title })] : [];
  await replaceNotes(db, 'list:shops', notes, clock.now());
}
