import type { Caller } from '../../base/caller.ts';
import type { OpenedPlatform } from '../open-platforms.ts';
import type { FeedRecords, Platform, PlatformCapabilities } from '../platform.ts';
import { actingWebhooks } from './acting-webhooks.ts';
import { createConfirmedGrants } from './confirmed-grants.ts';
import { createReach, isAbsence } from './connectivity.ts';
import { copiedCatalog } from './copied-catalog.ts';
import { createKeptAccess, type KeptAccess } from './copy-access.ts';
import type { KeptCopyParts } from './copy-deps.ts';
import { createKeptReads, type KeptReads } from './copy-reads.ts';
import { keptFigures } from './kept-figures.ts';
import { createOfflineSignIns } from './offline-sign-ins.ts';
import { createUserCopies } from './user-copies.ts';

const RIGHTS_HOLD_MS = 30_000;

/** A deployment with the last good copy of what it answers; see README.md for what is answered by which. */
export function withKeptCopy(
  parts: Omit<KeptCopyParts, 'remote'> & { readonly opened: OpenedPlatform },
): OpenedPlatform {
  const { opened, clock, rightsHoldMs = RIGHTS_HOLD_MS } = parts;
  const remote = opened.platform;
  const reach = createReach(clock);
  const own = { ...parts, remote };
  const copies = createUserCopies(own, reach, async (caller) => access.confirmNow(caller));
  const all = {
    ...{ ...own, reach, copies },
    grants: createConfirmedGrants(clock, rightsHoldMs),
    offline: createOfflineSignIns(clock),
  };
  const access: KeptAccess = createKeptAccess(all);
  const reads = createKeptReads(all, access);
  return {
    platform: {
      signIn: access.signIn,
      signInWithKey: access.signInWithKey,
      identify: access.identify,
      capabilitiesOf: (caller) => capabilitiesOf(remote, reads, caller),
      ...copiedCatalog(remote, reads),
      ...keptFigures(remote, reads),
      readChanges: (caller, feed, query) => readChanges(remote, reads, caller, feed, query),
    },
    webhooks: opened.webhooks && actingWebhooks(opened.webhooks, reads.there),
    async close() {
      await copies.close();
      await opened.close();
    },
  };
}

/** Whoever is told of a change finds it in what they read next. */
async function readChanges<F extends keyof FeedRecords>(
  remote: Platform,
  { there, copyOf }: KeptReads,
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
  { there, copyOf }: KeptReads,
  caller: Caller,
): Promise<PlatformCapabilities> {
  const copy = await copyOf(caller);
  try {
    const offered = await there(caller, (as) => remote.capabilitiesOf(as));
    const isKept = JSON.stringify(copy?.user.capabilities) === JSON.stringify(offered);
    if (!isKept)
      await copy?.change({ capabilities: structuredClone(offered) as typeof copy.user.capabilities });
    return offered;
  } catch (error) {
    const offered = copy?.user.capabilities ?? null;
    if (!isAbsence(error) || offered === null) throw error;
    return offered;
  }
}
