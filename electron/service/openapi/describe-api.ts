import { type Endpoint, TAGS } from '../../../shared/contract/endpoint.ts';
import { WEBHOOK_MESSAGES } from '../../../shared/contract/webhook-message.ts';
import { API_DESCRIPTION, TAG_DESCRIPTIONS } from './api-text.ts';
import { describeMessage } from './describe-message.ts';
import { describeOperation } from './describe-operation.ts';
import { describeError } from './error-responses.ts';
import { errorsOf } from './errors-of.ts';
import type { OpenApiDocument, Operation } from './openapi-document.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';
import { createSchemaCollector, type SchemaCollector } from './schema-collector.ts';

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
  const chapterOf = ({ documentation }: Endpoint) => TAGS.indexOf(documentation.tag);
  for (const endpoint of endpoints.toSorted((a, b) => chapterOf(a) - chapterOf(b))) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = describeOperation(endpoint, schemas);
    paths[endpoint.path] = operations;
  }
  return paths;
}
