import { subscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Caller } from '../../../electron/base/caller.ts';
import type { FeedName, FeedRecords, Platform } from '../../../electron/platform/platform.ts';
import type { CopyStatus } from '../../../shared/contract/connection.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { createFixedClock, NOW } from '../fixed-clock.ts';
import { createKnownUsers } from '../known-users.ts';
import { openStoreKeeperCopies } from './open-copies.ts';
import { type StoreKeeperOptions, type StoreKeeperServer, startStoreKeeperServer } from './storekeeper-server.ts';

export type CopyingProgram = ReturnType<typeof openStoreKeeperCopies>;

type ProgramOptions = Omit<Parameters<typeof openStoreKeeperCopies>[1], 'clock' | 'folder'>;

/** Turns of the event loop without a call, after which the program waits for the clock or for nothing. */
const IDLE_TURNS = 40;

const MOST_TURNS = 50_000_000;

interface Waiting {
  /** The step by which the clock advances whenever the program is idle. */
  readonly stepMs?: number;
  readonly mostSteps?: number;
}

const LOOK = { stepMs: 1_000, mostSteps: 20_000 };

/**
 * Opens a simulated account and a program that copies it, on a clock that stands still until the program waits.
 * `startAgain` restarts the program on the same folder. Close it at the end.
 */
export async function openCopiedAccount(
  options: Omit<StoreKeeperOptions, 'clock'> & { readonly program?: ProgramOptions } = {},
) {
  const { program: programOptions = {}, ...account } = options;
  const clock = createFixedClock(NOW);
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-copied-'));
  const server = await startStoreKeeperServer({ products: 60, orders: 300, months: 4, ...account, clock });
  const users = createKnownUsers();
  let program = startProgram();

  function startProgram(): CopyingProgram {
    return openStoreKeeperCopies(server.address, { users, ...programOptions, clock, folder });
  }

  /** Waits until the program makes no further calls by itself. */
  async function idle(): Promise<void> {
    let total = -1;
    for (let turns = 0, all = 0; turns < IDLE_TURNS; turns += 1, all += 1) {
      if (all > MOST_TURNS) throw new Error('the program never stops calling');
      await setImmediate();
      const isLast = turns === IDLE_TURNS - 1;
      const isCalling = server.calls.total !== total || server.calls.inProgress > 0 || callsInProgress.size > 0;
      if (isCalling || (isLast && isAtWork())) turns = 0;
      total = server.calls.total;
    }
  }

  /** Advances the clock until the condition is true. */
  async function until(isSo: () => Promise<boolean> | boolean, waiting: Waiting = {}): Promise<void> {
    const { stepMs, mostSteps } = { ...LOOK, ...waiting };
    for (let step = 0; step < mostSteps; step += 1) {
      await idle();
      if (await isSo()) return;
      clock.advance(stepMs);
    }
    throw new Error(`it did not come about within ${mostSteps} times ${stepMs} ms`);
  }

  /** Returns the outcome of work that waits for the clock. */
  async function outcomeOf<Result>(work: Promise<Result>, waiting?: Waiting): Promise<Result> {
    let isSettled = false;
    const settled = () => {
      isSettled = true;
    };
    work.then(settled, settled);
    await until(() => isSettled, waiting);
    return work;
  }

  async function readStatus(caller: Caller): Promise<CopyStatus> {
    const status = await program.copies.getStatus(caller);
    if (status === null) throw new Error('there is no copy');
    return status;
  }

  /** Makes a call as a user. A copy is read while somebody uses it, and for some minutes after that. */
  async function look(caller: Caller): Promise<void> {
    await program.platform.listReference(caller, 'shops').catch(() => []);
  }

  return {
    ...{ clock, server, folder, idle, until, outcomeOf, look, statusOf: readStatus },
    get platform(): Platform {
      return program.platform;
    },
    get program(): CopyingProgram {
      return program;
    },

    async signIn(user = 0): Promise<Caller> {
      const { account: name, email, password } = getUser(server, user);
      return outcomeOf(program.platform.signIn({ account: name, email, password }));
    },

    async signInAsChannel(channel = 0): Promise<Caller> {
      const { account: name } = getUser(server, 0);
      const password = server.channelKey(channel);
      const email = `channel:${server.channels[channel]?.subaccount}`;
      return outcomeOf(program.platform.signIn({ account: name, email, password }));
    },

    /** Reads until nothing is due, starting with what is due now. */
    async readOn(caller: Caller, waiting?: Waiting): Promise<void> {
      await until(async () => {
        await look(caller);
        await idle();
        const { state, coverage } = await readStatus(caller);
        return state === 'waiting' && (coverage?.isWhole ?? false);
      }, waiting);
    },

    /** Advances the clock while a user looks, and waits until what was due is read. */
    async after(caller: Caller, ms: number): Promise<void> {
      clock.advance(ms);
      await look(caller);
      await until(async () => (await readStatus(caller)).state === 'waiting');
    },

    async startAgain(): Promise<void> {
      await program.close();
      program = startProgram();
    },

    async close(): Promise<void> {
      await program.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls of this process that have no whole answer yet, including those that have not reached the server. */
const callsInProgress = new Set<ClientRequest>();

subscribe('http.client.request.created', (message) => {
  const { request } = message as { readonly request: ClientRequest };
  callsInProgress.add(request);
  request.once('close', () => callsInProgress.delete(request));
});

/** Whether a file or connection operation is in progress, which takes many turns on a busy computer. */
function isAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^FSReq|ConnectWrap$|^GetAddrInfo/.test(name));
}

export type CopiedAccount = Awaited<ReturnType<typeof openCopiedAccount>>;

function getUser({ users }: StoreKeeperServer, index: number) {
  const user = users[index];
  if (user === undefined) throw new RangeError(`there is no user ${index}`);
  return user;
}

/** Returns the first and the last day of a month such as `2026-09`. */
export function monthPeriod(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}

const PAGE = 250;

/** Returns every order of the period, with items and payments. */
export async function listAllOrders(
  platform: Platform,
  caller: Caller,
  period: { readonly from: string; readonly to: string },
): Promise<Order[]> {
  const orders: Order[] = [];
  for (;;) {
    const query = {
      ...period,
      include: ['items', 'payments'] as ('items' | 'payments')[],
      start: orders.length,
      limit: PAGE,
    };
    const { total, rows } = await platform.listOrders(caller, query);
    orders.push(...rows);
    if (rows.length === 0 || orders.length >= total) return orders;
  }
}

/** Returns the changes of a feed after a position. */
export async function readAllChanges<F extends FeedName>(
  platform: Platform,
  caller: Caller,
  feed: F,
  position: string,
) {
  const changes: { readonly id: number; readonly change: string; readonly record: FeedRecords[F] | null }[] = [];
  for (let after = position, hasMore = true; hasMore; ) {
    const page = await platform.readChanges(caller, feed, { after: { position: after }, limit: 500 });
    changes.push(...page.rows);
    hasMore = page.hasMore;
    after = page.next;
  }
  return changes;
}

/** Returns have ids above all that StoreKeeper assigns. */
export function isReturn({ id }: { readonly id: number }): boolean {
  return id >= 1_000_000_000_000;
}
