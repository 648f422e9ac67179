import type { Role } from '../../shared/contract/auth.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { AccountsAt, RemoteUsers } from '../base/remote-accounts.ts';
import type { CopiedStatus, CopySource } from './copy-source.ts';
import type { PlatformCalls } from './platform-calls.ts';
import type { OpenedPlatform } from './several-platforms.ts';

/** What the operator allows a user of a platform that says nothing of roles. */
export interface NarrowedRights {
  readonly name: string | null;
  readonly role: Role;
  readonly location: Caller['lockedLocation'];
}

/** What a platform is opened with. `Db` is the store of a copy. */
export interface AdapterContext<Db> {
  /** In the form of `readPlatformAddress`. */
  readonly address: string;
  /** In PEM: who may vouch for the other side. */
  readonly authorities: readonly string[];
  readonly accounts: AccountsAt;
  readonly users: RemoteUsers;
  /** Answers from the store of a copy, as the built-in platform does. */
  readonly answerFrom: (db: Db) => PlatformCalls;
  /** Null for all that the platform shows a user. */
  readonly narrowed: (account: string, email: string) => NarrowedRights | null;
  /** The kind of a shop as the operator declared it; `null` if the platform decides. */
  readonly kindOfShop: (account: string, shopId: number) => 'pos' | 'webshop' | null;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to 1. */
  readonly random: () => number;
  /** How often a platform may be asked that is copied whole; it may change at any time. */
  readonly callsPerSecond: () => number;
}

/** A platform without its copy, and what the copy is made of. */
export interface AdaptedPlatform {
  readonly opened: OpenedPlatform;
  readonly source: CopySource;
  /** The user with what the operator allows them now. Absent where the platform says it. */
  withRights?(known: Omit<Caller, 'upstreamCredential'>): Caller;
}

/** One kind of platform, as the program works with it. */
export interface PlatformAdapter<Db> {
  open(context: AdapterContext<Db>): AdaptedPlatform;
  /** Null for a copy of another version, which is read anew. */
  readCopyStatus(db: Db, now: number): Promise<CopiedStatus | null>;
  /** Has everything read again, also while another program reads. Absent where a copy follows its platform anyway. */
  readAgain?(db: Db, now: number): Promise<void>;
}
