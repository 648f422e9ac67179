import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { NamedRecord, nullable, RecordId } from './values.ts';

export const Credentials = Type.Object(
  {
    account: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the account' }),
    email: Type.String({ minLength: 1, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  },
  {
    title: 'Credentials',
    additionalProperties: false,
    examples: [{ account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' }],
  },
);
export type Credentials = Static<typeof Credentials>;

/** Seconds that a token lives. */
export const TOKEN_LIFETIME_S = 1800;
/** Seconds after issue at which clients refresh: 5 minutes before expiry. */
export const TOKEN_REFRESH_AFTER_S = 1500;

export const IssuedToken = NamedRecord(
  'IssuedToken',
  {
    token: Type.String({ description: 'Opaque bearer token' }),
    expires_at: Type.Integer({ description: 'Unix seconds' }),
    expires_in: Type.Integer({ description: 'Seconds from now' }),
  },
  {
    token: 'mV0wJ7m1Yb8yq3Jc5kQe2rT9uXo4sA6dLhPzN1gFvEw',
    expires_at: 1_790_852_400,
    expires_in: TOKEN_LIFETIME_S,
  },
);
export type IssuedToken = Static<typeof IssuedToken>;

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  isThrottled: true,
  documentation: {
    operation: 'login',
    tag: 'Signing in',
    summary: 'Sign in',
    description:
      'Answers a token that lives 1800 seconds. Every kind of wrong credentials is the same 401. After 5 failures ' +
      'in a row with an account and e-mail address one try a pause is let through, and the others are answered ' +
      'with 429. The pause is 1 second and doubles with every further failure, up to 60; a success ends it.',
    implements: 'POST /api/auth/login',
  },
  body: Credentials,
  response: IssuedToken,
});

/** Checks the credentials as a login does and issues a further token; older ones live on until they expire. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  isThrottled: true,
  documentation: {
    operation: 'refresh',
    tag: 'Signing in',
    summary: 'Get a fresh token',
    description:
      'Checks the credentials as a login does and answers a further token. Older tokens work until they expire, ' +
      'so that calls under way do not fail. Refresh 25 minutes after issue. Failures count with those of login.',
    implements: 'POST /api/auth/refresh',
  },
  body: Credentials,
  response: IssuedToken,
});

export const ROLES = ['owner', 'accountant', 'staff'] as const;
export type Role = (typeof ROLES)[number];

export const Me = NamedRecord(
  'Me',
  {
    account: Type.String({ description: 'The name used to sign in' }),
    user: Type.Object({ id: RecordId(), name: Type.String(), email: Type.String() }),
    roles: Type.Array(Type.Enum(ROLES)),
    locked_location: nullable(Type.Object({ id: RecordId(), title: Type.String() })),
    auth: Type.Object({
      kind: Type.Enum(['token', 'api_key']),
      expires_at: nullable(Type.Integer({ description: 'Unix seconds; null for an API key without end' })),
    }),
  },
  {
    account: 'demo',
    user: { id: 3, name: 'Sanne Bakker', email: 'staff@demo.example' },
    roles: ['staff'],
    locked_location: { id: 3, title: 'Utrecht' },
    auth: { kind: 'token', expires_at: 1_790_852_400 },
  },
);
export type Me = Static<typeof Me>;

export const readMe = defineEndpoint({
  method: 'GET',
  path: '/api/me',
  access: 'user',
  documentation: {
    operation: 'readMe',
    tag: 'Signing in',
    summary: 'Who the token or API key belongs to',
    description:
      'Account, user, roles and locked location of the caller. With a locked location every call sees that ' +
      'location alone; null is all of them.',
    implements: 'GET /api/me',
  },
  response: Me,
});
