import type { Platform } from '../platform/platform.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { RequireKnownIds } from './known-ids.ts';

/** What routes are made from. */
export interface ServiceParts {
  readonly platform: Platform;
  readonly accessTokens: AccessTokens;
  readonly requireKnownIds: RequireKnownIds;
  /** Hex; see health-routes.ts. */
  readonly nonce: string;
}
