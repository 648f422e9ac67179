import type { Caller, KeyCaller, SignInRequest, UserReference } from '../../electron/base/caller.ts';
import { toRemoteAccountId } from '../../electron/base/remote-accounts.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CAPABILITIES } from './stand-in-platform.ts';

/** The first account of another deployment. */
export const GRANTED_CALLER: Caller = { ...STAND_IN_CALLER, accountId: toRemoteAccountId(1) };
/** An API key of that deployment, and the credential that it is exchanged for. */
export const PLATFORM_KEY = 'tdk_of-the-other-deployment';
export const KEY_CREDENTIAL = 'grant of the key';

export interface GrantingPlatform extends Platform {
  /** The sign-in requests, without passwords. */
  readonly asked: Pick<SignInRequest, 'account' | 'platform'>[];
  /** Whether the password was a remembered one, for every sign-in. */
  readonly remembered: boolean[];
  /** Every grant that it received, in order. */
  readonly shown: (string | undefined)[];
  /** Revokes all grants. */
  endSessions(): void;
}

interface GrantingOptions {
  readonly caller?: Caller;
}

/** Creates a platform whose calls need a grant. Each sign-in gets a separate one. */
export function createGrantingPlatform({ caller = GRANTED_CALLER }: GrantingOptions = {}): GrantingPlatform {
  const asked: GrantingPlatform['asked'] = [];
  const remembered: boolean[] = [];
  const shown: (string | undefined)[] = [];
  const taken = new Set([KEY_CREDENTIAL]);
  const standIn = createStandInPlatform({
    getCapabilities: async () => ({ ...STAND_IN_CAPABILITIES, webhooks: 'there', apiKeys: 'carried' }),
  });

  async function signIn({ platform, isRemembered = false, ...credentials }: SignInRequest): Promise<Caller> {
    remembered.push(isRemembered);
    asked.push({ account: credentials.account, ...(platform !== undefined && { platform }) });
    await standIn.signIn(credentials);
    const upstreamCredential = `grant ${asked.length} of ${credentials.account}`;
    taken.add(upstreamCredential);
    return { ...caller, upstreamCredential };
  }

  async function signInWithKey(_claimed: unknown, key: string): Promise<KeyCaller> {
    if (key !== PLATFORM_KEY) throw new PlatformError('credentials_refused', 'not a key');
    return { ...caller, upstreamCredential: KEY_CREDENTIAL };
  }

  async function identify({ userId, upstreamCredential }: UserReference): Promise<Caller | null> {
    shown.push(upstreamCredential);
    if (upstreamCredential === undefined || userId !== caller.userId) return null;
    if (!taken.has(upstreamCredential)) throw new PlatformError('session_ended', 'over');
    return { ...caller, upstreamCredential };
  }

  const endSessions = () => taken.clear();
  return { ...standIn, signIn, signInWithKey, identify, asked, remembered, shown, endSessions };
}
