import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import { isStoreKeeperAddress } from '../../../shared/storekeeper-address.ts';
import { type PlatformChoice, readPlatformChoice, readStoreKeeperChoice } from '../../lib/platform-choice.ts';

type Request = BridgeArgument<'signIn'>;

export const SIGN_IN_METHODS = ['password', 'channelKey'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export type SignInField = 'account' | 'email' | 'password' | 'channelKey';

/** What is in the form. */
export interface SignInInput extends Readonly<Record<SignInField, string>> {
  readonly platform: PlatformChoice;
  /** A channel key is for a StoreKeeper account alone. */
  readonly method: SignInMethod;
  readonly remember: boolean;
}

/** A channel key stands where the password does, and this with the name of the channel where the e-mail address does. */
const CHANNEL = 'channel:';

/** Whether a sign-in is one with a channel key. */
export function isOfChannel({ email, platform }: Pick<Request, 'email' | 'platform'>): boolean {
  return email.startsWith(CHANNEL) && platform !== null && isStoreKeeperAddress(platform);
}

/** The fields that have to be filled in besides the platform, in their order. */
export function fieldsOf({ platform, method }: Pick<SignInInput, 'platform' | 'method'>): readonly SignInField[] {
  const storeKeeper = readStoreKeeperChoice(platform);
  if (storeKeeper === null) return ['account', 'email', 'password'];
  if (method === 'channelKey') return ['channelKey'];
  // Most addresses have the name of the account in them.
  return storeKeeper.ok && storeKeeper.account === null ? ['account', 'email', 'password'] : ['email', 'password'];
}

/** What is asked of the host; null while something is missing or not of its form. */
export function signInRequest(input: SignInInput): Request | null {
  const chosen = readPlatformChoice(input.platform);
  if (!chosen.ok || fieldsOf(input).some((field) => input[field] === '')) return null;
  const { platform } = chosen;
  const { remember } = input;
  const storeKeeper = readStoreKeeperChoice(input.platform);
  const named = storeKeeper?.ok ? storeKeeper.account : null;
  if (storeKeeper !== null && input.method === 'channelKey') {
    const password = input.channelKey.trim();
    const channel = channelOfKey(password);
    if (channel === null) return null;
    const email = `${CHANNEL}${channel.subaccount}`;
    return { account: named ?? channel.account, email, password, platform, remember };
  }
  const { account, email, password } = input;
  return { account: named ?? account, email, password, platform, remember };
}

/** As long as a password may be. The contract, which says so, would be fetched with all its schemas before anybody signs in. */
const CHANNEL_KEY = /^(?=.{1,1024}$)skc_([A-Za-z0-9_-]+)={0,2}$/;

/** Account and channel of a channel key, which is `skc_` and JSON as base64url; null for any other text. */
export function channelOfKey(text: string): { readonly account: string; readonly subaccount: string } | null {
  const [, encoded] = CHANNEL_KEY.exec(text.trim()) ?? [];
  if (encoded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    const key: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof key !== 'object' || key === null || !('account' in key) || !('subaccount' in key)) return null;
    const { account, subaccount } = key;
    const isNamed = [account, subaccount].every((name) => typeof name === 'string' && name !== '');
    return isNamed ? { account: String(account), subaccount: String(subaccount) } : null;
  } catch {
    return null;
  }
}
