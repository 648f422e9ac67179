import { isDeepStrictEqual } from 'node:util';
import type { CopyAction, CopyStatus } from '../../../shared/contract/connection.ts';
import type { Caller } from '../../base/caller.ts';
import type { CopySource } from '../copy-source.ts';
import type { Batch, FeedRecords, Platform, PlatformCapabilities, PriceListRow } from '../platform.ts';
import { makeCall, type PlatformCalls, type PortCall, wrapCalls, wrapPlatform } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import type { OpenedPlatform } from '../several-platforms.ts';
import { type Connectivity, createConnectivity, isUnreachable } from './connectivity.ts';
import { type CopyAccess, createAwayError, createCopyAccess } from './copy-access.ts';
import type { CopyDeps } from './copy-deps.ts';
import { type CopyReads, createCopyReads } from './copy-reads.ts';
import { createUserCopies, type UserCopies } from './user-copies.ts';

/** Adds a copy to a platform. README.md says which of the two answers. */
export function withCopy(copyDeps: Omit<CopyDeps, 'remote'> & { readonly opened: OpenedPlatform }): OpenedPlatform {
  const { opened, source, clock } = copyDeps;
  const remote = opened.platform;
  const connectivity = createConnectivity(clock);
  const own = { ...copyDeps, remote };
  const copies = createUserCopies(own, connectivity, async (caller) => access.confirmNow(caller));
  const all = { ...own, connectivity, copies };
  const access: CopyAccess = createCopyAccess(all);
  const reads = createCopyReads(all, access);
  return {
    platform: {
      ...wrapPlatform(remote, (ask, call) =>
        source.calls.has(call.name)
          ? readCopied(source, reads, call, source.isCopyOnly ? rejectIfAway(connectivity, ask) : ask)
          : // The platform answers. Its answers are cached if the settings allow it.
            reads.askWithCache(call.name, call.caller, call.args, ask),
      ),
      signIn: access.signIn,
      signInWithKey: access.signInWithKey,
      identify: access.identify,
      // If the platform cannot answer on its own, its capabilities say nothing about whether it can be reached.
      getCapabilities: (caller) =>
        source.isCopyOnly ? remote.getCapabilities(caller) : readCapabilities(remote, reads, caller),
      readPriceList: (caller, query, after) => readPriceList(remote, reads, caller, query, after),
      ...(!source.calls.has('readChanges') && {
        readChanges: (caller, feed, query) => readChanges(remote, reads, caller, feed, query),
      }),
    },
    // Webhook calls need a grant that the deployment knows, not an offline credential.
    webhooks: opened.webhooks && wrapCalls(opened.webhooks, (ask, { caller }) => reads.askPlatform(caller, ask)),
    copies: {
      getStatus: (caller) => readStatus(copies, caller),
      control: (caller, action) => control(copies, caller, action),
    },
    async close() {
      await copies.close();
      await opened.close();
    },
  };
}

/** Answers from the copy, or else asks the platform, which may have new records that the copy lacks. */
async function readCopied<A>(
  { isCopyOnly }: Pick<CopySource, 'isCopyOnly'>,
  { preferCopy, askPlatform }: CopyReads,
  call: PortCall<PlatformCalls>,
  ask: (as: Caller) => Promise<A>,
): Promise<A> {
  const found = await preferCopy(
    call.caller,
    (copy) => copy.answer(call.name, (answers) => callCopy<A>(answers, call)),
    ask,
  );
  return found === null && !isCopyOnly ? ((await findOrNullIfAway(() => askPlatform(call.caller, ask))) as A) : found;
}

/**
 * Wraps a call that only a copy can answer. Throws if the platform is away; otherwise calls `unread`, whose error says
 * that the copy is still being read.
 */
function rejectIfAway<A>(connectivity: Connectivity, unread: (as: Caller) => Promise<A>) {
  return async (as: Caller): Promise<A> => {
    if (!connectivity.isLost()) return unread(as);
    throw createAwayError();
  };
}

