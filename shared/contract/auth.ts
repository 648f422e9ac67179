import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, LocationId, NamedRecord, nullable, RecordId, Timestamp } from './values.ts';
import { WEBHOOK_STATUSES } from './webhook-records.ts';

/** No zero character, which databases cannot store. */
const NAME = '^[^\\u0000]*$';

export const Credentials = Type.Object(
  {
    account: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: NAME,
      description: 'Name of the account, exactly as it was given out',
    }),
    email: Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: NAME,
      description: 'E-mail address of the user, in any case',
    }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Compared exactly' }),
  },
  {
    title: 'Credentials',
    description: 'Who signs in',
    additionalProperties: false,
    examples: [{ account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' }],
  },
);

export type Credentials = Static<typeof Credentials>;

/** Seconds that a token lives. */
export const TOKEN_LIFETIME_S = 1800;

/** A further token ends the oldest. */
export const LIVE_TOKENS_PER_USER = 50;

/** Seconds after issue at which clients refresh: 5 minutes before expiry. */
export const TOKEN_REFRESH_AFTER_S = 1500;

export const IssuedToken = NamedRecord(
  'IssuedToken',
  {
    token: Type.String({ description: 'Opaque bearer token' }),
    expires_at: Type.Integer({ description: 'When it ends, in Unix seconds' }),
    expires_in: Type.Integer({ description: 'Seconds that it lives from now' }),
  },
  {
    token: 'mV0wJ7m1Yb8yq3Jc5kQe2rT9uXo4sA6dLhPzN1gFvEw',
    expires_at: 1_790_852_400,
    expires_in: TOKEN_LIFETIME_S,
  },
  'A token and when it ends',
);

export type IssuedToken = Static<typeof IssuedToken>;

const PROOF =
  'Send the token or API key that you have as `Authorization: Bearer`, also where it has ended (up to 30 days ago): ' +
  'wrong passwords that others try for the same user then keep you out no more. It has to be issued to that user. ' +
  'Six wrong passwords sent with one withdraw it for this purpose.';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  takesBearer: true,
  operation: 'login',
  tag: 'Signing in',
  summary: 'Sign in',
  description:
    `Answers a token that lives ${TOKEN_LIFETIME_S} seconds. A user has at most ${LIVE_TOKENS_PER_USER} live ones: a ` +
    'further one ends the oldest. Every kind of wrong credentials is the same 401.\n\n' +
    'After 5 failures in a row with an account and e-mail address one try a pause is let through, and the others ' +
    'are answered with 429. The pause is 1 second and doubles with every further failure, up to 60; a success ' +
    'ends it. 429 is also the answer while too many sign-ins wait at once. `Retry-After` says how long to wait.\n\n' +
    PROOF,
  body: Credentials,
  response: IssuedToken,
});

/** Checks the credentials as a login does and issues a further token; older ones live on until they expire. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  takesBearer: true,
  operation: 'refresh',
  tag: 'Signing in',
  summary: 'Get a fresh token',
  description:
    'Checks the credentials as a login does and answers a further token. Older tokens work until they expire, ' +
    `so that calls under way do not fail; of more than ${LIVE_TOKENS_PER_USER} live ones the oldest ends. Refresh ` +
    `${TOKEN_REFRESH_AFTER_S / 60} minutes after issue. Failures count with those of login, and 429 is as there.\n\n` +
    PROOF,
  body: Credentials,
  response: IssuedToken,
});

/**
 * A part of `WWW-Authenticate` of a 401 where the service has signed in again itself with the password of the token, and was
 * refused: to send the same password once more would count as another wrong one. `invalid_grant` is that of RFC 6749.
 */
export const PASSWORD_REFUSED = 'error="invalid_grant"';

/** `WWW-Authenticate` of every other 401. */
export const BEARER_CHALLENGE = 'Bearer realm="Tilldesk"';

/**
 * In this header the session of the window sends a `WindowSignIn`, as JSON, with each login and refresh. It is not part of
 * the API: a service that listens refuses it, so that no other program can send a password to a host of its choice, or
 * open a stored copy without a password.
 */
export const PLATFORM_HEADER = 'x-tilldesk-platform';

/** Where the window signs in, and how it got the password. */
export interface WindowSignIn {
  /** A normalised base URL; null for the built-in platform. */
  readonly platform: string | null;
  /** False for the password with which the session has signed in before. */
  readonly isTyped: boolean;
}

export const ROLES = ['owner', 'accountant', 'staff'] as const;

export type Role = (typeof ROLES)[number];

