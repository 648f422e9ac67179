import { PLATFORM_HEADER, type WindowSignIn } from '../../../shared/contract/auth.ts';
import { ApiError } from '../server/api-error.ts';

/** Null for what this process did not write. */
export type ReadPlatformMark = (value: string) => WindowSignIn | null;

/** What the window of this program says of a sign-in; null for any other, which goes to the usual platform. Throws `bad_request`. */
export function windowSignInOf(values: readonly string[], read: ReadPlatformMark): WindowSignIn | null {
  const [value, ...further] = values;
  if (value === undefined) return null;
  const named = further.length === 0 ? read(value) : null;
  if (named === null) throw new ApiError('bad_request', `${PLATFORM_HEADER} is not for other programs.`);
  return named;
}
