import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { nullable, RecordId } from './values.ts';

export const Credentials = Type.Object(
  {
    account: Type.String({ minLength: 1, maxLength: 200 }),
    email: Type.String({ minLength: 1, maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** Seconds that a token lives. */
export const TOKEN_LIFETIME_S = 1800;
/** Seconds after issue at which clients refresh: 5 minutes before expiry. */
export const TOKEN_REFRESH_AFTER_S = 1500;

export const IssuedToken = Type.Object({
  token: Type.String({ description: 'Opaque bearer token' }),
  expires_at: Type.Integer({ description: 'Unix seconds' }),
  expires_in: Type.Integer({ description: 'Seconds from now' }),
});
export type IssuedToken = Static<typeof IssuedToken>;

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: Credentials,
  response: IssuedToken,
});

/** Checks the credentials as a login does and issues a further token; older ones live on until they expire. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'public',
  body: Credentials,
  response: IssuedToken,
});

export const ROLES = ['owner', 'accountant', 'staff'] as const;
export type Role = (typeof ROLES)[number];

export const Me = Type.Object({
  account: Type.String({ description: 'The name used to sign in' }),
  user: Type.Object({ id: RecordId(), name: Type.String(), email: Type.String() }),
  roles: Type.Array(Type.Enum(ROLES)),
  locked_location: nullable(Type.Object({ id: RecordId(), title: Type.String() })),
  auth: Type.Object({
    kind: Type.Enum(['token', 'api_key']),
    expires_at: nullable(Type.Integer({ description: 'Unix seconds' })),
  }),
});
export type Me = Static<typeof Me>;

export const readMe = defineEndpoint({ method: 'GET', path: '/api/me', access: 'user', response: Me });
