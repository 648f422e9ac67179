import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../electron/service/api-error.ts';
import { createBodyDecoder } from '../../../electron/service/body-decoder.ts';
import { login } from '../../../shared/contract/auth.ts';
import { listShops } from '../../../shared/contract/shops.ts';

const decode = createBodyDecoder(login);
const CREDENTIALS = { account: 'alpha', email: 'a@b.example', password: 'secret' };

function refusalOf(body: unknown): string {
  try {
    decode(body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error('was not refused');
}

describe('createBodyDecoder', () => {
  it('hands on a body that fits, unchanged', () => {
    expect(decode(CREDENTIALS)).toBe(CREDENTIALS);
  });

  it.each(['account', 'email', 'password'])(
    'names a missing or empty %s, or one of another type',
    (member) => {
      const { [member as 'account']: _, ...others } = CREDENTIALS;
      expect(refusalOf(others)).toBe(`${member} is required.`);
      for (const value of ['', null, 1, true, [], {}]) {
        expect(refusalOf({ ...CREDENTIALS, [member]: value })).toContain(member);
      }
    },
  );

  it('names a member that it does not know, whatever else is wrong', () => {
    expect(refusalOf({ ...CREDENTIALS, remember: true })).toBe('The member remember is unknown.');
    expect(refusalOf({ remember: true })).toBe('The member remember is unknown.');
    expect(refusalOf(JSON.parse('{"__proto__":{"account":"x"}}'))).toBe('The member __proto__ is unknown.');
  });

  it('says of a member without a name that it has none', () => {
    expect(refusalOf({ ...CREDENTIALS, '': 1 })).toBe('A member has no name.');
  });

  it('does not repeat an endless name', () => {
    expect(refusalOf({ ...CREDENTIALS, ['n'.repeat(5_000)]: 1 }).length).toBeLessThan(200);
  });

  it('says of an empty text that it must not be empty', () => {
    expect(refusalOf({ ...CREDENTIALS, account: '' })).toBe('account must not be empty.');
  });

  it.each([[[]], ['text'], [null], [7]])('takes an object only, not %j', (body) => {
    expect(refusalOf(body)).toBe('The body must be of type object.');
  });

  it('asks for a body where there is none', () => {
    expect(refusalOf(undefined)).toBe('A JSON body is required.');
  });

  it('asks for nothing where the endpoint has no body', () => {
    expect(createBodyDecoder(listShops)(undefined)).toBeUndefined();
  });
});
