import { describe, expect, it } from 'vitest';
import { PlatformError, type PlatformErrorCode } from '../../../../electron/platform/platform-error.ts';
import { API_ERRORS, ApiError } from '../../../../electron/service/server/api-error.ts';
import { toApiError } from '../../../../electron/service/server/error-handler.ts';
import { DatabaseAwayError, NewerSchemaError, StoreError } from '../../../../electron/store/store-error.ts';

const SECRET = 'scrypt parameters of /home/olga';
const statusOf = (thrown: unknown) => API_ERRORS[toApiError(thrown).code].status;

describe('toApiError', () => {
  it('returns an error of the API unchanged', () => {
    const error = new ApiError('not_found', 'There is no order 7.');
    expect(toApiError(error)).toBe(error);
  });

  it('says that this server has to be updated if the database is newer', () => {
    const failure = new PlatformError('unavailable', SECRET, { cause: new NewerSchemaError('9999-later') });
    expect(toApiError(failure).message).toContain('update this server');
    expect(statusOf(failure)).toBe(503);
  });

  it.each<[PlatformErrorCode, number]>([
    ['credentials_refused', 401],
    ['session_ended', 401],
    ['forbidden', 403],
    ['query_refused', 400],
    ['position_lost', 400],
    ['busy', 429],
    ['not_offered', 502],
    ['rejected', 502],
    ['unavailable', 502],
    ['timeout', 502],
    ['invalid_answer', 502],
  ])('returns %s for a platform error %d', (code, status) => {
    expect(statusOf(new PlatformError(code, SECRET))).toBe(status);
  });

  it('passes on the reason of a platform for a business error, and nothing else', () => {
    expect(toApiError(new PlatformError('rejected', 'The day is closed.')).message).toBe('The day is closed.');
    for (const code of ['credentials_refused', 'unavailable', 'timeout', 'invalid_answer'] as const) {
      expect(toApiError(new PlatformError(code, SECRET)).message).not.toContain(SECRET);
    }
  });

  it.each(['rejected', 'forbidden', 'not_offered', 'query_refused'] as const)('passes on the message of %s', (code) => {
    expect(toApiError(new PlatformError(code, 'No reports here.')).message).toBe('No reports here.');
  });

  it('passes on only the harmless part of any other failure', () => {
    const told = new PlatformError('unavailable', 'The certificate is not trusted.', { isReported: true });
    expect(toApiError(told).message).toBe('The certificate is not trusted.');
  });

  it.each([
    [null, '5'],
    [0, '1'],
    [1_500, '2'],
    [86_400_000, '3600'],
  ])('asks a client to wait as long as a busy platform does: %s ms', (retryAfterMs, seconds) => {
    const busy = toApiError(new PlatformError('busy', SECRET, { retryAfterMs }));
    expect(busy.headers).toEqual({
      'retry-after': seconds,
      'ratelimit-policy': `"platform";q=1;w=${seconds}`,
      ratelimit: `"platform";r=0;t=${seconds}`,
    });
    expect(busy.message).not.toContain(SECRET);
  });

  it.each([new Error(SECRET), SECRET, null, undefined, { statusCode: 400, message: SECRET }])(
    'turns anything else into a 500 that hides the cause: %s',
    (thrown) => {
      const error = toApiError(thrown);
      expect(error).toMatchObject({
        code: 'internal',
        message: 'Tilldesk failed. Try again later; the log has the cause under this request_id.',
      });
    },
  );

  it.each([
    ['the file of SQLite', Object.assign(new Error(SECRET), { code: 'ERR_SQLITE_ERROR', errcode: 10 })],
    ['the way to a database', new StoreError('unavailable', SECRET)],
    ['a database', Object.assign(new Error(SECRET), { severity: 'FATAL', code: '57P01' })],
  ])('says that the store fails, and nothing of %s', (_, thrown) => {
    const { code, message, cause } = toApiError(thrown);
    expect({ code, message }).toEqual({
      code: 'internal',
      message: 'The store cannot be used at the moment. Try again later; the log has the cause.',
    });
    expect(cause).toBe(thrown);
  });

  it.each([
    ['itself', new DatabaseAwayError(SECRET)],
    ['of the platform', new PlatformError('unavailable', SECRET, { cause: new DatabaseAwayError(SECRET) })],
  ])('asks a client to wait for a database that is unavailable: %s', (_, thrown) => {
    const error = toApiError(thrown);
    expect(API_ERRORS[error.code].status).toBe(503);
    expect(error.headers).toEqual({ 'retry-after': '5' });
    expect(error.message).toBe('The database of the service cannot be used at the moment. Try again in 5 seconds.');
  });

  it('ignores the status of an unknown error', () => {
    expect(statusOf(Object.assign(new Error(SECRET), { statusCode: 400, code: 'E_ODD' }))).toBe(500);
  });

  it('distinguishes a client that disconnected from a connection that broke inside', () => {
    const reset = (fields: object) => Object.assign(new Error('aborted'), { code: 'ECONNRESET', ...fields });
    expect(statusOf(reset({ statusCode: 400 }))).toBe(400);
    expect(statusOf(reset({}))).toBe(500);
  });

  it('keeps the cause for the log only', () => {
    const cause = new Error(SECRET);
    expect(toApiError(cause).cause).toBe(cause);
  });
});
