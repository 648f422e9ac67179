import type { ApiErrorCode } from '../server/api-error.ts';
import type { Header, Reference } from './openapi-document.ts';

const string = { type: 'string' };

export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': {
    description: 'Names the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
    example: '0b6f5c9e-3d0e-4d59-9d1c-0a4f7f6f2b11',
  },
  Age: {
    description:
      'Seconds since the platform said what this answer is made of, where that comes from the copy of another deployment.',
    schema: { type: 'integer', minimum: 0 },
    example: 95,
  },
  'Cache-Status': {
    description:
      'With `Age`: that the answer is out of a copy, and the host that cannot be reached meanwhile.',
    schema: string,
    example: 'tilldesk; hit; detail="unreachable: shop.example"',
  },
  'WWW-Authenticate': { description: 'How to sign in.', schema: string, example: 'Bearer' },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  RateLimit: {
    description: 'What is left of the limit, and in how many seconds there is more.',
    schema: string,
    example: '"sign-in";r=0;t=2',
  },
  'RateLimit-Policy': {
    description:
      'The limit in force: `sign-in` with tries and seconds for them, `sign-in-queue` with how many may wait, ' +
      '`webhook-ping` with pings and seconds for them, or `platform` with the seconds that a platform elsewhere asks for.',
    schema: string,
    example: '"sign-in";q=1;w=2',
  },
};

const OF_ERRORS: Readonly<Partial<Record<ApiErrorCode, readonly string[]>>> = {
  unauthorized: ['WWW-Authenticate'],
  too_many_requests: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
};

const OF_ANSWERS = ['Age', 'Cache-Status'];

/** References to the headers of an error or, without a code, of an answer. */
export function headersOf(code?: ApiErrorCode): Record<string, Reference> {
  const names = ['X-Request-Id', ...(code === undefined ? OF_ANSWERS : (OF_ERRORS[code] ?? []))];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
