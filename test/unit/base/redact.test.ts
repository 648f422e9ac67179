import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactText } from '../../../electron/base/log.ts';

describe('redact', () => {
  it('blanks values whose name says that they are secret, at any depth', () => {
    const body = {
      message: 'Wrong.',
      input: [{ Password: 'canary', nested: { access_token: 'canary', 'x-api-key': ['canary'] } }],
      headers: { Authorization: 'Basic canary', 'Set-Cookie': 'a=canary' },
      client_secret: { value: 'canary' },
    };

    expect(JSON.stringify(redact(body))).not.toContain('canary');
    expect(redact(body)).toMatchObject({ message: 'Wrong.' });
  });

  it.each([
    'Bearer canary.abc-def',
    'Bearer token-canary',
    'authorization: Basic canary',
    '{"password":"canary \\" more canary","status":401',
    'password=canary&account=alpha',
    "{'secret': 'canary'}",
    'key tdk_canary0123 was refused',
    'signed with whsec_canary+/=',
    'the channel skc_canary-_ was refused, and sks_canary',
    'no user canary.canary+x@alpha.example here',
    '/api/orders?q=canary%40alpha.example&limit=1',
    'payload was {\\"token\\":\\"canary\\"}',
  ])('blanks the secret in the text %s', (text) => {
    expect(redactText(text)).not.toContain('canary');
  });

  it.each([
    'shop_id 14 is unknown: 2 of 3 tokens left, see GET /api/shops?limit=100',
    'A valid bearer token is needed.',
  ])('leaves the harmless text %s unchanged', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('blanks known secrets wherever they occur, but not short words', () => {
    expect(redact({ a: ['x hunter22 y'], hunter22: 1 }, ['hunter22', 'x'])).toEqual({
      a: ['x [redacted] y'],
      '[redacted]': 1,
    });
  });

  it('blanks a known secret in JSON text, where it is escaped', () => {
    const secret = 'pass"word\\1';
    expect(redactText(JSON.stringify({ tried: secret }), [secret])).toBe('{"tried":"[redacted]"}');
  });

  it('finds a secret inside any JSON', () => {
    const secret = 'tdk_Canary0123456789';
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const hidden = redact({ value, list: [{ text: `${text} ${secret} ${text}` }] });
        expect(JSON.stringify(hidden)).not.toContain('Canary0123');
      }),
      { seed: 4870, numRuns: 300 },
    );
  });

  it('cuts a long text between two words, so that no half of an address or secret is left', () => {
    const words = 'word '.repeat(800);
    for (let at = 0; at < 120; at += 1) {
      const text = `${words}${'x '.repeat(at)}canary.canary@alpha.example ${words}`;
      expect(redactText(text)).not.toContain('canary');
      expect(redactText(`${words}${'x'.repeat(at)} hunter22 ${words}`, ['hunter22'])).not.toContain('hunter');
    }
    expect(redactText('a'.repeat(1_000_000))).toBe('…');
    expect(redactText(words)).toBe(words);
    expect(redactText(words.repeat(2)).length).toBeLessThanOrEqual(4_097);
  });

  it('finds an address that follows another at sign', () => {
    expect(redactText('@canary.nl@alpha.example')).toBe('[redacted]');
    expect(redactText('a%40%40canary@alpha.example')).toBe('[redacted]');
  });
});

describe('a text that somebody wrote to make redaction slow', () => {
  /** A pattern that starts again at each character takes quadratic time on these. */
  const HOSTILE = ['%40', 'token', 'a@', 'api key', 'bearer ', 'password=', "secret='", '"token":"\\\\', 'a.', 'tdk_'];

  // Quadratic time would exceed the timeout of the test.
  it.each(HOSTILE)('is redacted in time: %s', (piece) => {
    for (let round = 0; round < 20; round += 1) {
      expect(redactText(piece.repeat(5_000_000 / piece.length)).length).toBeLessThan(10_000);
      expect(redactText(`x ${piece.repeat(4_000 / piece.length)}`).length).toBeLessThan(10_000);
    }
  });

  it('may be nested to any depth', () => {
    const nested: unknown = JSON.parse(`${'['.repeat(32_000)}"canary"${']'.repeat(32_000)}`);
    expect(JSON.stringify(redact({ nested }))).toBe(`{"nested":${'['.repeat(15)}"[redacted]"${']'.repeat(15)}}`);
  });
});