export const Me = NamedRecord(
  'Me',
  {
    account: Type.String({ description: 'The name that is used to sign in' }),
    user: Type.Object(
      { id: RecordId(), name: Type.String(), email: Type.String() },
      { description: 'As whom every call acts' },
    ),
    roles: Type.Array(Type.Enum(ROLES), { description: 'Every role reads alike' }),
    locked_location: nullable(
      Type.Object(
        { id: LocationId(), title: Type.String() },
        { description: 'The only location that the caller sees; null for all of them' },
      ),
    ),
    is_demo: Type.Boolean({ description: 'True for a demo shop: all of its figures are invented' }),
    auth: Type.Object(
      {
        kind: Type.Enum(['token', 'api_key'], { description: 'What the call was made with' }),
        expires_at: nullable(Type.Integer({ description: 'Unix seconds; null for an API key without end' })),
      },
      { description: 'The token or API key of this call' },
    ),
  },
  {
    account: 'demo',
    user: { id: 3, name: 'Sanne Bakker', email: 'staff@demo.example' },
    roles: ['staff'],
    locked_location: { id: 3, title: 'Utrecht' },
    is_demo: true,
    auth: { kind: 'token', expires_at: 1_790_852_400 },
  },
  'The caller',
);

export type Me = Static<typeof Me>;

export const readMe = defineEndpoint({
  method: 'GET',
  path: '/api/me',
  access: 'user',
  operation: 'readMe',
  tag: 'Signing in',
  summary: 'Who the token or API key belongs to',
  description:
    'Account, user, roles and locked location of the caller, and whether the shop is a demo. Roles are `owner`, `accountant` and `staff`; each ' +
    'reads everything that there is, but with a locked location every call sees that location alone.',
  response: Me,
});

export const Session = NamedRecord(
  'Session',
  {
    kind: Type.Enum(['token', 'api_key'], {
      description: 'A token that somebody signed in for, or an API key',
    }),
    name: nullable(Type.String({ description: 'Of the API key; null for a token' })),
    created_at: Timestamp('When it was issued or made'),
    last_used_at: nullable(Timestamp('Of an API key, to the minute; null for a token, and for a key never used')),
    expires_at: nullable(Timestamp('From then on it is refused; null for an API key without end')),
    is_current: Type.Boolean({ description: 'True for the one that this call was made with' }),
  },
  {
    kind: 'token',
    name: null,
    created_at: '2026-10-01T10:00:00+02:00',
    last_used_at: null,
    expires_at: '2026-10-01T10:30:00+02:00',
    is_current: true,
  },
  'What acts as the caller: a live token or an API key',
);

export type Session = Static<typeof Session>;

/** A receiver that the caller subscribed: it remains when that token or API key has ended. */
const SubscribedWebhook = NamedRecord(
  'SubscribedWebhook',
  {
    id: RecordId('Of the webhook'),
    url: Type.String({ description: 'Where deliveries go' }),
    description: Type.String({ description: 'As given; empty without one' }),
    created_at: Timestamp('When it was subscribed'),
    status: Type.Enum(WEBHOOK_STATUSES, { description: 'A disabled one gets nothing but pings' }),
  },
  {
    id: 3,
    url: 'https://hooks.example/tilldesk',
    description: 'Accountant',
    created_at: '2026-10-01T10:00:00+02:00',
    status: 'active',
  },
  'A webhook that the caller subscribed',
);

export type SubscribedWebhook = Static<typeof SubscribedWebhook>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  operation: 'listSessions',
  tag: 'Signing in',
  summary: 'Tokens and API keys of the caller',
  description:
    'Everything that acts as the caller now: tokens first, then API keys, each newest first. A program that refreshes ' +
    'its token keeps the previous one for some minutes more. Tokens and keys themselves are never shown. Beside them ' +
    'stand the webhooks that the caller subscribed here, by any token or key, by id: they go on when that has ended. ' +
    'Those that a platform elsewhere keeps are on its own list.',
  implements: 'Authentication (revoking)',
  response: Type.Object({
    ...ListOf(Session).properties,
    webhooks: Type.Array(SubscribedWebhook, { description: 'Webhooks that the caller subscribed' }),
  }),
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  operation: 'endOtherSessions',
  tag: 'Signing in',
  summary: 'End all other sessions',
  description:
    'Ends every token of the caller but that of the call, and with `api_keys` every API key of the caller too: their ' +
    'next request is refused. With `webhooks` every webhook that the caller subscribed here is disabled: what a stolen ' +
    'token or key subscribed would go on else. Anyone who knows the password can sign in again: where it may be known, ' +
    'change it first. For a token alone; an API key ends nothing (403).',
  implements: 'Authentication (revoking)',
  body: Type.Object(
    {
      api_keys: Type.Boolean({ description: 'Whether all API keys end as well' }),
      webhooks: Type.Optional(
        Type.Boolean({
          description: 'Whether all webhooks that the caller subscribed are disabled as well; without it none is',
        }),
      ),
    },
    {
      title: 'Ending',
      description: 'What ends',
      additionalProperties: false,
      examples: [{ api_keys: false, webhooks: false }],
    },
  ),
  response: NamedRecord(
    'EndedSessions',
    {
      tokens: Type.Integer({ description: 'Tokens that were ended' }),
      api_keys: Type.Integer({ description: 'API keys that were ended' }),
      webhooks: Type.Integer({ description: 'Webhooks that were disabled' }),
    },
    { tokens: 2, api_keys: 0, webhooks: 0 },
    'How many ended',
  ),
});
