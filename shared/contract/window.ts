import { Type } from 'typebox';
import {
  API_KEY_NAME_MAX,
  API_KEYS_PATH,
  type ApiKeyView,
  type CreatedApiKey,
  type KeyNeeds,
  PLATFORM_KEY_MAX,
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
 * What the window asks of its own service beyond the API. No service that listens has these paths. What the window sends
 * is checked by a schema. Answers have types only, because the window and its service are one program.
 */
const Answer = <T>() => Type.Unsafe<T>({});

/** Of the signed-in user. */
export const readPreferences = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/preferences`,
  access: 'user',
  response: Answer<Preferences>(),
});

/** Each member that is given is replaced whole. */
export const changePreferences = defineWindowEndpoint({
  ...readPreferences,
  method: 'POST',
  body: Type.Partial(Preferences, { additionalProperties: false }),
});

/** What the account of the signed-in user has here: its ledger accounts, and what its receipts say of it. */
export const readCompany = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/company`,
  access: 'user',
  response: Answer<Company>(),
});

/** Makes all of the changes or none. 403 for a manager who is locked to a location. */
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
 * Makes a key that acts as the signed-in user. `expiresOn` is the last day on which it works. `platformKey` is given if
 * `readKeyNeeds` asks for it, and refused otherwise.
 */
export const createApiKey = defineWindowEndpoint({
  method: 'POST',
  path: API_KEYS_PATH,
  access: 'user',
  body: ClosedObject({
    name: Type.String({ minLength: 1, maxLength: API_KEY_NAME_MAX }),
    expiresOn: nullable(Type.String({ format: 'date' })),
    personalData: Type.Boolean(),
    platformKey: Type.Optional(Type.String({ minLength: 1, maxLength: PLATFORM_KEY_MAX })),
  }),
  response: Answer<CreatedApiKey>(),
});

/** 404 for a key that is not of the signed-in user. The next call with the key is refused. */
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

/** The latest requests after a number; 0 for all that are remembered. */
export const readRequests = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/requests`,
  access: 'user',
  query: Type.Object({ after: Id('Number of the last request that is known', 0) }),
  response: Answer<RequestEntries>(),
});

const MAX_SEEN_LENGTH = 1_200;

/** Whether data changed that the signed-in user sees, so that open pages can follow. */
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

/** The exports that Tilldesk makes by itself for the signed-in user, in the order in which they were added. */
export const listSchedules = defineWindowEndpoint({
  method: 'GET',
  path: SCHEDULES_PATH,
  access: 'user',
  response: Answer<readonly Schedule[]>(),
});

/** Adds a schedule, or replaces the one of an id. The answer says which field is wrong. 404 for an id of another user. */
export const saveSchedule = defineWindowEndpoint({
  ...listSchedules,
  method: 'POST',
  body: ClosedObject({ id: nullable(Type.Integer({ minimum: 1 })), form: ScheduleForm }),
  response: Answer<SavedSchedule>(),
});

/** The files and their history stay. 404 for a schedule that is not of the signed-in user. */
export const removeSchedule = defineWindowEndpoint({
  method: 'DELETE',
  path: `${SCHEDULES_PATH}/{id}`,
  access: 'user',
  status: 204,
  response: Type.Null(),
});

/** Makes the file of the oldest period that failed, else of the latest one. 404 also for a schedule that is paused. */
export const runSchedule = defineWindowEndpoint({
  method: 'POST',
  path: `${SCHEDULES_PATH}/{id}/run`,
  access: 'user',
  status: 202,
  body: ClosedObject({}),
  response: Type.Null(),
});

export const LIVE_RATE_MAX = 120;

/** The live sales of the demo shop. */
export const readLiveTill = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/live-till`,
  access: 'user',
  response: Answer<LiveTill>(),
});

/** Starts, stops or changes the pace of the sales; 403 if there is no demo shop that could sell. */
export const changeLiveTill = defineWindowEndpoint({
  ...readLiveTill,
  method: 'POST',
  access: 'manager',
  body: ClosedObject({
    isSelling: Type.Boolean(),
    perMinute: Type.Integer({ minimum: 1, maximum: LIVE_RATE_MAX }),
  }),
});

/** What this computer stores of other platforms. Works while they are away: a user who cannot be identified may ask. */
export const readCopies = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/copies`,
  access: 'public',
  response: Answer<readonly CopyView[]>(),
});

/** Removes all of it, of every account. */
export const emptyCopies = defineWindowEndpoint({
  ...readCopies,
  method: 'DELETE',
  response: Answer<{ readonly bytes: number }>(),
});

/** Parameters of lists and reports that the platform of the signed-in user does not take: the window does not offer them. */
export const readMissingParameters = defineWindowEndpoint({
  method: 'GET',
  path: `${WINDOW_PATH}/missing-parameters`,
  access: 'user',
  response: Answer<readonly MissingParameter[]>(),
});

/** How the platform of the signed-in user is read, and what there is of their copy. */
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
  /** Actions a minute. */
  readonly perMinute: number;
}

export interface LiveTill {
  /** Null where there is no demo shop that could sell, such as a generated one or another platform. */
  readonly till: LiveTillState | null;
}

/** What the window may show that has changed. */
export const NEWS_SUBJECTS = ['products', 'orders'] as const;

export type NewsSubject = (typeof NEWS_SUBJECTS)[number];

export interface News {
  /** What changed since `seen`; nothing when that was null. */
  readonly changed: readonly NewsSubject[];
  /** What to pass as `seen` in the next call. */
  readonly seen: string;
}

/**
 * A request to the local API; status 499 where the client left before the answer. No header or body is stored, and no
 * text that was searched for.
 */
export interface RequestEntry {
  /** Grows by one with each request since the start of the program. */
  readonly number: number;
  /** RFC 3339, when it was answered. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without `?`; `…` stands for what is a text or is not known. Empty where there was none. */
  readonly query: string;
  readonly status: number;
  /** What the answer said; null where it was none of an error. */
  readonly error: RequestError | null;
  /** A call of this program's own window. */
  readonly isOfWindow: boolean;
  readonly durationMs: number;
  /** Name of the user; null where nobody was signed in. */
  readonly user: string | null;
  /** Name of the API key that was used; null for a token. */
  readonly apiKey: string | null;
  readonly requestId: string;
}

export type RequestError = Pick<ErrorBody, 'error' | 'message'>;

export interface RequestEntries {
  /** Newest first: one's own, those without a user, and for an owner or accountant those of colleagues. */
  readonly entries: readonly RequestEntry[];
  /** What to pass as `after` in the next call. */
  readonly newest: number;
}

/** What this computer stores of an account of another platform. */
export interface CopyView {
  /** Its base address. */
  readonly platform: string;
  readonly account: string;
  /** How many of its users have a copy here. */
  readonly users: number;
  /** Time of the last answer of the platform, to a minute; RFC 3339. */
  readonly updatedAt: string;
  readonly bytes: number;
}
