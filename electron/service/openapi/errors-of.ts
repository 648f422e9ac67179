import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ApiErrorCode } from '../server/api-error.ts';

/** Not 405: no operation that is described has a method that its path does not take. Nor 503, see api-text.ts. */
export type DescribedError = Exclude<ApiErrorCode, 'method_not_allowed' | 'not_ready'>;

/** What can befall every request. */
const OF_ALL: readonly DescribedError[] = [
  'bad_request',
  'forbidden',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal',
];

/** The errors that an endpoint can answer, as it is declared. */
export function errorsOf(endpoint: Endpoint): DescribedError[] {
  const { access, body, mediaType, path } = endpoint;
  // Who calls, by token or by credentials, is known by the platform: it may refuse them, fail, or be asked for too much.
  const isIdentified = access !== 'public' || body !== undefined;
  // A page is a file, which is not there where it was not built.
  const canBeMissing = path.includes('{id}') || mediaType !== undefined;
  return [
    ...OF_ALL,
    ...(isIdentified ? (['unauthorized', 'too_many_requests', 'upstream_failed'] as const) : []),
    ...(canBeMissing ? (['not_found'] as const) : []),
    ...(body ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ];
}
