import { getInstants, isCalendarDate } from '../calendar.ts';
import { WINDOW_PATH } from './endpoint.ts';

/** Path where the window lists and creates keys. */
export const API_KEYS_PATH = `${WINDOW_PATH}/keys`;

interface ApiKey<Time> {
  readonly id: number;
  readonly name: string;
  /** The first characters of the key, such as `tdk_Ab3x`; `null` for a key that was created before this was stored. */
  readonly prefix: string | null;
  /** If false, personal data such as names and addresses is `null` in every answer. */
  readonly personalData: boolean;
  readonly createdAt: Time;
  /** The end of the key's validity; `null` if it does not expire. */
  readonly expiresAt: Time | null;
  /** The time of the last use, to the minute; `null` if the key was never used. */
  readonly lastUsedAt: Time | null;
}

/** An API key of the signed-in user. The key itself is visible only once, when it is created. Times are RFC 3339. */
export type ApiKeyView = ApiKey<string>;

/** An API key. Only its hash is stored. Times are in milliseconds since the epoch. */
export type ApiKeyRecord = ApiKey<number>;

export const MAX_API_KEY_NAME_LENGTH = 100;

export const MAX_PLATFORM_KEY_LENGTH = 512;

/** Requirements of a new key besides a name. */
export interface KeyNeeds {
  /** Whether it needs a key of the same user at their platform, with which it acts there. */
  readonly platformKey: boolean;
}

export interface CreatedApiKey {
  readonly record: ApiKeyView;
  /** `tdk_` and 36 characters. It cannot be read again. */
  readonly key: string;
}

/** A key as the operator sees it. Names are `null` if the store does not know the user or no longer knows them. */
export interface OwnedApiKeyRecord extends ApiKeyRecord {
  readonly account: string | null;
  readonly email: string | null;
  /** Base URL of the user's platform; `null` for users of the store. */
  readonly platform: string | null;
}

export type ApiKeyTerms = Pick<ApiKeyRecord, 'name' | 'expiresAt' | 'personalData'>;

/** The message is one sentence for the user who requested the key. */
export class ApiKeyTermsError extends Error {
  override readonly name = 'ApiKeyTermsError';
}

/** A limit, because the last days that a date can express have no following midnight. */
const MAX_EXPIRY_DATE = '2999-12-31';

/** Invisible characters, and those that move a terminal's cursor or change the writing direction. */
const UNPRINTABLE = /\p{C}/u;

/** Checks terms as typed by the user. `expiresOn` is the last day on which the key works. Throws `ApiKeyTermsError`. */
export function readApiKeyTerms(
  typed: { readonly name: string; readonly expiresOn: string | null; readonly personalData: boolean },
  now: number,
): ApiKeyTerms {
  return {
    name: readName(typed.name.trim()),
    personalData: typed.personalData,
    expiresAt: typed.expiresOn === null ? null : getExpiry(typed.expiresOn, now),
  };
}

function readName(name: string): string {
  const length = [...name].length;
  if (length === 0 || length > MAX_API_KEY_NAME_LENGTH) {
    throw new ApiKeyTermsError(`The name of a key must have 1 to ${MAX_API_KEY_NAME_LENGTH} characters.`);
  }
  if (UNPRINTABLE.test(name)) throw new ApiKeyTermsError('The name of a key must have printable characters only.');
  return name;
}

/** Local midnight at the end of the day. */
function getExpiry(day: string, now: number): number {
  if (!isCalendarDate(day) || day > MAX_EXPIRY_DATE) {
    throw new ApiKeyTermsError(`The last day of a key must be a date such as 2027-12-31, not "${day}".`);
  }
  const { end } = getInstants(day, day);
  if (end <= now) throw new ApiKeyTermsError('The last day of a key is in the past. Choose a later day.');
  return end;
}
