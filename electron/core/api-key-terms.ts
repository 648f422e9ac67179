import { instantsOf, isCalendarDate } from '../../shared/calendar.ts';
import { API_KEY_NAME_MAX } from '../../shared/contract/bridge.ts';

/** What a key is called and when it ends. */
export interface ApiKeyTerms {
  readonly name: string;
  /** From this moment on it is refused, in milliseconds; null for a key without end. */
  readonly expiresAt: number | null;
}

/** The message is one sentence for whoever asked for the key. */
export class ApiKeyTermsError extends Error {
  override readonly name = 'ApiKeyTermsError';
}

/** Terms as somebody typed them; `expiresOn` is the last day on which the key works. Throws `ApiKeyTermsError`. */
export function readApiKeyTerms(
  typed: { readonly name: string; readonly expiresOn: string | null },
  now: number,
): ApiKeyTerms {
  const name = typed.name.trim();
  if (name === '' || name.length > API_KEY_NAME_MAX) {
    throw new ApiKeyTermsError(`The name of a key takes 1 to ${API_KEY_NAME_MAX} characters.`);
  }
  return { name, expiresAt: typed.expiresOn === null ? null : endOf(typed.expiresOn, now) };
}

/** Local midnight after the day. */
function endOf(day: string, now: number): number {
  if (!isCalendarDate(day)) {
    throw new ApiKeyTermsError(`The last day of a key is a day such as 2027-12-31, not "${day}".`);
  }
  const { end } = instantsOf(day, day);
  if (end <= now) throw new ApiKeyTermsError('The last day of a key cannot be in the past.');
  return end;
}
