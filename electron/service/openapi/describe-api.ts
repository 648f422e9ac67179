import type { TObject, TSchema } from 'typebox';
import { type Access, type ApiEndpoint, TAGS } from '../../../shared/contract/endpoint.ts';
import { MAX_ID, type ParameterSchema, type ParameterText } from '../../../shared/contract/query.ts';
import { WEBHOOK_MESSAGES, type WebhookMessage } from '../../../shared/contract/webhook-message.ts';
import { API_ERRORS } from '../server/api-error.ts';
import { formatHeaderName } from '../server/header-decoder.ts';
import { API_DESCRIPTION, TAG_DESCRIPTIONS } from './api-text.ts';
import { describeError, getErrorReference, listErrors, listHeaders, RESPONSE_HEADERS } from './error-responses.ts';
import type { OpenApiDocument, Operation, Parameter, ReceivedMessage, Response } from './openapi-document.ts';
import { formatRequestLine, OPERATION_EXAMPLES, type OperationExample } from './operation-examples.ts';
import { createSchemaCollector, getExample, type SchemaCollector } from './schema-collector.ts';

export const API_VERSION = '1.0.0';

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'A token from `POST /api/auth/login`, or an API key (`tdk_…`).',
};

export function describeApi(endpoints: readonly ApiEndpoint[], address: string): OpenApiDocument {
  const schemas = createSchemaCollector();
  const paths = describePaths(endpoints, schemas);
  const webhooks = Object.fromEntries(
    WEBHOOK_MESSAGES.map((message) => [message.name, { post: describeMessage(message, schemas) }]),
  );
  const codes = [...new Set(endpoints.flatMap(listErrors))];
  const responses = Object.fromEntries(codes.map((code) => describeError(code, schemas)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tilldesk API',
      version: API_VERSION,
      description: API_DESCRIPTION,
      contact: { name: 'Tilldesk', email: 'support@tilldesk.example' },
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

function describePaths(endpoints: readonly ApiEndpoint[], schemas: SchemaCollector): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  const getChapter = ({ tag }: ApiEndpoint) => TAGS.indexOf(tag);
  for (const endpoint of endpoints.toSorted((a, b) => getChapter(a) - getChapter(b))) {
    const operations = paths[endpoint.path] ?? {};
    operations[endpoint.method.toLowerCase()] = describeOperation(endpoint, schemas);
    paths[endpoint.path] = operations;
  }
  return paths;
}

const RETRY_AFTER = {
  description: 'Seconds or a date. The next attempt is not made before then, but after a day at most.',
  schema: { type: 'string' },
  example: '120',
};

/** The same for every message: a receiver answers with a status, and its body is only logged. */
const ANSWERS: ReceivedMessage['responses'] = {
  '2XX': { description: 'Success: the message was accepted, or was handled before. Answer within 15 s.' },
  '410': { description: 'A failure without another attempt. After a batch it disables the webhook.' },
  default: {
    description: 'A failure, as is a redirect or no answer within 15 s. It is attempted again, unless it is a ping.',
    headers: { 'Retry-After': RETRY_AFTER },
  },
};

/** Describes a message to a receiver. Its signature authorizes it, not a token. */
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
      content: { 'application/json': { schema: schemas.describe(body), example: getExample(body) } },
    },
    responses: ANSWERS,
  };
}

const STATUS_TEXTS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: it is in progress',
  204: 'Done; there is no body',
} as const;

const RIGHTS: Readonly<Record<Access, string>> = {
  public: '',
  user: '',
  manager: '\n\nFor the roles `owner` and `accountant`; others get 403.',
};

function describeOperation(endpoint: ApiEndpoint, schemas: SchemaCollector): Operation {
  const { access, body, description, method, operation, path, summary, tag, takesBearer } = endpoint;
  const { implements: implemented = `${method} ${path}` } = endpoint;
  const example = OPERATION_EXAMPLES[operation];
  const parameters = describeParameters(endpoint, example, schemas);
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description: `${description}${RIGHTS[access]}\n\nImplements: specification, ${implemented}.`,
    ...(access === 'public' && { security: takesBearer ? [{}, { bearer: [] }] : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.describe(body), example: example?.body } },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: describeAnswer(endpoint, example, schemas),
      ...listErrorReferences(endpoint),
    },
  };
}

