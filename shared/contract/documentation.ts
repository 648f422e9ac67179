import { Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';

export const readOpenApi = defineEndpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  documentation: {
    operation: 'readOpenApi',
    tag: 'Service',
    summary: 'This description',
    description: 'The description of the interface in OpenAPI 3.1, for programs that read such.',
    implements: 'Versioning (the interface description carries 1.0.0)',
  },
  response: Type.Unsafe<object>({
    type: 'object',
    description: 'An OpenAPI 3.1 document',
    examples: [{ openapi: '3.1.1', info: { title: 'Tilldesk API', version: '1.0.0' } }],
  }),
});

export const readDocumentation = defineEndpoint({
  method: 'GET',
  path: '/docs',
  access: 'public',
  documentation: {
    operation: 'readDocumentation',
    tag: 'Service',
    summary: 'This description, for people',
    description:
      'A page that shows this description and lets one try calls. It needs no internet. Where the page was not ' +
      'built it is 404.',
    implements: 'Versioning (the interface description, for people)',
  },
  mediaType: 'text/html',
  response: Type.String({ examples: ['<!doctype html><title>Tilldesk API</title>'] }),
});
