import type { TSchema } from 'typebox';
import { BEARER_CHALLENGE } from '../../../shared/contract/auth.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ErrorBody } from '../../../shared/contract/errors.ts';
import { BEARER_NEEDED, KEY_HINT } from '../security/request-guard.ts';
import { API_ERRORS, ApiError, type ApiErrorCode, createErrorReply, INTERNAL_ERROR } from '../server/api-error.ts';
import type { Header, MediaType, Reference, Response } from './openapi-document.ts';
import type { SchemaCollector } from './schema-collector.ts';

const REQUEST_ID = '0b6f5c9e-3d0e-4d59-9d1c-0a4f7f6f2b11';

interface ErrorText {
  /** When it is answered, and what to do then. */
  readonly description: string;
  /** Example messages, keyed by their cause. */
  readonly messages: Readonly<Record<string, string | { readonly message: string; readonly hint: string }>>;
}

const ERROR_TEXTS: Readonly<Record<DescribedError, ErrorText>> = {
  bad_request: {
    description: 'Something is missing, unknown, repeated or malformed. Correct the request.',
    messages: {
      'a parameter that is missing': 'from is required.',
      'an id that does not exist': 'shop_id 3 does not exist.',
    },
  },
  unauthorized: {
    description: 'The token or key is missing or not valid, or the credentials are wrong. Sign in and repeat once.',
    messages: {
      'no valid token': BEARER_NEEDED,
      'a key that is not valid': { message: BEARER_NEEDED, hint: KEY_HINT },
      'wrong credentials': 'Account, e-mail or password is wrong.',
      'a platform that ended the sign-in': 'The platform no longer accepts this sign-in. Sign in again.',
    },
  },
  forbidden: {
    description:
      'The request is addressed to another host, comes from a page of another site, or asks for more than the roles ' +
      'of the caller allow.',
    messages: {
      'a foreign host': 'The Host header must name this service: 127.0.0.1:4870 or localhost:4870.',
      'a role without the right': 'Only owners and accountants may do this.',
    },
  },
  not_found: {
    description: 'It does not exist, or the caller cannot see it.',
    messages: { 'an id that does not exist': 'There is no product 1.' },
  },
  request_timeout: {
    description: 'The request took too long to arrive.',
    messages: { 'a slow client': 'The request took too long to arrive.' },
  },
  body_too_large: {
    description: 'The body is too large.',
    messages: { 'a large body': 'The body is larger than 16 KiB.' },
  },
  unsupported_media_type: {
    description: 'The body is not JSON in UTF-8.',
    messages: { 'another type': 'The body must be application/json.' },
  },
  expectation_failed: {
    description: 'The Expect header is not `100-continue`.',
    messages: { 'another expectation': 'The Expect header can only be 100-continue.' },
  },
  too_many_requests: {
    description:
      'Too many failed sign-ins in a row with this account and e-mail address, too many sign-ins at the same time ' +
      'or from one address, too many pings, replays or retries of a webhook, or too many requests to another platform. The ' +
      'built-in one has no limit. Wait for `Retry-After`.',
    messages: {
      'a try before the pause is over': 'Too many failed sign-ins in a row. Try again in 2 seconds.',
      'too many sign-ins at the same time': 'Too many sign-ins are waiting. Try again in 10 seconds.',
      'too many pings': 'Too many pings of this webhook. Try again in 60 seconds.',
      'too many replays': 'Too many replays of this webhook. Try again in 60 seconds.',
      'another platform that is busy': 'The platform is busy. Try again in 5 seconds.',
    },
  },
  headers_too_large: {
    description: 'The request line and headers are too large.',
    messages: { 'a long query': 'The request line and headers are larger than 32 KiB.' },
  },
  internal: {
    description: 'An internal error. Try again later; the log has the cause under `request_id`.',
    messages: { 'any internal error': INTERNAL_ERROR },
  },
  upstream_failed: {
    description:
      'The platform behind the service refused the call or failed. Reads may be repeated, with growing pauses.',
    messages: {
      'a platform that cannot be reached': 'The platform cannot be reached or returned an error.',
      'a business reason': 'The book year 2025 is closed.',
      'what an older platform lacks': 'The platform does not offer /api/payment-providers.',
    },
  },
  not_ready: {
    description: 'The service is stopping, or a server cannot use its database at the moment. Wait for `Retry-After`.',
    messages: {
      'a stop': 'Tilldesk is stopping. Try again in 5 seconds.',
      'a database that cannot be used':
        'The database of the service cannot be used at the moment. Try again in 5 seconds.',
    },
  },
};

