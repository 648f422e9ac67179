import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../electron/service/server/api-error.ts';
import { createHeaderDecoder } from '../../../../electron/service/server/header-decoder.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { subscribeWebhook } from '../../../../shared/contract/webhooks.ts';

const decode = createHeaderDecoder(subscribeWebhook);
const KEY = 'idempotency-key';

function sent(...rawHeaders: string[]): IncomingMessage {
  return { rawHeaders } as Partial<IncomingMessage> as IncomingMessage;
}

function refusalOf(message: IncomingMessage): string {
  try {
    decode(message);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error('was not refused');
}

describe('createHeaderDecoder', () => {
  it('passes on a header, whatever the case of its name', () => {
    expect(decode(sent('IDEMPOTENCY-key', 'abc'))).toEqual({ [KEY]: 'abc' });
  });

  it('accepts 255 characters, from ! to ~', () => {
    for (const value of ['!'.repeat(255), '~', '"quoted"']) {
      expect(decode(sent(KEY, value))).toEqual({ [KEY]: value });
    }
  });

  it('omits a header that was not sent', () => {
    expect(decode(sent('Host', 'a'))).toEqual({});
  });

  it('ignores other headers, however often they are sent', () => {
    expect(decode(sent('X-Other', 'a', 'X-Other', 'b', 'Idempotency-Key2', ''))).toEqual({});
    expect(createHeaderDecoder(listShops)(sent(KEY, ''))).toEqual({});
  });

  it.each<[what: string, values: string[], reason: string]>([
    ['given twice', ['a', 'b'], 'may be given only once'],
    ['given twice alike', ['a', 'a'], 'may be given only once'],
    ['that is empty', [''], 'must not be empty'],
    ['that is too long', ['x'.repeat(256)], 'must be at most 255 characters long'],
    ['with a space', ['a b'], 'has a character that is not allowed'],
    ['with a tab', ['a\tb'], 'has a character that is not allowed'],
    ['with a letter beyond ASCII', ['\u00e9'], 'has a character that is not allowed'],
    ['with DEL', ['\u007f'], 'has a character that is not allowed'],
    ['with a line end', ['a\n'], 'has a character that is not allowed'],
  ])('names a header that is %s', (_, values, reason) => {
    const raw = values.flatMap((value) => ['Idempotency-Key', value]);
    expect(refusalOf(sent(...raw))).toBe(`Idempotency-Key ${reason}.`);
  });
});