function describeAnswer(
  endpoint: ApiEndpoint,
  example: OperationExample | undefined,
  schemas: SchemaCollector,
): Response {
  const { mediaType = 'application/json', hasPage, response, status = 200 } = endpoint;
  const answer = { description: STATUS_TEXTS[status], headers: listHeaders() };
  if (status === 204 || example === undefined) return answer;
  return {
    ...answer,
    description: `${answer.description}. The example is the demo shop's answer to \`${formatRequestLine(endpoint, example)}\`.`,
    content: {
      [mediaType]: { schema: schemas.describe(response), example: example.answer },
      ...(hasPage && { 'text/html': { schema: { type: 'string' }, example: example.page } }),
    },
  };
}

function listErrorReferences(endpoint: ApiEndpoint): Operation['responses'] {
  return Object.fromEntries(listErrors(endpoint).map((code) => [API_ERRORS[code].status, getErrorReference(code)]));
}

type ParameterLocation = 'query' | 'header';

/** What the schema of a parameter does not say about its text. */
const FORMS: Readonly<Partial<Record<ParameterText, string>>> = {
  decimal: 'At most 2 decimals, after a point.',
  flag: '`true` or `false`; `1` and `0` are accepted too.',
  'comma-list': 'A comma list without white space, each value at most once. The parameter may be repeated instead.',
  'id-list':
    'A comma list; white space around an id is allowed, and one that is given twice counts once. The parameter may be ' +
    'repeated instead.',
};

function describeParameters(
  endpoint: ApiEndpoint,
  example: OperationExample | undefined,
  schemas: SchemaCollector,
): Parameter[] {
  return [
    ...describePathIds(endpoint, example),
    ...describeMembers('query', endpoint.query, schemas, example?.query),
    ...describeMembers('header', endpoint.headers, schemas).map(withTitledName),
  ];
}

const withTitledName = (header: Parameter): Parameter => ({ ...header, name: formatHeaderName(header.name) });

function describeMembers(
  location: ParameterLocation,
  members: TObject | undefined,
  schemas: SchemaCollector,
  given: OperationExample['query'] = {},
): Parameter[] {
  if (!members) return [];
  const required = new Set<string>(members.required);
  return Object.entries(members.properties).map(([name, schema]) => {
    const example = given[name] ?? getExample(schema);
    return describeParameter({ location, name, schema, isListedAsRequired: required.has(name), example }, schemas);
  });
}

interface ParameterSource {
  readonly location: ParameterLocation;
  readonly name: string;
  readonly schema: TSchema;
  readonly isListedAsRequired: boolean;
  readonly example: unknown;
}

function describeParameter(
  { location, name, schema, isListedAsRequired, example }: ParameterSource,
  schemas: SchemaCollector,
): Parameter {
  const text: Pick<ParameterSchema, 'x-text' | 'x-filled' | 'default'> = schema as unknown as ParameterSchema;
  const { description = '', ...described } = schemas.describe(schema);
  const isRequired = isListedAsRequired && text.default === undefined;
  const form = text['x-text'] && FORMS[text['x-text']];
  return {
    name,
    in: location,
    required: isRequired,
    description: form ? `${description}. ${form}` : `${description}.`,
    ...(described.type === 'array' && { style: 'form', explode: false }),
    schema: { ...described, ...(example !== undefined && { examples: [example] }) },
    // API explorers prefill this value. A filter that nobody chose would hide the rows.
    ...((isRequired || text['x-filled']) && { example }),
  };
}

function describePathIds(endpoint: ApiEndpoint, example: OperationExample | undefined): Parameter[] {
  const { path, id = 'The record', deliveryId = 'The delivery' } = endpoint;
  const ids: Parameter[] = [];
  if (path.includes('{id}')) ids.push(describePathId('id', id, example?.id));
  if (path.includes('{delivery_id}')) ids.push(describePathId('delivery_id', deliveryId, example?.deliveryId));
  return ids;
}

function describePathId(name: string, description: string, example: number | undefined): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: `${description}, in 1 to 15 plain digits, without leading zeros.`,
    schema: { type: 'integer', format: 'int64', minimum: 0, maximum: MAX_ID },
    ...(example !== undefined && { example }),
  };
}
