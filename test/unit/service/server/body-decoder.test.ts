import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../electron/service/server/api-error.ts';
import { createBodyDecoder } from '../../../../electron/service/server/body-decoder.ts';
import { login } from '../../../../shared/contract/auth.ts';
import { listShops } from '../../../../shared/contract/shops.ts';
import { pingWebhook, subscribeWebhook } from '../../../../shared/contract/webhooks.ts';

const decode = createBodyDecoder(login);
const CREDENTIALS = { account: 'alpha', email: 'a@b.example', password: 'secret' };

const TWICE = ['order.updated', 'order.updated'];
const EVENTS_MESSAGE = 'events.0 must be one of order.updated, product.updated.';

function refusalOf(body: unknown, decodeBody: (body: unknown) => unknown = decode): string {
  try {
    decodeBody(body);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'bad_request') return error.message;
    throw error;
  }
  throw new Error('was not refused');
}

describe('createBodyDecoder', () => {
  it('passes on a valid body unchanged', () => {
    expect(decode(CREDENTIALS)).toBe(CREDENTIALS);
  });

  it.each(['account', 'email', 'password'])('names a field %s that is missing, empty or of another type', (member) => {
    const { [member as 'account']: _, ...others } = CREDENTIALS;
    expect(refusalOf(others)).toBe(`${member} is required.`);
    for (const value of ['', null, 1, true, [], {}]) {
      expect(refusalOf({ ...CREDENTIALS, [member]: value })).toContain(member);
    }
  });

  it('names an unknown field, whatever else is wrong', () => {
    expect(refusalOf({ ...CREDENTIALS, remember: true })).toBe('The member remember is unknown.');
    expect(refusalOf({ remember: true })).toBe('The member remember is unknown.');
    expect(refusalOf(JSON.parse('{"__proto__":{"account":"x"}}'))).toBe('The member __proto__ is unknown.');
  });

  it('describes a field with an empty name', () => {
    expect(refusalOf({ ...CREDENTIALS, '': 1 })).toBe('A member has no name.');
  });

  it('does not repeat a very long name', () => {
    expect(refusalOf({ ...CREDENTIALS, ['n'.repeat(5_000)]: 1 }).length).toBeLessThan(200);
  });

  it('says that a text must not be empty', () => {
    expect(refusalOf({ ...CREDENTIALS, account: '' })).toBe('account must not be empty.');
  });

  it.each([[[]], ['text'], [null], [7]])('accepts only an object, not %j', (body) => {
    expect(refusalOf(body)).toBe('The body must be of type object.');
  });

  it('asks for a body if there is none', () => {
    expect(refusalOf(undefined)).toBe('A JSON body is required.');
  });

  it('accepts no body if the endpoint has none', () => {
    expect(createBodyDecoder(listShops)(undefined)).toBeUndefined();
  });

  it('accepts an empty object and nothing else if the endpoint has no body', () => {
    const decodeNone = createBodyDecoder(pingWebhook);
    expect(decodeNone({})).toBeUndefined();
    expect(refusalOf({ url: 'x' }, decodeNone)).toBe('The member url is unknown.');
    expect(refusalOf([], decodeNone)).toBe('The body must be of type object.');
  });

  it.each<[what: string, change: object, message: string]>([
    ['a value that a list cannot have', { events: ['shop.updated'] }, EVENTS_MESSAGE],
    ['a value of another type in a list', { events: [7] }, EVENTS_MESSAGE],
    ['a value that is there twice', { events: TWICE }, 'events must not have the same value twice.'],
    ['an empty list', { events: [] }, 'events must not be empty.'],
    ['one value in place of a list', { events: 'order.updated' }, 'events must be of type array.'],
    ['a long text', { description: 'x'.repeat(201) }, 'description must be at most 200 characters long.'],
  ])('says in plain words what is wrong with %s', (_, change, message) => {
    const subscription = { url: 'https://a.example/', events: ['order.updated'], ...change };
    expect(refusalOf(subscription, createBodyDecoder(subscribeWebhook))).toBe(message);
  });
});
