import { describe, expect, it } from 'vitest';
import { PlatformError, type PlatformErrorCode } from '../../../electron/platform/platform-error.ts';
import { API_ERRORS, ApiError } from '../../../electron/service/api-error.ts';
import { toApiError } from '../../../electron/service/to-api-error.ts';

const SECRET = 'scrypt parameters of /home/olga';
const statusOf = (thrown: unknown) => API_ERRORS[toApiError(thrown).code].status;

describe('toApiError', () => {
  it('keeps an error of the API as it is', () => {
    const error = new ApiError('not_found', 'There is no order 7.');
    expect(toApiError(error)).toBe(error);
  });

  it.each<[PlatformErrorCode, number]>([
    ['credentials_refused', 401],
    ['rejected', 502],
    ['unavailable', 502],
    ['timeout', 502],
    ['invalid_answer', 502],
  ])('makes %s of a platform %d', (code, status) => {
    expect(statusOf(new PlatformError(code, SECRET))).toBe(status);
  });

  it('passes on what a platform says about a business reason, and nothing else', () => {
    expect(toApiError(new PlatformError('rejected', 'The day is closed.')).message).toBe(
      'The day is closed.',
    );
    for (const code of ['credentials_refused', 'unavailable', 'timeout', 'invalid_answer'] as const) {
      expect(toApiError(new PlatformError(code, SECRET)).message).not.toContain(SECRET);
    }
  });

  it.each([new Error(SECRET), SECRET, null, undefined, { statusCode: 400, message: SECRET }])(
    'makes anything else a 500 that says nothing of the cause: %s',
    (thrown) => {
      const error = toApiError(thrown);
      expect(error).toMatchObject({ code: 'internal', message: 'The service failed inside.' });
    },
  );

  it('does not trust the status of an error that it does not know', () => {
    expect(statusOf(Object.assign(new Error(SECRET), { statusCode: 400, code: 'E_ODD' }))).toBe(500);
  });

  it('tells a client that went away from a connection that broke inside', () => {
    const reset = (fields: object) => Object.assign(new Error('aborted'), { code: 'ECONNRESET', ...fields });
    expect(statusOf(reset({ statusCode: 400 }))).toBe(400);
    expect(statusOf(reset({}))).toBe(500);
  });

  it('keeps the cause for the log', () => {
    const cause = new Error(SECRET);
    expect(toApiError(cause).cause).toBe(cause);
  });
});
