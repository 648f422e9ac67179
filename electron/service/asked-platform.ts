import { PLATFORM_HEADER } from '../../shared/contract/auth.ts';
import { ApiError } from './api-error.ts';

/** Null for what this process did not write. */
export type ReadPlatformMark = (value: string) => { readonly platform: string | null } | null;

export type AskedPlatform = { readonly platform: string | null } | Record<never, never>;

/** The platform that a sign-in asks for; nothing where it names none, which is the usual one. Throws `bad_request`. */
export function askedPlatform(values: readonly string[], read: ReadPlatformMark): AskedPlatform {
  const [value, ...further] = values;
  if (value === undefined) return {};
  const named = further.length === 0 ? read(value) : null;
  if (named === null) throw new ApiError('bad_request', `${PLATFORM_HEADER} is not for other programs.`);
  return { platform: named.platform };
}
