import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { PlatformKind } from '../../../shared/platforms/platform-kind.ts';
import { getPlatformKind } from '../../../shared/platforms/registry.ts';
import {
  findChosenKind,
  type PlatformChoice,
  readPlatformChoice,
  readTypedAddress,
} from '../../lib/platform-choice.ts';

type Request = BridgeArgument<'signIn'>;

export const SIGN_IN_METHODS = ['password', 'key'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export type SignInField = 'account' | 'email' | 'password' | 'key';

/** The values of the form. */
export interface SignInInput extends Readonly<Record<SignInField, string>> {
  readonly platform: PlatformChoice;
  /** Only some platforms support a key. */
  readonly method: SignInMethod;
  readonly remember: boolean;
}

/** The kind of platform, if the sign-in is with a key; otherwise `null`. */
export function findKeyKind({ email, platform }: Pick<Request, 'email' | 'platform'>): PlatformKind | null {
  const kind = platform === null ? null : getPlatformKind(platform);
  return kind?.key?.isOwner(email) ? kind : null;
}

/** The name of a sign-in: its e-mail address, or a label for a key. */
export function formatSignIn(signIn: Pick<Request, 'email' | 'platform'>, language: Language): string {
  return findKeyKind(signIn)?.texts[language].key?.label ?? signIn.email;
}

/** The required fields besides the platform, in order. */
export function listFields({ platform, method }: Pick<SignInInput, 'platform' | 'method'>): readonly SignInField[] {
  if (method === 'key' && findChosenKind(platform)?.key) return ['key'];
  const address = readTypedAddress(platform);
  // Addresses of some kinds contain the name of the account.
  const isNamed = findChosenKind(platform)?.takesNames && (!address?.ok || address.account !== null);
  return isNamed ? ['email', 'password'] : ['account', 'email', 'password'];
}

/** The request to the host; `null` if a value is missing or invalid. */
export function createSignInRequest(input: SignInInput): Request | null {
  const chosen = readPlatformChoice(input.platform);
  if (!chosen.ok || listFields(input).some((field) => input[field] === '')) return null;
  const { platform } = chosen;
  const { remember } = input;
  const address = readTypedAddress(input.platform);
  const named = address?.ok ? address.account : null;
  const key = findChosenKind(input.platform)?.key ?? null;
  if (key !== null && input.method === 'key') {
    const password = input.key.trim();
    const owner = key.readOwner(password);
    return owner && { account: named ?? owner.account, email: owner.email, password, platform, remember };
  }
  const { account, email, password } = input;
  return { account: named ?? account, email, password, platform, remember };
}
