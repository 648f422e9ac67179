import { type Endpoint, TAGS } from '../../../shared/contract/endpoint.ts';
import { WEBHOOK_MESSAGES, type WebhookMessage } from '../../../shared/contract/webhook-message.ts';
import { API_DESCRIPTION, TAG_DESCRIPTIONS } from './api-text.ts';
import { describeMembers, describeOperation } from './describe-operation.ts';
import { describeError, errorsOf, RESPONSE_HEADERS } from './error-responses.ts';
import type { OpenApiDocument, Operation, ReceivedMessage } from './openapi-document.ts';
import { createSchemaCollector, exampleOf, type SchemaCollector } from './schema-collector.ts';

const VERSION = '1.0.0';

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'A token of `POST /api/auth/login`, or an API key (`tdk_…`).',
};

/** The OpenAPI document of a service with these endpoints, at `address` without a path. */
export function describeApi(endpoints: readonly Endpoint[], address: string): OpenApiDocument {
  const schemas = createSchemaCollector();
  const paths = describePaths(endpoints, schemas);
  const webhooks = Object.fromEntries(
    WEBHOOK_MESSAGES.map((message) => [message.name, { post: describeMessage(message, schemas) }]),
  );
  const codes = [...new Set(endpoints.flatMap(errorsOf))];
  const responses = Object.fromEntries(codes.map((code) => describeError(code, schemas)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tilldesk API',
      version: VERSION,
      description: API_DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: address, description: 'The service on this computer' }],
    security: [{ bearer: [] }],
    tags: TAGS.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: { bearer: BEARER },
      schemas: schemas.components(),
      responses,
      headers: RESPONSE_HEADERS,
    },
  };
}

/** In the order of the chapters, and within one in the order given. */
function describePaths(endpoints: readonly Endpoint[], schemas: SchemaCollector): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  const chapterOf = ({ tag }: Endpoint) => TAGS.indexOf(tag);
  for (const endpoint of endpoints.toSorted((a, b) => chapterOf(a) - chapterOf(b))) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = describeOperation(endpoint, schemas);
    paths[endpoint.path] = operations;
  }
  return paths;
}

const RETRY_AFTER = {
  description: 'Seconds, or a date: the next attempt is not before that, for a day at most.',
  schema: { type: 'string' },
  example: '120',
};

/** The same whatever the message: a receiver answers with a status, and its body is only logged. */
const ANSWERS: ReceivedMessage['responses'] = {
  '2XX': { description: 'Success: it was taken, or was handled before. Has to be there within 15 s.' },
  '410': { description: 'A failure without a further attempt; to a batch it disables the webhook.' },
  default: {
    description:
      'A failure, redirects and having no answer after 15 s included. It is attempted again, but for a ping.',
    headers: { 'Retry-After': RETRY_AFTER },
  },
};

/** Says what arrives at a receiver. What authorizes it is the signature, not a token. */
function describeMessage(message: WebhookMessage, schemas: SchemaCollector): ReceivedMessage {
  const { operation, summary, description, headers, body } = message;
  return {
    operationId: operation,
    tags: ['Webhooks'],
    summary,
    description: `${description}\n\nImplements: specification, Events.`,
    security: [],
    parameters: describeMembers('header', headers, schemas),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.describe(body), example: exampleOf(body) } },
    },
    responses: ANSWERS,
  };
}
