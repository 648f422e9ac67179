import { Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { optional } from './query.ts';

/**
 * Answers only when requests can be served. With `challenge` (2 to 128 hex digits) it proves that this server
 * wrote the discovery file: HMAC-SHA256 of the challenge's bytes, keyed with the bytes of the file's nonce.
 */
export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  query: Type.Object({
    challenge: optional(Type.String({ pattern: '^([0-9a-f]{2}){1,64}$', 'x-text': 'text' })),
  }),
  response: Type.Object({ status: Type.Literal('ok'), hmac: Type.Optional(Type.String()) }),
});
