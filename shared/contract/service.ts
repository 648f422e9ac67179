import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { optional } from './query.ts';
import { NamedRecord, nullable } from './values.ts';

const Health = NamedRecord(
  'Health',
  {
    status: Type.Literal('ok', { description: 'Requests can be served' }),
    hmac: Type.Optional(Type.String({ description: 'Hex; only where a challenge was sent' })),
  },
  { status: 'ok' },
  'A sign of life',
);

export type Health = Static<typeof Health>;

/**
 * Answers only when requests can be served. With `challenge` (2 to 128 hex digits) it proves that this server
 * wrote the discovery file: HMAC-SHA256 of the challenge's bytes, keyed with the bytes of the file's nonce.
 */
export const readHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  operation: 'readHealth',
  tag: 'Service',
  summary: 'Whether requests can be served',
  description:
    'Answers only when they can. A program on the same computer that reads the discovery file can send a ' +
    '`challenge` and compare `hmac`, which proves that this server wrote the file: HMAC-SHA256 over the bytes ' +
    "of the challenge, keyed with the bytes of the file's nonce.",
  implements: 'What the service does (a sign of life, which the specification leaves open)',
  query: Type.Object({
    challenge: optional(
      Type.String({
        pattern: '^([0-9a-f]{2}){1,64}$',
        'x-text': 'text',
        description: '2 to 128 hex digits in lower case, in pairs',
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
  summary: 'This description',
  description: 'The description of the interface in OpenAPI 3.1, for programs that read such.',
  implements: 'Versioning (the interface description carries 1.0.0)',
  response: Type.Unsafe<object>({ type: 'object', description: 'An OpenAPI 3.1 document' }),
});

export const readDocumentation = defineEndpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  operation: 'readDocumentation',
  tag: 'Service',
  summary: 'This description, for people',
  description:
    'A page that shows this description and lets one try calls. It needs no internet. Where the page was not ' +
    'built it is 404.',
  implements: 'Versioning (the interface description, for people)',
  mediaType: 'text/html',
  response: Type.String(),
});

const Address = (description: string) => Type.String({ description });

export const ServiceLinks = NamedRecord(
  'ServiceLinks',
  {
    name: Type.Literal('Tilldesk', { description: 'What answers here' }),
    version: Type.String({ description: 'Of the interface, as in its description' }),
    documentation: nullable(Address('This description, for people; null where the page was not built')),
    openapi: Address('This description, for programs'),
    mcp: Address('The Model Context Protocol, for assistants with an API key'),
    health: Address('Whether requests can be served'),
    ready: nullable(Address('Whether a server can be sent requests; null where a window runs')),
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
  'Where to go from the address of the service',
);

export type ServiceLinks = Static<typeof ServiceLinks>;

export const readServiceLinks = defineEndpoint({
  method: 'GET',
  path: '/',
  access: 'public',
  operation: 'readServiceLinks',
  tag: 'Service',
  summary: 'What runs here, and where to go from here',
  description:
    'Addresses of the documentation and of what else needs no token or starts with one. Nothing in it is of an ' +
    'account. A client whose `Accept` names `text/html`, as that of a browser does, gets a page that says the same, in ' +
    'Dutch or English by `Accept-Language`.',
  implements: 'What the service does (a start for people and programs, which the specification leaves open)',
  hasPage: true,
  response: ServiceLinks,
});
