import type { UpstreamLimits } from '../../api-client/upstream-limits.ts';

/** What the adapter keeps, and for how long. */
export interface RemoteLimits {
  /** Of one call. */
  readonly upstream: Partial<UpstreamLimits>;
  /** For which who somebody is, and may see, is not asked again; the other deployment looks at it with every call. */
  readonly identityMs: number;
  /** After which a session that is not used is forgotten, with its credentials. */
  readonly unusedSessionMs: number;
  readonly sessions: number;
  /** Accounts that have connections of their own. */
  readonly accounts: number;
  /** For which what the other deployment offers is not asked again. */
  readonly offerMs: number;
  /** The same after it could not be read. */
  readonly unknownOfferMs: number;
  /** Rows of discounted orders that wait for whoever reads on, over all readers. */
  readonly keptRows: number;
  readonly keptRowsMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

export const REMOTE_LIMITS: RemoteLimits = {
  upstream: {},
  identityMs: 5 * SECOND_MS,
  unusedSessionMs: 30 * MINUTE_MS,
  sessions: 2_000,
  accounts: 200,
  offerMs: 60 * MINUTE_MS,
  unknownOfferMs: MINUTE_MS,
  keptRows: 100_000,
  keptRowsMs: MINUTE_MS,
};
