import type { Caller } from '../../base/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { CopySource } from '../copy-source.ts';
import type { Platform } from '../platform.ts';
import type { CopyDirectory } from './copy-directory.ts';

export interface CopyDeps {
  /** The platform itself, without its copy. */
  readonly remote: Platform;
  /** In the form in which platform addresses are stored and compared. */
  readonly baseUrl: string;
  readonly directory: CopyDirectory;
  readonly source: CopySource;
  /** The last known user with the rights that this computer gives them now. Default: unchanged. */
  readonly withRights?: (known: Omit<Caller, 'upstreamCredential'>) => Caller;
  readonly clock: Clock;
  readonly log: Log;
  /** How long answers with personal data may be cached. 0 disables the cache. */
  readonly getAnswerRetentionMs: () => number;
  /** How long confirmed rights hold. A withdrawn right stays effective for this long. Default 30 s. */
  readonly rightsTtlMs?: number;
}
