import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, LocationId, NamedRecord, nullable, RecordId, Timestamp } from './values.ts';
import { WEBHOOK_STATUSES } from './webhook-records.ts';

/** Excludes the zero character, which databases cannot store. */
const NAME = '^[^\\u0000]*$';

export const Credentials = Type.Object(
  {
    account: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: NAME,
      description: 'Name of the account, case-sensitive',
    }),
    email: Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: NAME,
      description: 'E-mail address of the user, case-insensitive',
    }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'Password of the user' }),
  },
  {
    title: 'Credentials',
    description: 'Credentials of a user',
    additionalProperties: false,
    examples: [{ account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' }],
  },
);

export type Credentials = Static<typeof Credentials>;

/** Lifetime of a token in seconds. */
export const TOKEN_LIFETIME_S = 1800;

/** Issuing more tokens ends the oldest one. */
export const MAX_TOKENS_PER_USER = 50;

/** Seconds after issue at which clients should refresh: 5 minutes before expiry. */
export const TOKEN_REFRESH_AFTER_S = 1500;

export const IssuedToken = NamedRecord(
  'IssuedToken',
  {
    token: Type.String({ description: 'Opaque bearer token' }),
    expires_at: Type.Integer({ description: 'Expiry, in Unix seconds' }),
    expires_in: Type.Integer({ description: 'Remaining lifetime in seconds' }),
  },
  {
    token: 'mV0wJ7m1Yb8yq3Jc5kQe2rT9uXo4sA6dLhPzN1gFvEw',
    expires_at: 1_790_852_400,
    expires_in: TOKEN_LIFETIME_S,
  },
  'A token with its expiry',
);

export type IssuedToken = Static<typeof IssuedToken>;

const PROOF =
  'To avoid being locked out by wrong passwords that others try, send your token or API key as `Authorization: Bearer`, even ' +
  'if it expired up to 30 days ago. It must belong to the same user. After six wrong passwords with one token or key, ' +
  'it no longer has this effect.';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  takesBearer: true,
  operation: 'login',
  tag: 'Signing in',
  summary: 'Sign in',
  description:
    `Returns a token that is valid for ${TOKEN_LIFETIME_S} seconds. A user has at most ${MAX_TOKENS_PER_USER} valid tokens: a ` +
    'new one ends the oldest. Wrong credentials of every kind return the same 401.\n\n' +
    'After 5 consecutive failures for an account and e-mail address, one attempt per pause is allowed, and others return ' +
    '429. The pause is 1 second. It doubles with every failure, up to 60 seconds, and a success ends it. Too many ' +
    'concurrent sign-ins also return 429. `Retry-After` says how long to wait.\n\n' +
    PROOF,
  body: Credentials,
  response: IssuedToken,
});

/** Checks the credentials like a login and issues another token. Older tokens work until they expire. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  takesBearer: true,
  operation: 'refresh',
  tag: 'Signing in',
  summary: 'Get a fresh token',
  description:
    'Checks the credentials like a login and returns another token. Older tokens work until they expire, so that calls in ' +
    `progress do not fail. If there are more than ${MAX_TOKENS_PER_USER} valid tokens, the oldest ends. Refresh ` +
    `${TOKEN_REFRESH_AFTER_S / 60} minutes after issue. Failures count together with those of login, with the same 429.\n\n` +
    PROOF,
  body: Credentials,
  response: IssuedToken,
});

/**
 * Part of `WWW-Authenticate` of a 401, if the service already signed in again with the token's password and was
 * refused: sending the password again would count as another wrong one. `invalid_grant` is from RFC 6749.
 */
export const PASSWORD_REFUSED = 'error="invalid_grant"';

/** `WWW-Authenticate` of every other 401. */
export const BEARER_CHALLENGE = 'Bearer realm="Tilldesk"';

/**
 * The window's session sends a `WindowSignIn` as JSON in this header with each login and refresh. It is not part of the
 * API: a listening service refuses it, so that no other program can send a password to a host of its choice or open a
 * stored copy without a password.
 */
export const PLATFORM_HEADER = 'x-tilldesk-platform';

/** The platform of a sign-in in the window, and the origin of its password. */
export interface WindowSignIn {
  /** A normalised base URL; `null` for the built-in platform. */
  readonly platform: string | null;
  /** False if the session already signed in with this password. */
  readonly isTyped: boolean;
}

export const ROLES = ['owner', 'accountant', 'staff'] as const;

export type Role = (typeof ROLES)[number];

