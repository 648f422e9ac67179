import { Type } from 'typebox';
import {
  API_KEYS_PATH,
  type ApiKeyView,
  type CreatedApiKey,
  type KeyNeeds,
  MAX_API_KEY_NAME_LENGTH,
  MAX_PLATFORM_KEY_LENGTH,
} from './api-keys.ts';
import { type Company, CompanyChanges } from './company.ts';
import { COPY_ACTIONS, type Connection, type MissingParameter } from './connection.ts';
import { defineWindowEndpoint, WINDOW_PATH } from './endpoint.ts';
import type { ErrorBody } from './errors.ts';
import type { ExportHistory } from './exports.ts';
import { Preferences } from './preferences.ts';
import { Id, optional } from './query.ts';
import { type SavedSchedule, type Schedule, ScheduleForm } from './schedules.ts';
import { ClosedObject, nullable } from './values.ts';

/**
 * Calls of the window to its own service beyond the API. A listening service does not have these paths. Requests are
 * validated by a schema. Answers have types only, because window and service are one program.
 */
const Answer = <T>() => Type.Unsafe<T>({});

/** Preferences of the signed-in user. */
export const readPreferences = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/preferences`,
  access: 'user',
  response: Answer<Preferences>(),
});

/** Replaces each given member as a whole. */
export const changePreferences = defineWindowEndpoint({
  ...readPreferences,
  method: 'POST',
  body: Type.Partial(Preferences, { additionalProperties: false }),
});

/** Ledger accounts and company details of the user's account. */
export const readCompany = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/company`,
  access: 'user',
  response: Answer<Company>(),
});

/** Makes all changes or none. 403 for a manager with a locked location. */
export const changeCompany = defineWindowEndpoint({
  ...readCompany,
  method: 'POST',
  access: 'manager',
  body: CompanyChanges,
});

export const listApiKeys = defineWindowEndpoint({
  method: 'GET',
  path: API_KEYS_PATH,
  access: 'user',
  response: Answer<readonly ApiKeyView[]>(),
});

/**
 * Creates a key that acts as the signed-in user. `expiresOn` is the last day on which it works. `platformKey` is
 * required if `readKeyNeeds` says so, and refused otherwise.
 */
export const createApiKey = defineWindowEndpoint({
  method: 'POST',
  path: API_KEYS_PATH,
  access: 'user',
  body: ClosedObject({
    name: Type.String({ minLength: 1, maxLength: MAX_API_KEY_NAME_LENGTH }),
    expiresOn: nullable(Type.String({ format: 'date' })),
    personalData: Type.Boolean(),
    platformKey: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_PLATFORM_KEY_LENGTH })),
  }),
  response: Answer<CreatedApiKey>(),
});

/** 404 for a key of another user. The next call with the key is refused. */
export const revokeApiKey = defineWindowEndpoint({
  method: 'DELETE',
  path: `${API_KEYS_PATH}/{id}`,
  access: 'user',
  status: 204,
  response: Type.Null(),
});

/** Asks the platform of the signed-in user. */
export const readKeyNeeds = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/key-needs`,
  access: 'user',
  response: Answer<KeyNeeds>(),
});

/** The latest requests after a number; 0 for all remembered ones. */
export const readRequests = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/requests`,
  access: 'user',
  query: Type.Object({ after: Id('Number of the last request that is known', 0) }),
  response: Answer<RequestEntries>(),
});

const MAX_SEEN_LENGTH = 1_200;

/** Whether data that the signed-in user can see has changed, so that open pages can update. */
export const readNews = defineWindowEndpoint({
  method: 'POST',
  path: `${WINDOW_PATH}/news`,
  access: 'user',
  body: ClosedObject({ seen: nullable(Type.String({ maxLength: MAX_SEEN_LENGTH })) }),
  response: Answer<News>(),
});

