import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ListOf, NamedRecord, nullable, Timestamp } from './values.ts';

export const Session = NamedRecord(
  'Session',
  {
    kind: Type.Enum(['token', 'api_key'], {
      description: 'A token that somebody signed in for, or an API key',
    }),
    name: nullable(Type.String({ description: 'Of the API key; null for a token' })),
    created_at: Timestamp('When it was issued or made'),
    last_used_at: nullable(
      Timestamp('Of an API key, to the minute; null for a token, and for a key never used'),
    ),
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

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'user',
  documentation: {
    operation: 'listSessions',
    tag: 'Signing in',
    summary: 'Tokens and API keys of the caller',
    description:
      'Everything that acts as the caller now: tokens first, then API keys, each newest first. A program that refreshes ' +
      'its token has the one of before for some minutes more. Tokens and keys themselves are never shown.',
    implements: 'Authentication (revoking)',
  },
  response: ListOf(Session),
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/end-others',
  access: 'user',
  documentation: {
    operation: 'endOtherSessions',
    tag: 'Signing in',
    summary: 'End all other sessions',
    description:
      'Ends every token of the caller but that of the call, and with `api_keys` every API key of the caller too: their ' +
      'next request is refused. Whoever knows the password can sign in again: where it may be known, change it first. ' +
      'For a token alone; an API key ends nothing (403).',
    implements: 'Authentication (revoking)',
  },
  body: Type.Object(
    { api_keys: Type.Boolean({ description: 'Whether all API keys end as well' }) },
    {
      title: 'Ending',
      description: 'What ends',
      additionalProperties: false,
      examples: [{ api_keys: false }],
    },
  ),
  response: NamedRecord(
    'EndedSessions',
    {
      tokens: Type.Integer({ description: 'Tokens that were ended' }),
      api_keys: Type.Integer({ description: 'API keys that were ended' }),
    },
    { tokens: 2, api_keys: 0 },
    'How many ended',
  ),
});