export const Me = NamedRecord(
  'Me',
  {
    account: Type.String({ description: 'Name of the account, used to sign in' }),
    user: Type.Object(
      { id: RecordId(), name: Type.String(), email: Type.String() },
      { description: 'The user whose rights apply to every call' },
    ),
    roles: Type.Array(Type.Enum(ROLES), { description: 'Roles of the user; all roles can read the same data' }),
    locked_location: nullable(
      Type.Object(
        { id: LocationId(), title: Type.String() },
        { description: 'The only location that the caller can see; `null` if they can see all' },
      ),
    ),
    is_demo: Type.Boolean({ description: 'True for a demo shop: all of its figures are invented' }),
    auth: Type.Object(
      {
        kind: Type.Enum(['token', 'api_key'], { description: 'Whether the call used a token or an API key' }),
        expires_at: nullable(
          Type.Integer({ description: 'Expiry in Unix seconds; `null` for an API key that does not expire' }),
        ),
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
  summary: 'Read the current user',
  description:
    'Returns account, user, roles and locked location of the caller, and whether the shop is a demo. Roles are `owner`, `accountant` and `staff`. All ' +
    'roles can read the same data. A user with a locked location can read only data of that location.',
  response: Me,
});

export const Session = NamedRecord(
  'Session',
  {
    kind: Type.Enum(['token', 'api_key'], {
      description: 'A token from a sign-in, or an API key',
    }),
    name: nullable(Type.String({ description: 'Name of the API key; `null` for a token' })),
    created_at: Timestamp('When it was created'),
    last_used_at: nullable(Timestamp('Last use of an API key, to the minute; `null` for a token or an unused key')),
    expires_at: nullable(Timestamp('Expiry; `null` for an API key that does not expire')),
    is_current: Type.Boolean({ description: 'Whether this call used it' }),
  },
  {
    kind: 'token',
    name: null,
    created_at: '2026-10-01T10:00:00+02:00',
    last_used_at: null,
    expires_at: '2026-10-01T10:30:00+02:00',
    is_current: true,
  },
  'A valid token or API key of the caller',
);

export type Session = Static<typeof Session>;

/** A webhook of the caller. It stays when the token or API key that created it has ended. */
const SubscribedWebhook = NamedRecord(
  'SubscribedWebhook',
  {
    id: RecordId('Id of the webhook'),
    url: Type.String({ description: 'Address that receives deliveries' }),
    description: Type.String({ description: 'Description; empty if there is none' }),
    created_at: Timestamp('When it was created'),
    status: Type.Enum(WEBHOOK_STATUSES, { description: 'A disabled webhook receives only pings' }),
  },
  {
    id: 3,
    url: 'https://hooks.example/tilldesk',
    description: 'Accountant',
    created_at: '2026-10-01T10:00:00+02:00',
    status: 'active',
  },
  'A webhook that the caller created',
);

export type SubscribedWebhook = Static<typeof SubscribedWebhook>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  operation: 'listSessions',
  tag: 'Signing in',
  summary: 'List sessions',
  description:
    'Lists the valid tokens and API keys of the caller: tokens first, then API keys, each newest first. After a refresh, ' +
    'the previous token stays valid for a few minutes. Tokens and keys themselves are never shown. `webhooks` are those ' +
    'that the caller created here with any token or key, sorted by id. They continue after that token or key has ended. ' +
    'Webhooks of another platform are on its own list.',
  implements: 'Authentication (revoking)',
  response: Type.Object({
    ...ListOf(Session).properties,
    webhooks: Type.Array(SubscribedWebhook, { description: 'Webhooks that the caller created' }),
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
    'Ends every token of the caller except the one of this call. With `api_keys`, also revokes all API keys of the ' +
    'caller. With `webhooks`, also disables all webhooks that the caller created here, which would otherwise continue. ' +
    'Anyone who knows the password can sign in again, so change a compromised password first. Requires a token; an API ' +
    'key returns 403.',
  implements: 'Authentication (revoking)',
  body: Type.Object(
    {
      api_keys: Type.Boolean({ description: 'Whether to revoke all API keys too' }),
      webhooks: Type.Optional(
        Type.Boolean({
          description: 'Whether to disable all webhooks of the caller too; default false',
        }),
      ),
    },
    {
      title: 'Ending',
      description: 'What to end',
      additionalProperties: false,
      examples: [{ api_keys: false, webhooks: false }],
    },
  ),
  response: NamedRecord(
    'EndedSessions',
    {
      tokens: Type.Integer({ description: 'Number of ended tokens' }),
      api_keys: Type.Integer({ description: 'Number of revoked API keys' }),
      webhooks: Type.Integer({ description: 'Number of disabled webhooks' }),
    },
    { tokens: 2, api_keys: 0, webhooks: 0 },
    'Number of ended tokens, API keys and webhooks',
  ),
});
