import type { Caller, KeyCaller, SignInRequest, UserReference } from '../../electron/base/caller.ts';
import { remoteAccountId } from '../../electron/base/remote-accounts.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CAPABILITIES } from './stand-in-platform.ts';

/** The first account of another deployment. */
export const GRANTED_CALLER: Caller = { ...STAND_IN_CALLER, accountId: remoteAccountId(1) };
/** A key of that deployment, and what it is exchanged for. */
export const PLATFORM_KEY = 'tdk_of-the-other-deployment';
export const KEY_CREDENTIAL = 'grant of the key';

export interface GrantingPlatform extends Platform {
  /** What signing in was asked for, without passwords. */
  readonly asked: Pick<SignInRequest, 'account' | 'platform'>[];
  /** Of every sign-in, whether the password came as a remembered one. */
  readonly remembered: boolean[];
  /** Every grant that it was shown, in order. */
  readonly shown: (string | undefined)[];
  /** From now on it takes none that it gave. */
  endSessions(): void;
}

interface GrantingOptions {
  readonly caller?: Caller;
}

/** A platform that is acted at with grants alone: each sign-in gets one of its own. */
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
