import type { Caller } from '../../../electron/base/caller.ts';
import type { FeedName, Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { ChangedKey, ReadChangedKeys } from '../../../electron/platform/platform-webhooks.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';

interface Written {
  readonly id: number;
  readonly locationId: number | null;
}

export interface ChangingPlatform extends Pick<Platform, 'identify'> {
  readonly readChangedKeys: ReadChangedKeys;
  /** Writes a record, of which only the latest version stays in the feed. Returns the version. */
  write(feed: FeedName, written: Written): number;
  /** Changes the user of the platform; `null` removes them. */
  setUser(caller: Partial<Caller> | null): void;
  /** Makes every call fail, or every call of that user, until `null` is set. */
  fail(error: Error | null, userId?: number): void;
  /** Makes every call for that account wait for this first. */
  delay(accountId: number, wait: () => Promise<void>): void;
  /** Makes earlier positions unknown. */
  losePositions(): void;
  readonly calls: { identify: number };
}

interface Row extends Written {
  readonly version: number;
  readonly changedAt: number;
}

/** Feeds that the test writes. All users of all accounts are the one that was set. */
export function createChangingPlatform(now: () => number): ChangingPlatform {
  const feeds = { products: new Map<number, Row>(), orders: new Map<number, Row>() };
  let version = 0;
  let user: Partial<Caller> | null = {};
  let failure: { readonly error: Error; readonly userId: number | undefined } | null = null;
  const delays = new Map<number, () => Promise<void>>();
  let era = 1;
  const calls = { identify: 0 };

  function failFor(userId: number): void {
    if (failure && (failure.userId ?? userId) === userId) throw failure.error;
  }

  function versionAfter(after: { since: number } | { position: string }, rows: readonly Row[]): number {
    if ('since' in after) {
      return Math.max(0, ...rows.filter(({ changedAt }) => changedAt < after.since).map((row) => row.version));
    }
    const [of, last] = after.position.split('-').map(Number);
    if (of !== era) throw new PlatformError('position_lost', 'another era');
    return last ?? 0;
  }

  return {
    calls,
    write(feed, written) {
      version += 1;
      feeds[feed].set(written.id, { ...written, version, changedAt: now() });
      return version;
    },
    setUser(caller) {
      user = caller;
    },
    fail(error, userId) {
      failure = error && { error, userId };
    },
    delay(accountId, wait) {
      delays.set(accountId, wait);
    },
    losePositions() {
      era += 1;
    },
    async identify({ accountId, userId }) {
      calls.identify += 1;
      await delays.get(accountId)?.();
      failFor(userId);
      return user && { ...STAND_IN_CALLER, accountId, userId, ...user };
    },
    async readChangedKeys(caller, feed, { after, limit }) {
      await delays.get(caller.accountId)?.();
      failFor(caller.userId);
      const place = caller.lockedLocation?.id ?? null;
      const rows = [...feeds[feed].values()].sort((a, b) => a.version - b.version);
      const from = versionAfter(after, rows);
      const left = rows.filter((row) => row.version > from && (place === null || row.locationId === place));
      const page = left.slice(0, limit);
      const end = left.length > limit ? page.at(-1)?.version : Math.max(from, rows.at(-1)?.version ?? 0);
      return {
        rows: page.map(toKey),
        next: `${era}-${end}`,
        hasMore: left.length > limit,
      };
    },
  };
}

function toKey({ id, version, changedAt }: Row): ChangedKey {
  return { id, version, changed_at: `${new Date(changedAt).toISOString().slice(0, 19)}+00:00` };
}
