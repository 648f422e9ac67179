import { describe, expect, it } from 'vitest';
import { NotFoundError } from '../../../../electron/api-client/endpoint-reader.ts';
import { UpstreamFailure, type UpstreamFailureReason } from '../../../../electron/api-client/upstream-failure.ts';
import { toPlatformError, translateFailures } from '../../../../electron/platform/remote/remote-errors.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  ...{ status, headers: new Headers(headers) },
  body: new Uint8Array(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))),
});
const error = (status: number, message: string) => ({ error: 'Error', message, status, request_id: 'r-1' });

describe('errorOfAnswer', () => {
  it.each<[number, string, string]>([
    [400, 'query_refused', 'shop_id 9 does not exist.'],
    [401, 'session_ended', 'The platform no longer accepts this sign-in. Sign in again.'],
    [403, 'forbidden', 'Webhooks are for owners.'],
    [404, 'not_offered', 'The platform does not have what was requested.'],
    [409, 'invalid_answer', 'The platform answered with status 409.'],
    [418, 'invalid_answer', 'The platform answered with status 418.'],
    [500, 'unavailable', 'The platform answered with status 500.'],
    [502, 'unavailable', 'The till is closed.'],
    [503, 'unavailable', 'The platform answered with status 503.'],
  ])('turns %i into %s', (status, code, message) => {
    const said = [400, 403, 502].includes(status) ? message : 'inside: /srv/till/db.ts';

    expect(toPlatformError(answer(status, error(status, said)))).toMatchObject({ code, message });
  });

  it.each([
    [400, 'query_refused'],
    [502, 'unavailable'],
  ])('reads a %i with the fields of the specification only, or with others', (status, code) => {
    const body = { error: 'bad_gateway', message: 'The till is closed.', status };
    const message = 'The till is closed.';
    expect(toPlatformError(answer(status, body))).toMatchObject({ code, message });
    expect(toPlatformError(answer(status, { message, trace: 7 }))).toMatchObject({ code, message });
  });

  it.each(['connect ECONNREFUSED', 'no route to 10.1.2.3', 'missing /srv/till/db', 'C:\\till\\db', 'x db.js:7'])(
    'does not show the internal details of the 502%j',
    (said) => {
      expect(toPlatformError(answer(502, error(502, said))).message).toBe('The platform answered with status 502.');
    },
  );

  it('shows nothing of an error of another form', () => {
    const failure = toPlatformError(answer(400, '<h1>nginx</h1>'));

    expect(failure).toMatchObject({ code: 'invalid_answer' });
    expect(failure.message).not.toContain('nginx');
  });

  it('shows a refusal as one harmless line, without secrets', () => {
    const { message } = toPlatformError(answer(400, error(400, 'a\r\nb \u202e password=geheim')));

    expect(message).toBe('a b   password=[redacted]');
  });

  it.each(['%40', 'token'])('shows the beginning of a long refusal, even if it repeats %s', (piece) => {
    const { message } = toPlatformError(answer(400, error(400, piece.repeat(5_000))));

    expect(message.length).toBeLessThanOrEqual(301);
  });

  it.each([
    ['12', 12_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
    [null, null],
  ])('passes on how long a 429 with %j asks to wait', (header, retryAfterMs) => {
    const headers: Record<string, string> = header === null ? {} : { 'retry-after': header };

    expect(toPlatformError(answer(429, error(429, 'No.'), headers))).toMatchObject({ code: 'busy', retryAfterMs });
  });

  it('turns a 404 into a NotFoundError', () => {
    expect(toPlatformError(answer(404, error(404, 'There is no order 1.')))).toBeInstanceOf(NotFoundError);
  });
});

describe('translateFailures', () => {
  it.each<[UpstreamFailureReason, boolean]>([
    ['unreachable', true],
    ['timeout', false],
    ['resting', false],
    ['cancelled', false],
    ['untrusted', false],
  ])('reports for a call that was %s whether other calls would fail as well: %s', async (reason, isUnreached) => {
    const failing = translateFailures(() => Promise.reject(new UpstreamFailure(reason)));

    await expect(failing).rejects.toMatchObject({ name: 'PlatformError', isUnreached });
  });
});
