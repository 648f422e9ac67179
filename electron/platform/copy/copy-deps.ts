import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { CopySource } from '../copy-source.ts';
import type { Platform } from '../platform.ts';
import type { CopyDirectory } from './copy-directory.ts';

export interface CopyDeps {
  /** The platform itself, without its copy. */
  readonly remote: Platform;
  /** The stored form of the platform's address. */
  readonly baseUrl: string;
  readonly directory: CopyDirectory;
  readonly source: CopySource;
  /** The last known user with the rights that this computer gives them now. Default: unchanged. */
  readonly withRights?: (known: Omit<Caller, 'upstreamCredential'>) => Caller;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns how long answers with personal data may be cached. 0 disables the cache. */
  readonly getAnswerRetentionMs: () => number;
  /** The lifetime of confirmed rights. A withdrawn right stays effective for this long. Default 30 s. */
  readonly rightsTtlMs?: number;
}
