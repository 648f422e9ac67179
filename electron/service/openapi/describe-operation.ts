import type { Access, Endpoint } from '../../../shared/contract/endpoint.ts';
import { API_ERRORS } from '../server/api-error.ts';
import { describeParameters } from './describe-parameters.ts';
import { errorReference } from './error-responses.ts';
import { errorsOf } from './errors-of.ts';
import { exampleOf } from './example-of.ts';
import type { Operation, Response } from './openapi-document.ts';
import { headersOf } from './response-headers.ts';
import type { SchemaCollector } from './schema-collector.ts';

const STATUS_TEXTS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: it is under way',
  204: 'Done; there is no body',
} as const;

/** What an operation says of who may call it, beyond its token. */
const RIGHTS: Readonly<Record<Access, string>> = {
  public: '',
  user: '',
  manager: '\n\nFor the roles `owner` and `accountant`; others get 403.',
};

export function describeOperation(endpoint: Endpoint, schemas: SchemaCollector): Operation {
  const { access, body, documentation, takesBearer } = endpoint;
  const { description, operation, summary, tag } = documentation;
  const parameters = describeParameters(endpoint, schemas);
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description: `${description}${RIGHTS[access]}\n\nImplements: specification, ${documentation.implements}.`,
    ...(access === 'public' && { security: takesBearer ? [{}, { bearer: [] }] : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.describe(body), example: exampleOf(body) } },
      },
    }),
    responses: { [endpoint.status ?? 200]: describeAnswer(endpoint, schemas), ...referencesOf(endpoint) },
  };
}

function describeAnswer(endpoint: Endpoint, schemas: SchemaCollector): Response {
  const { mediaType = 'application/json', response, status = 200 } = endpoint;
  const answer = { description: STATUS_TEXTS[status], headers: headersOf() };
  if (status === 204) return answer;
  return {
    ...answer,
    content: { [mediaType]: { schema: schemas.describe(response), example: exampleOf(response) } },
  };
}

function referencesOf(endpoint: Endpoint): Operation['responses'] {
  return Object.fromEntries(
    errorsOf(endpoint).map((code) => [API_ERRORS[code].status, errorReference(code)]),
  );
}
