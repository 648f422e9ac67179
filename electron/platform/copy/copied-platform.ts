import type { Caller } from '../../base/caller.ts';
import type { FeedRecords, Platform, PlatformCapabilities, PriceListBatch } from '../platform.ts';
import { wrapCalls, wrapPlatform } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import type { OpenedPlatform } from '../several-platforms.ts';
import { type CatalogAnswers, COPY_READER } from './catalog-generation.ts';
import { createConfirmedCredentials } from './confirmed-credentials.ts';
import { createConnectivity, isAbsence } from './connectivity.ts';
import { type CopyAccess, createCopyAccess } from './copy-access.ts';
import type { CopyDeps } from './copy-deps.ts';
import { type CopyReads, createCopyReads } from './copy-reads.ts';
import { createOfflineSignIns } from './offline-sign-ins.ts';
import { createUserCopies } from './user-copies.ts';

const RIGHTS_HOLD_MS = 30_000;

/** A deployment with the last good copy of what it answers; see README.md for what is answered by which. */
export function withCopy(copyDeps: Omit<CopyDeps, 'remote'> & { readonly opened: OpenedPlatform }): OpenedPlatform {
  const { opened, clock, rightsHoldMs = RIGHTS_HOLD_MS } = copyDeps;
  const remote = opened.platform;
  const connectivity = createConnectivity(clock);
  const own = { ...copyDeps, remote };
  const copies = createUserCopies(own, connectivity, async (caller) => access.confirmNow(caller));
  const all = {
    ...{ ...own, connectivity, copies },
    upstreamCredentials: createConfirmedCredentials(clock, rightsHoldMs),
    offline: createOfflineSignIns(clock),
  };
  const access: CopyAccess = createCopyAccess(all);
  const reads = createCopyReads(all, access);
  return {
    platform: {
      // Personal data and figures: the deployment answers, and its answers are cached as long as the settings allow.
      ...wrapPlatform(remote, (ask, { name, caller, args }) => reads.kept(name, caller, args, ask)),
      signIn: access.signIn,
      signInWithKey: access.signInWithKey,
      identify: access.identify,
      capabilitiesOf: (caller) => capabilitiesOf(remote, reads, caller),
      ...copiedCatalog(remote, reads),
      readChanges: (caller, feed, query) => readChanges(remote, reads, caller, feed, query),
    },
    // With the grant that the deployment knows.
    webhooks: opened.webhooks && wrapCalls(opened.webhooks, (ask, { caller }) => reads.there(caller, ask)),
    async close() {
      await copies.close();
      await opened.close();
    },
  };
}

/** A reader of a change finds it in what they read next. */
async function readChanges<F extends keyof FeedRecords>(
  remote: Platform,
  { there, copyOf }: CopyReads,
  caller: Caller,
  feed: F,
  query: Parameters<Platform['readChanges']>[2],
) {
  const page = await there(caller, (as) => remote.readChanges(as, feed, query));
  if (feed === 'products' && page.rows.length > 0) await (await copyOf(caller))?.catchUp();
  return page;
}

async function capabilitiesOf(
  remote: Platform,
  { there, copyOf }: CopyReads,
  caller: Caller,
): Promise<PlatformCapabilities> {
  const copy = await copyOf(caller);
  try {
    const offered = await there(caller, (as) => remote.capabilitiesOf(as));
    const isUnchanged = JSON.stringify(copy?.user.capabilities) === JSON.stringify(offered);
    if (!isUnchanged) await copy?.change({ capabilities: structuredClone(offered) as typeof copy.user.capabilities });
    return offered;
  } catch (error) {
    const offered = copy?.user.capabilities ?? null;
    if (!isAbsence(error) || offered === null) throw error;
    return offered;
  }
}

type CatalogCalls = 'listReference' | 'searchProducts' | 'findProduct' | 'listProductPrices' | 'readPriceList';

function copiedCatalog(remote: Platform, { copied, there }: CopyReads): Pick<Platform, CatalogCalls> {
  /** The same call of the copy, or of the deployment. */
  function ask<A>(caller: Caller, call: (port: CatalogAnswers, as: Caller) => Promise<A>): Promise<A> {
    return copied(
      caller,
      (copy) => copy.answer((answers) => call(answers, COPY_READER)),
      (as) => call(remote, as),
    );
  }

  return {
    listReference: (caller, kind, country) =>
      copied(
        caller,
        (copy) => copy.listReference(kind, country),
        (as) => remote.listReference(as, kind, country),
      ),
    searchProducts: (caller, query) => ask(caller, (port, as) => port.searchProducts(as, query)),
    listProductPrices: (caller, query) => ask(caller, (port, as) => port.listProductPrices(as, query)),
    async findProduct(caller, id) {
      const found = await ask(caller, (port, as) => port.findProduct(as, id));
      // The product may be new.
      return found ?? (await nullIfAway(() => there(caller, (as) => remote.findProduct(as, id))));
    },
    async readPriceList(caller, query, after) {
      const key = after === null ? null : keyOfCopy(after);
      const askThere = (as: Caller) => remote.readPriceList(as, query, after);
      // A list is read to its end where it was begun.
      if (after !== null && key === null) return there(caller, askThere);
      return copied(
        caller,
        (copy) => copy.answer(async (answers) => inCopy(await answers.readPriceList(COPY_READER, query, key))),
        key === null ? askThere : brokenOff,
      );
    },
  };
}

async function nullIfAway<Found>(find: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const KEY_OF_COPY = /^copy\.(\d{1,15})$/;

/** Null for a key of the deployment. */
function keyOfCopy(key: string): string | null {
  return KEY_OF_COPY.exec(key)?.[1] ?? null;
}

function inCopy({ rows, next }: PriceListBatch): PriceListBatch {
  return { rows, next: next === null ? null : `copy.${next}` };
}

async function brokenOff(): Promise<never> {
  throw new PlatformError('rejected', 'The price list cannot be read on: read it from the beginning.');
}
