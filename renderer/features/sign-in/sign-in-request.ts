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

/** What is in the form. */
export interface SignInInput extends Readonly<Record<SignInField, string>> {
  readonly platform: PlatformChoice;
  /** A key is for platforms that have keys. */
  readonly method: SignInMethod;
  readonly remember: boolean;
}

/** The kind of the platform of a sign-in with a key; null for any other sign-in. */
export function kindOfKey({ email, platform }: Pick<Request, 'email' | 'platform'>): PlatformKind | null {
  const kind = platform === null ? null : getPlatformKind(platform);
  return kind?.key?.isOwner(email) ? kind : null;
}

/** Whom people see a sign-in as: its e-mail address, or that it is one with a key. */
export function nameOfSignIn(signIn: Pick<Request, 'email' | 'platform'>, language: Language): string {
  return kindOfKey(signIn)?.texts[language].key?.label ?? signIn.email;
}

/** The fields that have to be filled in besides the platform, in their order. */
export function fieldsOf({ platform, method }: Pick<SignInInput, 'platform' | 'method'>): readonly SignInField[] {
  if (method === 'key' && findChosenKind(platform)?.key) return ['key'];
  const address = readTypedAddress(platform);
  // The addresses of some kinds have the name of the account in them.
  const isNamed = findChosenKind(platform)?.takesNames && (!address?.ok || address.account !== null);
  return isNamed ? ['email', 'password'] : ['account', 'email', 'password'];
}

/** What is asked of the host; null while something is missing or not of its form. */
export function signInRequest(input: SignInInput): Request | null {
  const chosen = readPlatformChoice(input.platform);
  if (!chosen.ok || fieldsOf(input).some((field) => input[field] === '')) return null;
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
