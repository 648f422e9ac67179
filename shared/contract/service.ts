import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { optional } from './query.ts';
import { NamedRecord, nullable } from './values.ts';

const Health = NamedRecord(
  'Health',
  {
    status: Type.Literal('ok', { description: 'The service can handle requests' }),
    hmac: Type.Optional(Type.String({ description: 'HMAC of the challenge in hex; only if a challenge was sent' })),
  },
  { status: 'ok' },
  'Health of the service',
);

export type Health = Static<typeof Health>;

/**
 * Answers only if requests can be handled. With `challenge` (2 to 128 hex digits) it proves that this server wrote the
 * discovery file: HMAC-SHA256 of the challenge's bytes, keyed with the bytes of the file's nonce.
 */
export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  operation: 'readHealth',
  tag: 'Service',
  summary: 'Check the service',
  description:
    'Answers only if the service can handle requests. To verify that this server wrote the discovery file, a program on ' +
    'the same computer can send a `challenge` and compare `hmac`: the HMAC-SHA256 of the bytes of the challenge, keyed ' +
    "with the bytes of the file's nonce.",
  implements: 'What the service does (a sign of life, which the specification leaves open)',
  query: Type.Object({
    challenge: optional(
      Type.String({
        pattern: '^([0-9a-f]{2}){1,64}$',
        'x-text': 'text',
        description: '2 to 128 lower-case hex digits, an even number',
        examples: ['00ff'],
      }),
    ),
  }),
  response: Health,
});

export const readOpenApi = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  operation: 'readOpenApi',
  tag: 'Service',
  summary: 'Retrieve the OpenAPI document',
  description: 'Returns the description of this API in OpenAPI 3.1.',
  implements: 'Versioning (the interface description carries 1.0.0)',
  response: Type.Unsafe<object>({ type: 'object', description: 'An OpenAPI 3.1 document' }),
});

export const readDocumentation = defineEndpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  operation: 'readDocumentation',
  tag: 'Service',
  summary: 'Open the documentation',
  description:
    'Returns a page with the documentation of this API, in which calls can be tried. It works offline. Returns 404 if the ' +
    'page was not built.',
  implements: 'Versioning (the interface description, for people)',
  mediaType: 'text/html',
  response: Type.String(),
});

const Address = (description: string) => Type.String({ description });

export const ServiceLinks = NamedRecord(
  'ServiceLinks',
  {
    name: Type.Literal('Tilldesk', { description: 'Name of the program' }),
    version: Type.String({ description: 'Version of the API' }),
    documentation: nullable(Address('Address of the documentation; `null` if the page was not built')),
    openapi: Address('Address of the OpenAPI document'),
    mcp: Address('Address of the Model Context Protocol, for assistants with an API key'),
    health: Address('Address to check whether the service can handle requests'),
    ready: nullable(Address('Address to check whether a server is ready for requests; `null` if a window runs')),
  },
  {
    name: 'Tilldesk',
    version: '1.0.0',
    documentation: 'http://127.0.0.1:4870/docs',
    openapi: 'http://127.0.0.1:4870/openapi.json',
    mcp: 'http://127.0.0.1:4870/mcp',
    health: 'http://127.0.0.1:4870/health',
    ready: null,
  },
  'Addresses of the service',
);

export type ServiceLinks = Static<typeof ServiceLinks>;

export const readServiceLinks = defineEndpoint({
  method: 'GET',
  path: '/',
  access: 'public',
  operation: 'readServiceLinks',
  tag: 'Service',
  summary: 'List the addresses of the service',
  description:
    'Returns the addresses of the documentation and of other entry points. Contains no account data. Clients that accept ' +
    '`text/html`, such as browsers, get a page with the same content in Dutch or English, by `Accept-Language`.',
  implements: 'What the service does (a start for people and programs, which the specification leaves open)',
  hasPage: true,
  response: ServiceLinks,
});
