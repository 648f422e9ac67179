import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactText } from '../../../electron/base/log.ts';

describe('redact', () => {
  it('blanks values under telling names, however deep', () => {
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
    'authorization: Basic canary',
    '{"password":"canary \\" more canary","status":401',
    'password=canary&account=alpha',
    "{'secret': 'canary'}",
    'key tdk_canary0123 was refused',
    'signed with whsec_canary+/=',
    'no user canary.canary+x@alpha.example here',
    '/api/orders?q=canary%40alpha.example&limit=1',
    'payload was {\\"token\\":\\"canary\\"}',
  ])('blanks the secret in the text %s', (text) => {
    expect(redactText(text)).not.toContain('canary');
  });

  it('leaves harmless text as it is', () => {
    const text = 'shop_id 14 is unknown: 2 of 3 tokens left, see GET /api/shops?limit=100';

    expect(redactText(text)).toBe(text);
  });

  it('blanks the known secrets wherever they stand, but no short word', () => {
    expect(redact({ a: ['x hunter22 y'], hunter22: 1 }, ['hunter22', 'x'])).toEqual({
      a: ['x [redacted] y'],
      '[redacted]': 1,
    });
  });

  it('finds a secret in any JSON around it', () => {
    const secret = 'tdk_Canary0123456789';
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const hidden = redact({ value, list: [{ text: `${text} ${secret} ${text}` }] });
        expect(JSON.stringify(hidden)).not.toContain('Canary0123');
      }),
      { seed: 4870, numRuns: 300 },
    );
  });

  it('reads a long text without blanks once: to begin again at each letter would take minutes', () => {
    const text = 'a'.repeat(1_000_000);
    expect(redactText(text)).toBe(text);
  });
});
