import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../../electron/api-client/api-client.ts';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createKeyedReader } from '../../../../electron/platform/remote/keyed-reader.ts';

const error = (status: number, message: string) => ({ error: 'E', message, status, request_id: 'r' });

function reading(status: number, body: unknown, retryAfter: string | null = null) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  return createKeyedReader(async () => ({ status, headers, body: new TextEncoder().encode(text) }))('/api/x');
}

const failing = (cause: unknown) =>
  createKeyedReader(async () => {
    throw cause;
  })('/api/x');

describe('createKeyedReader', () => {
  it('requests the path with its query, and returns the JSON', async () => {
    const paths: string[] = [];
    const readJson = createKeyedReader(async (path) => {
      paths.push(path);
      return { status: 200, headers: new Headers(), body: new TextEncoder().encode('{"total":1}') };
    });

    expect(await readJson('/api/x?start=0')).toEqual({ total: 1 });
    expect(paths).toEqual(['/api/x?start=0']);
  });

  it.each([
    [400, 'query_refused', 'shop_id must be a whole number.'],
    [401, 'rejected', 'The service refused the key, which is unknown, expired or revoked. Use another key.'],
    [403, 'rejected', 'The key does not have the right to do this: shop_id must be a whole number.'],
    [404, 'not_offered', 'The service has nothing at this address.'],
    [429, 'unavailable', 'The service answered with status 429.'],
    [500, 'unavailable', 'The service answered with status 500.'],
    [503, 'unavailable', 'The service answered with status 503.'],
    [302, 'invalid_answer', 'The service answered with status 302.'],
    [405, 'invalid_answer', 'The service answered with status 405.'],
  ])('treats %i as %s, and shows its text only for a refusal', async (status, code, message) => {
    await expect(reading(status, error(status, 'shop_id must be a whole number.'))).rejects.toMatchObject({
      name: 'PlatformError',
      code,
      message,
    });
  });

  it('reports the status of an error of another form', async () => {
    await expect(reading(502, '<html>')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The service answered with status 502.',
    });
  });

  it('turns a refusal into one harmless line, without what it says of the key', async () => {
    const raw = `No\r\nkey tdk_${'0'.repeat(36)} \u202eof owner@till.example ${'x'.repeat(400)}`;
    const refusal = reading(400, error(400, raw));

    await expect(refusal).rejects.toThrow(/^No key \[redacted\] {2}of \[redacted\] x{252,}…$/);
  });

  it.each([429, 503])('reads how long a %i asks to wait', async (status) => {
    const asked = await reading(status, error(status, 'Later.'), '60').catch((thrown: unknown) => thrown);

    expect(asked).toMatchObject({
      code: 'busy',
      retryAfterMs: 60_000,
      message: 'The service is busy. Try again later.',
    });
    for (const unusable of ['1e3', '-1', '1.5', 'Sat, 21 Nov 2026 12:00:00 GMT']) {
      await expect(reading(429, error(429, 'Later.'), unusable)).rejects.toMatchObject({
        code: 'unavailable',
        retryAfterMs: null,
      });
    }
  });

  it.each(['', '{"total":1', '\u0000', '{"__proto__":{"total":1}}', '[{"rows":[null,{"\\u005f_p\\u0072oto__":1}]}]'])(
    'refuses a 200 with the body %j',
    async (body) => {
      await expect(reading(200, body)).rejects.toMatchObject({ code: 'invalid_answer' });
    },
  );

  it.each([
    ['unreachable', 'unavailable'],
    ['cancelled', 'unavailable'],
    ['timeout', 'timeout'],
    ['invalid_answer', 'invalid_answer'],
  ] as const)('treats a call without a response, %s, as %s', async (code, meant) => {
    const cause = new ApiFailure(code);

    const thrown = await failing(cause).catch((caught: unknown) => caught);

    expect(thrown).toBeInstanceOf(PlatformError);
    expect(thrown).toMatchObject({ code: meant, message: cause.message, cause });
  });

  it.each([new TypeError('ours'), Object.assign(new Error('other'), { code: 'toString' })])(
    'passes on errors that do not come from a call: %s',
    async (mistake) => {
      await expect(failing(mistake)).rejects.toBe(mistake);
    },
  );
});
