import type { Platform } from '../../platform/platform.ts';
import type { PlatformWebhooks } from '../../platform/platform-webhooks.ts';
import type { DeltaCursors } from '../security/delta-cursors.ts';
import type { OwnSessions } from '../security/own-sessions.ts';
import type { SignIn } from '../security/sign-in.ts';
import type { ReadPlatformMark } from '../security/window-sign-in.ts';
import type { RequireKnownIds } from './known-ids.ts';

/** What routes are made from. */
export interface ServiceParts {
  readonly platform: Platform;
  readonly signIn: SignIn;
  readonly sessions: OwnSessions;
  readonly readPlatformMark: ReadPlatformMark;
  readonly cursors: DeltaCursors;
  readonly webhooks: PlatformWebhooks;
  readonly requireKnownIds: RequireKnownIds;
  /** Hex; see health-routes.ts. */
  readonly nonce: string;
  /** Where the page of `/docs` was built to; null where there is none. */
  readonly docsFolder: string | null;
}
