import { instantsOf, isCalendarDate } from '../calendar.ts';
import { WINDOW_PATH } from './endpoint.ts';

/** Where the window lists and creates keys. */
export const API_KEYS_PATH = `${WINDOW_PATH}/keys`;

interface ApiKey<Moment> {
  readonly id: number;
  readonly name: string;
  /** How the key begins, such as `tdk_Ab3x`; null for a key that was made before this was stored. */
  readonly prefix: string | null;
  /** False where names, addresses and the like are null in every answer. */
  readonly personalData: boolean;
  readonly createdAt: Moment;
  /** From this moment on it is refused; null for a key without end. */
  readonly expiresAt: Moment | null;
  /** To the minute; null while it was never used. */
  readonly lastUsedAt: Moment | null;
}

/** An API key of the signed-in user. The key itself is visible once, when it is made. Moments are RFC 3339. */
export type ApiKeyView = ApiKey<string>;

/** An API key, of which only the hash is stored. Moments are milliseconds since the epoch. */
export type ApiKeyRecord = ApiKey<number>;

export const API_KEY_NAME_MAX = 100;

export const PLATFORM_KEY_MAX = 512;

/** What a new key of the signed-in user needs besides a name. */
export interface KeyNeeds {
  /** A key of the same user at their platform, with which the new one acts there. */
  readonly platformKey: boolean;
}

export interface CreatedApiKey {
  readonly record: ApiKeyView;
  /** `tdk_` and 36 characters. Nobody can read it again. */
  readonly key: string;
}

/** A key as the operator sees it. The names are null where the store does not know the user (any more). */
export interface OwnedApiKeyRecord extends ApiKeyRecord {
  readonly account: string | null;
  readonly email: string | null;
  /** Base URL of the deployment that knows the user; null for the users of the store. */
  readonly platform: string | null;
}

export type ApiKeyTerms = Pick<ApiKeyRecord, 'name' | 'expiresAt' | 'personalData'>;

/** The message is one sentence for the user who asked for the key. */
export class ApiKeyTermsError extends Error {
  override readonly name = 'ApiKeyTermsError';
}

/** Later days are of no use, and the last days that a date can express have no following midnight. */
const LAST_DAY_OF_ALL = '2999-12-31';

/** Invisible characters, and those that move the cursor of a terminal or change the direction of a line. */
const UNPRINTABLE = /\p{C}/u;

/** Terms as typed by the user; `expiresOn` is the last day on which the key works. Throws `ApiKeyTermsError`. */
export function readApiKeyTerms(
  typed: { readonly name: string; readonly expiresOn: string | null; readonly personalData: boolean },
  now: number,
): ApiKeyTerms {
  return {
    name: readName(typed.name.trim()),
    personalData: typed.personalData,
    expiresAt: typed.expiresOn === null ? null : endOf(typed.expiresOn, now),
  };
}

function readName(name: string): string {
  const length = [...name].length;
  if (length === 0 || length > API_KEY_NAME_MAX) {
    throw new ApiKeyTermsError(`The name of a key takes 1 to ${API_KEY_NAME_MAX} characters.`);
  }
  if (UNPRINTABLE.test(name)) throw new ApiKeyTermsError('The name of a key takes printable characters only.');
  return name;
}

/** Local midnight after the day. */
function endOf(day: string, now: number): number {
  if (!isCalendarDate(day) || day > LAST_DAY_OF_ALL) {
    throw new ApiKeyTermsError(`The last day of a key is a day such as 2027-12-31, not "${day}".`);
  }
  const { end } = instantsOf(day, day);
  if (end <= now) throw new ApiKeyTermsError('The last day of a key cannot be in the past.');
  return end;
}