/** Finished exports of the signed-in user, newest first: the latest 50, or 50 older than `before`. */
export const listExportHistory = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/exports`,
  access: 'user',
  query: Type.Object({ before: optional(Id('Id of an export', 51)) }),
  response: Answer<ExportHistory>(),
});

const SCHEDULES_PATH = `${WINDOW_PATH}/schedules`;

/** The schedules of the signed-in user, in the order in which they were added. */
export const listSchedules = defineWindowEndpoint({
  method: 'GET',
  path: SCHEDULES_PATH,
  access: 'user',
  response: Answer<readonly Schedule[]>(),
});

/**
 * Adds a schedule, or replaces the one with the id. The answer says which field is wrong. 404 for another user's id.
 */
export const saveSchedule = defineWindowEndpoint({
  ...listSchedules,
  method: 'POST',
  body: ClosedObject({ id: nullable(Type.Integer({ minimum: 1 })), form: ScheduleForm }),
  response: Answer<SavedSchedule>(),
});

/** Files and history stay. 404 for a schedule of another user. */
export const removeSchedule = defineWindowEndpoint({
  method: 'DELETE',
  path: `${SCHEDULES_PATH}/{id}`,
  access: 'user',
  status: 204,
  response: Type.Null(),
});

/** Makes the file of the oldest failed period, or else of the latest one. 404 also for a paused schedule. */
export const runSchedule = defineWindowEndpoint({
  method: 'POST',
  path: `${SCHEDULES_PATH}/{id}/run`,
  access: 'user',
  status: 202,
  body: ClosedObject({}),
  response: Type.Null(),
});

export const MAX_LIVE_RATE = 120;

/** The live sales of the demo shop. */
export const readLiveTill = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/live-till`,
  access: 'user',
  response: Answer<LiveTill>(),
});

/** Starts, stops or changes the pace of sales. 403 if no demo shop can sell. */
export const changeLiveTill = defineWindowEndpoint({
  ...readLiveTill,
  method: 'POST',
  access: 'manager',
  body: ClosedObject({
    isSelling: Type.Boolean(),
    perMinute: Type.Integer({ minimum: 1, maximum: MAX_LIVE_RATE }),
  }),
});

/** The copies that this computer stores. Public, because users cannot be identified while their platform is away. */
export const readCopies = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/copies`,
  access: 'public',
  response: Answer<readonly CopyView[]>(),
});

/** Removes all copies of all accounts. */
export const emptyCopies = defineWindowEndpoint({
  ...readCopies,
  method: 'DELETE',
  response: Answer<{ readonly bytes: number }>(),
});

/** Parameters of lists and reports that the user's platform does not support. The window does not offer them. */
export const readMissingParameters = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/missing-parameters`,
  access: 'user',
  response: Answer<readonly MissingParameter[]>(),
});

/** Returns how the user's platform is read, and the state of their copy. */
export const readConnection = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/connection`,
  access: 'user',
  response: Answer<Connection>(),
});

/** Acts on the copy of the signed-in user only. */
export const controlCopy = defineWindowEndpoint({
  method: 'POST',
  path: `${WINDOW_PATH}/connection`,
  access: 'user',
  body: ClosedObject({ action: Type.Enum(COPY_ACTIONS) }),
  status: 204,
  response: Type.Null(),
});

export interface LiveTillState {
  readonly isSelling: boolean;
  /** Actions per minute. */
  readonly perMinute: number;
}

export interface LiveTill {
  /** `null` if no demo shop can sell, as with a generated shop or another platform. */
  readonly till: LiveTillState | null;
}

/** Data in the window that may have changed. */
export const NEWS_SUBJECTS = ['products', 'orders'] as const;

export type NewsSubject = (typeof NEWS_SUBJECTS)[number];

export interface News {
  /** Changes since `seen`. Empty if that was `null`. */
  readonly changed: readonly NewsSubject[];
  /** Pass this as `seen` in the next call. */
  readonly seen: string;
}

/**
 * A request to the local API. Status 499 if the client left before the answer. Stores no header, body or search text.
 */
export interface RequestEntry {
  /** Increases by one with each request since the start of the program. */
  readonly number: number;
  /** The time of the answer, RFC 3339. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without `?`. `…` replaces texts and unknown values. Empty if there was none. */
  readonly query: string;
  readonly status: number;
  /** The error in the answer; `null` if it was not an error. */
  readonly error: RequestError | null;
  /** Whether this program's window made the call. */
  readonly isFromWindow: boolean;
  readonly durationMs: number;
  /** Name of the user; `null` if nobody was signed in. */
  readonly user: string | null;
  /** Name of the API key; `null` for a token. */
  readonly apiKey: string | null;
  readonly requestId: string;
}

export type RequestError = Pick<ErrorBody, 'error' | 'message'>;

export interface RequestEntries {
  /** Newest first: the user's own, those without a user, and for owners and accountants those of colleagues. */
  readonly entries: readonly RequestEntry[];
  /** Pass this as `after` in the next call. */
  readonly newest: number;
}

/** The copies of an account of another platform. */
export interface CopyView {
  /** Base address of the platform. */
  readonly platform: string;
  readonly account: string;
  /** Number of its users with a copy here. */
  readonly users: number;
  /** Time of the platform's last answer, to the minute; RFC 3339. */
  readonly updatedAt: string;
  readonly bytes: number;
}