export function getErrorReference(code: DescribedError): Reference {
  return { $ref: `#/components/responses/${getComponentName(code)}` };
}

export function describeError(code: DescribedError, schemas: SchemaCollector): [name: string, Response] {
  const { description, messages } = ERROR_TEXTS[code];
  const body = ErrorBody as TSchema;
  const content: MediaType = { schema: schemas.describe(body), examples: createExamples(code, messages) };
  return [
    getComponentName(code),
    { description, headers: listHeaders(code), content: { 'application/json': content } },
  ];
}

function getComponentName(code: DescribedError): string {
  return API_ERRORS[code].label.replaceAll(' ', '');
}

function createExamples(code: DescribedError, messages: ErrorText['messages']): NonNullable<MediaType['examples']> {
  return Object.fromEntries(
    Object.entries(messages).map(([summary, said], index) => {
      const { message, ...hint } = typeof said === 'string' ? { message: said } : said;
      return [
        `example${index + 1}`,
        { summary, value: createErrorReply(new ApiError(code, message, hint), REQUEST_ID).body },
      ];
    }),
  );
}

/** 405 and 501 are left out: every described operation has a method that its path takes. */
type DescribedError = Exclude<ApiErrorCode, 'method_not_allowed' | 'not_implemented'>;

const COMMON_ERRORS: readonly DescribedError[] = [
  'bad_request',
  'forbidden',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal',
];

/** The errors that the documentation lists for an operation. Add a new code here and to the test of provoked errors. */
export function listErrors(endpoint: Endpoint): DescribedError[] {
  const { access, body, mediaType, path } = endpoint;
  // The platform knows who calls, by token or by credentials. It may refuse them, fail, be unreachable, or get too many
  // requests.
  const isIdentified = access !== 'public' || body !== undefined;
  // A page is a file, which is missing if it was not built.
  const canBeMissing = path.includes('{id}') || mediaType !== undefined;
  return [
    ...COMMON_ERRORS,
    ...(isIdentified ? (['unauthorized', 'too_many_requests', 'upstream_failed', 'not_ready'] as const) : []),
    ...(canBeMissing ? (['not_found'] as const) : []),
    ...(body ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ];
}

const stringSchema = { type: 'string' };

export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'Names the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b6f5c9e-3d0e-4d59-9d1c-0a4f7f6f2b11',
  },
  Age: {
    description:
      'Seconds since the platform gave the data of this answer, if it comes from the copy of another platform.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 95,
  },
  'Cache-Status': {
    description: 'With `Age`: the answer comes from a copy, and this host cannot be reached meanwhile.',
    schema: stringSchema,
    example: 'tilldesk; hit; detail="unreachable: shop.example"',
  },
  'WWW-Authenticate': {
    description:
      'How to sign in. `error="invalid_grant"` says that the platform refused the password behind the token: do ' +
      'not send it again.',
    schema: stringSchema,
    example: BEARER_CHALLENGE,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', format: 'int64', minimum: 1 },
    example: 2,
  },
  RateLimit: {
    description: 'How much of the limit remains, and in how many seconds there will be more.',
    schema: stringSchema,
    example: '"sign-in";r=0;t=2',
  },
  'RateLimit-Policy': {
    description:
      'The limit in force: `sign-in` with tries and seconds for them, `sign-in-queue` with how many may wait, ' +
      '`webhook-ping` and `webhook-replay` with how many of them and seconds, or `platform` with the seconds that another platform asks for.',
    schema: stringSchema,
    example: '"sign-in";q=1;w=2',
  },
};

const ERROR_HEADERS: Readonly<Partial<Record<ApiErrorCode, readonly string[]>>> = {
  unauthorized: ['WWW-Authenticate'],
  too_many_requests: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  not_ready: ['Retry-After'],
};

const ANSWER_HEADERS = ['Age', 'Cache-Status'];

export function listHeaders(code?: ApiErrorCode): Record<string, Reference> {
  const names = ['X-Request-Id', ...(code === undefined ? ANSWER_HEADERS : (ERROR_HEADERS[code] ?? []))];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
