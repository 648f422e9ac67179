import type { StreamStatus } from '../../../../shared/contract/connection.ts';
import type { Clock } from '../../../base/clock.ts';
import type { StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import type { ReadingPlan } from '../handshake.ts';
import type { StoreKeeperSession } from '../storekeeper-sign-in.ts';

/** What the reading of an account works with. */
export interface SyncContext {
  readonly db: StoreKeeperDb;
  readonly session: Pick<StoreKeeperSession, 'call'>;
  /** By which function each resource is read. */
  readonly plan: ReadingPlan;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Throws `PlatformError` where the copy is no longer wanted, or there is no room for more of it. Before each write. */
  readonly expectOn: () => void;
}

/**
 * One sort of record that is read by itself, step by step. All that it knows is in the store, so that it goes on there after
 * a kill: each step is a call, or a few at once, and one transaction with what came and how far reading has got.
 */
export interface Stream {
  readonly name: 'reference' | 'products' | 'orders' | 'customers' | 'check';
  /** When its next step is due, in milliseconds since the epoch; null where it has nothing to read. */
  dueAt(): Promise<number | null>;
  /** Throws `PlatformError`; what was read before stays. */
  step(): Promise<void>;
}

/**
 * Up to when a stream has read, in milliseconds since the epoch; null where it has not. Each answer asks for it: it reads a
 * few facts, and counts nothing.
 */
export type StreamReadAtOf = (db: StoreKeeperDb, now: number) => Promise<number | null>;

/** What a stream says of itself on the page Connection; the plan and the last problem are added by `storekeeper-source.ts`. */
export type StreamProgressOf = (db: StoreKeeperDb, now: number) => Promise<Pick<StreamStatus, 'readAt' | 'progress'>>;
