import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../../electron/base/clock.ts';
import { PlatformError } from '../../../../../electron/platform/platform-error.ts';
import { createHandshake, type ReadingPlan } from '../../../../../electron/platform/storekeeper/handshake.ts';
import { createStoreKeeperClient } from '../../../../../electron/platform/storekeeper/storekeeper-client.ts';
import type { ListAnswer, ListRequest } from '../../../../../electron/platform/storekeeper/storekeeper-functions.ts';
import { createPace } from '../../../../../electron/platform/storekeeper/storekeeper-pace.ts';
import {
  createStoreKeeperSession,
  type StoreKeeperSession,
} from '../../../../../electron/platform/storekeeper/storekeeper-sign-in.ts';
import type { Stream, SyncContext } from '../../../../../electron/platform/storekeeper/sync/stream.ts';
import {
  openStoreKeeperCopy,
  type StoreKeeperDb,
  storeKeeperDb,
} from '../../../../../electron/store/copies/storekeeper-copy-store.ts';
import { createFixedClock, type FixedClock, NOW } from '../../../../support/fixed-clock.ts';
import { createLogRecorder } from '../../../../support/log-recorder.ts';
import { type StoreKeeperOptions, startStoreKeeperServer } from '../../../../support/storekeeper/storekeeper-server.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** A store of a copy in a file, which can be closed and opened again as after a kill. */
export async function openCopyFile() {
  const clock = createFixedClock(NOW);
  const file = `${temporaryFolder()}/copy.db`;
  let store = await openStoreKeeperCopy(file, clock);
  onTestFinished(() => store.close());
  return {
    clock,
    file,
    db: (): StoreKeeperDb => storeKeeperDb(store.db),
    async reopen() {
      await store.close();
      store = await openStoreKeeperCopy(file, clock);
    },
    rows(query: string): Record<string, unknown>[] {
      const connection = new DatabaseSync(file, { readOnly: true });
      try {
        return connection
          .prepare(query)
          .all()
          .map((row) => ({ ...row }));
      } finally {
        connection.close();
      }
    },
  };
}

export type CopyFile = Awaited<ReturnType<typeof openCopyFile>>;

/** A simulated account, whom a copy in a file reads as its first channel. */
export async function openAccount(options: Omit<StoreKeeperOptions, 'clock'> = {}) {
  const copy = await openCopyFile();
  const { clock } = copy;
  const server = await startStoreKeeperServer({ products: 120, orders: 80, ...options, clock });
  onTestFinished(() => server.stop());
  const { log } = createLogRecorder();
  // Its time limits are of no concern here: a clock that runs ahead would end its calls.
  const client = createStoreKeeperClient({
    ...{ origin: server.address, authorities: [], log },
    clock: createFixedClock(NOW),
  });
  onTestFinished(() => client.close());
  const pace = createPace({
    clock: hurried(clock),
    random: () => 0.5,
    settings: { callsPerSecond: Number.POSITIVE_INFINITY },
  });
  const auth = { ...server.channels[0] } as Record<string, string>;
  const session = createStoreKeeperSession({ client, clock, pace, auth, credentials: null, origin: server.address });
  let plan: ReadingPlan | null = null;

  return {
    ...copy,
    server,
    session,
    /** As after a start of the program. The plan is made once. */
    async context(changes: Partial<SyncContext> = {}): Promise<SyncContext> {
      plan ??= await createHandshake({ session, clock }).plan();
      const { signal } = new AbortController();
      return { db: copy.db(), session, plan, clock, signal, expectOn: () => {}, ...changes };
    },
    /** With other functions than before. */
    forgetPlan() {
      plan = null;
    },
  };
}

export type Account = Awaited<ReturnType<typeof openAccount>>;

/** What waits goes on at once, and time has passed meanwhile. */
function hurried(clock: FixedClock): Clock {
  return {
    now: clock.now,
    after(delayMs, task) {
      const immediate = setImmediate(() => {
        clock.advance(delayMs);
        task();
      });
      return () => clearImmediate(immediate);
    },
  };
}

/** Steps until nothing is due. Answers how many there were. */
export async function readOn(
  stream: Stream,
  { clock }: Pick<SyncContext, 'clock'>,
  mostSteps = 5_000,
): Promise<number> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const dueAt = await stream.dueAt();
    if (dueAt === null || dueAt > clock.now()) return steps;
    await stream.step();
  }
  throw new Error(`it is still due after ${mostSteps} steps`);
}

/** The same while calls fail; a stream that rests is asked again later. */
export async function readOnInSpite(stream: Stream, clock: FixedClock): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    try {
      await readOn(stream, { clock });
      return failures;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      clock.advance(6 * 60 * 1_000);
    }
  }
}

/** Kills the program at random calls and lets it go on, until nothing is due. Answers how often it was killed. */
export async function readOnThroughKills(
  account: Account,
  open: (context: SyncContext) => Stream,
  callsBetween: () => number,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const killing = new AbortController();
    let left = callsBetween();
    const unwatch = account.server.calls.watch(() => {
      left -= 1;
      if (left === 0) killing.abort(new Error('killed'));
    });
    const stream = open(await account.context({ signal: killing.signal }));
    try {
      await readOn(stream, account);
      return kills;
    } catch (error) {
      if (!killing.signal.aborted) throw error;
    } finally {
      unwatch();
    }
    await account.reopen();
  }
}

const ALL_READ: ReadingPlan['resources'] = {
  ownShop: { readBy: 'getShopWithRelation', refused: [] },
  shops: { readBy: 'listShops', refused: [] },
  configuration: { readBy: 'listConfigurations', refused: [] },
  taxRates: { readBy: 'listTaxRates', refused: [] },
  paymentMethods: { readBy: 'listTranslatedPaymentMethodForHooks', refused: [] },
  locations: { readBy: 'listLocationsForHook', refused: [] },
  customers: { readBy: 'listCustomerRelations', refused: [] },
  products: { readBy: 'naturalSearchShopFlatProductForHooks', refused: [] },
  orders: { readBy: 'listOrderIds', refused: [] },
};

/** Answers pages of rows that a test changes while it reads; a member of the array that is null has no row. */
export async function openScripted(answer: (name: string, request: ListRequest) => Partial<ListAnswer> | object) {
  const copy = await openCopyFile();
  const asked: ListRequest[] = [];
  const session: Pick<StoreKeeperSession, 'call'> = {
    async call(name, args) {
      asked.push(args as ListRequest);
      return answer(name, args as ListRequest) as never;
    },
  };
  const context = (changes: Partial<SyncContext> = {}): SyncContext => ({
    ...{ db: copy.db(), session, clock: copy.clock, signal: new AbortController().signal, expectOn: () => {} },
    plan: { madeAt: copy.clock.now(), resources: ALL_READ },
    ...changes,
  });
  return { ...copy, asked, context };
}

export function pageOf(rows: readonly unknown[], { start, limit }: ListRequest, total: number | null = rows.length) {
  return { rows: rows.slice(start, start + limit), total };
}

/** The version of the feed of products: it grows with each change. */
export const versionOf = ({ rows }: CopyFile) => rows("select version from feeds where feed = 'products'")[0]?.version;

/** Notes of one kind, by owner. */
export const notesOf = ({ rows }: CopyFile, kind: string) =>
  rows(`select owner, record, detail from sk_notes where kind = '${kind}' order by owner`).map(
    ({ owner, record, detail }) => ({ owner, record, ...JSON.parse(String(detail)) }),
  );