async function callCopy<A>(answers: Partial<PlatformCalls>, call: PortCall<PlatformCalls>): Promise<A> {
  // A copy answers all calls of its source in the way the platform would.
  return (await makeCall(answers as PlatformCalls, call)) as A;
}

/** Looking at the status counts as use of the copy. */
async function readStatus(copies: UserCopies, caller: Caller): Promise<CopyStatus | null> {
  const copy = await copies.find(caller);
  copy?.touch(caller);
  const status = (await copy?.getStatus()) ?? null;
  const { lockedLocation } = caller;
  // Coverage, check and notes contain orders and amounts of other locations.
  return status === null || lockedLocation === null ? status : withoutOtherLocations(status);
}

function withoutOtherLocations(status: CopyStatus): CopyStatus {
  return { ...status, coverage: status.coverage && { ...status.coverage, months: [] }, check: null, notes: [] };
}

async function control(copies: UserCopies, caller: Caller, action: CopyAction): Promise<void> {
  if (action === 'empty') return copies.remove(caller);
  const copy = await copies.find(caller);
  copy?.touch(caller);
  await (action === 'stop' ? copy?.stop() : copy?.readAgain());
}

/** After a change, catches up so that the next read of the caller includes it. */
async function readChanges<F extends keyof FeedRecords>(
  remote: Platform,
  { askPlatform, findCopy }: CopyReads,
  caller: Caller,
  feed: F,
  query: Parameters<Platform['readChanges']>[2],
) {
  const page = await askPlatform(caller, (as) => remote.readChanges(as, feed, query));
  if (feed === 'products' && page.rows.length > 0) await (await findCopy(caller))?.catchUp();
  return page;
}

async function readPriceList(
  remote: Platform,
  { preferCopy, askPlatform }: CopyReads,
  caller: Caller,
  query: Parameters<Platform['readPriceList']>[1],
  after: string | null,
): Promise<Batch<PriceListRow>> {
  const key = after === null ? null : parseCopyKey(after);
  const askRemote = (as: Caller) => remote.readPriceList(as, query, after);
  // A list must be read to its end from the same source.
  if (after !== null && key === null) return askPlatform(caller, askRemote);
  const call = { name: 'readPriceList', caller, args: [query, key] } as const;
  return preferCopy(
    caller,
    (copy) =>
      copy.answer(call.name, async (answers) => markCopyKey(await callCopy<Batch<PriceListRow>>(answers, call))),
    key === null ? askRemote : rejectContinuation,
  );
}

async function readCapabilities(
  remote: Platform,
  { askPlatform, findCopy }: CopyReads,
  caller: Caller,
): Promise<PlatformCapabilities> {
  const copy = await findCopy(caller);
  try {
    const offered = await askPlatform(caller, (as) => remote.getCapabilities(as));
    const isUnchanged = isDeepStrictEqual(copy?.owner.record.capabilities, offered);
    if (!isUnchanged) await copy?.owner.change({ capabilities: offered });
    return offered;
  } catch (error) {
    const offered = copy?.owner.record.capabilities ?? null;
    if (!isUnreachable(error) || offered === null) throw error;
    return offered;
  }
}

async function findOrNullIfAway<Found>(find: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (isUnreachable(error)) return null;
    throw error;
  }
}

const COPY_KEY = /^copy\.(\d{1,15})$/;

/** Returns `null` if the key comes from the deployment. */
function parseCopyKey(key: string): string | null {
  return COPY_KEY.exec(key)?.[1] ?? null;
}

function markCopyKey({ rows, next }: Batch<PriceListRow>): Batch<PriceListRow> {
  return { rows, next: next === null ? null : `copy.${next}` };
}

async function rejectContinuation(): Promise<never> {
  throw new PlatformError('rejected', 'The price list cannot be continued. Read it again from the beginning.');
}
