import type { Role } from '../../shared/contract/auth.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { AccountsAt, RemoteUsers } from '../base/remote-accounts.ts';
import type { CopiedStatus, CopySource } from './copy-source.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { OpenedPlatform } from './several-platforms.ts';

/** The rights that the operator set for a user of a platform without roles. */
export interface NarrowedRights {
  readonly name: string | null;
  readonly role: Role;
  readonly location: Caller['lockedLocation'];
}

/** The dependencies of an adapter. `Db` is the store of a copy. */
export interface AdapterContext<Db> {
  /** The address from `readPlatformAddress`. */
  readonly address: string;
  /** CA certificates (PEM) that may vouch for the platform. */
  readonly authorities: readonly string[];
  readonly accounts: AccountsAt;
  readonly users: RemoteUsers;
  /** Answers calls from the store of a copy, as the built-in platform does. */
  readonly createCalls: (db: Db) => PlatformCalls;
  /** `null` if the user may see everything that the platform shows them. */
  readonly getNarrowedRights: (account: string, email: string) => NarrowedRights | null;
  /** The kind of a shop as the operator declared it; `null` if the platform decides. */
  readonly getShopKind: (account: string, shopId: number) => 'pos' | 'webshop' | null;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Returns the maximum call rate for a platform that is copied as a whole. Can change at any time. */
  readonly callsPerSecond: () => number;
}

/** A platform without its copy, and the source of the copy. */
export interface AdaptedPlatform {
  readonly opened: OpenedPlatform;
  readonly source: CopySource;
  /** The user with the rights that the operator set. Absent if the platform has roles. */
  withRights?(known: Omit<Caller, 'upstreamCredential'>): Caller;
}

/** One kind of platform. */
export interface PlatformAdapter<Db> {
  open(context: AdapterContext<Db>): AdaptedPlatform;
  /** `null` if the copy has another version and has to be read again. */
  readCopyStatus(db: Db, now: number): Promise<CopiedStatus | null>;
  /** Marks everything to be read again, even while another program reads. Absent if a copy follows a feed. */
  markAllDue?(db: Db, now: number): Promise<void>;
}
