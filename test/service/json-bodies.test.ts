import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const GOOD = JSON.stringify(STAND_IN_CREDENTIALS);
const service = await openPerFile(startStandInService);

async function outcome(body: string | Buffer, headers: Record<string, string> = {}) {
  const { status, text } = await service.send('POST', '/api/auth/login', { body, headers });
  return { status, message: String(JSON.parse(text).message) };
}

describe('a body', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'may be %s',
    async (type) => {
      expect((await outcome(GOOD, { 'content-type': type })).status).toBe(200);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; x=1',
    'application/jsonp',
    'text/json',
    'nonsense',
    '',
  ])('may not be "%s"', async (type) => {
    expect((await outcome(GOOD, { 'content-type': type })).status).toBe(415);
  });

  it('may not be compressed', async () => {
    expect((await outcome(gzipSync(GOOD), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it.each(['', ' ', '{', '{"account":}', "{'account':'a'}", '{"a":1}//', '{"a":1,}', `\ufeff${GOOD}`, 'NaN'])(
    'returns a 400 if it is not JSON: %j',
    async (body) => {
      expect(await outcome(body)).toEqual({ status: 400, message: expect.stringMatching(/JSON/) });
    },
  );

  it('is not quoted in the error if it is not JSON', async () => {
    expect(await outcome('{"password":"geheim')).toEqual({ status: 400, message: 'The body is not JSON.' });
  });

  it('returns a 400 if it is not UTF-8', async () => {
    expect((await outcome(Buffer.from([0x22, 0xff, 0x22]))).status).toBe(400);
  });

  it('returns a 400 if it is missing', async () => {
    expect(await service.refusal('POST', '/api/auth/login')).toMatchObject({ status: 400 });
  });

  it('may not have duplicate members', async () => {
    const twice = GOOD.replace('{', '{"password":"other",');
    expect(await outcome(twice)).toEqual({ status: 400, message: 'The member password is given twice.' });
    const escaped = GOOD.replace('{', '{"p\\u0061ssword":"other",');
    expect(await outcome(escaped)).toEqual({ status: 400, message: 'The member password is given twice.' });
  });

  it('may not have unknown members, whatever their name', async () => {
    for (const name of ['remember', '__proto__', 'constructor']) {
      const body = GOOD.replace('{', `{"${name}":{"x":1},`);
      expect(await outcome(body)).toEqual({ status: 400, message: `The member ${name} is unknown.` });
    }
  });

  it('is reported as missing if it is empty, whatever its content type', async () => {
    expect(await outcome('')).toEqual({ status: 400, message: 'A JSON body is required.' });
    const { message } = await service.refusal('POST', '/api/auth/login');
    expect(message).toBe('A JSON body is required.');
  });

  it('may not have a member with an empty name, not even twice', async () => {
    for (const body of ['{"":1}', '{"":1,"":2}']) {
      expect(await outcome(body)).toEqual({ status: 400, message: 'A member has no name.' });
    }
  });

  it('is refused with a shortened name if a member name is very long', async () => {
    const name = 'n'.repeat(5_000);
    expect((await outcome(`{"${name}":1,"${name}":2}`)).message.length).toBeLessThan(200);
  });

  it('is not coerced', async () => {
    const body = JSON.stringify({ ...STAND_IN_CREDENTIALS, account: 7 });
    expect(await outcome(body)).toEqual({ status: 400, message: 'account must be of type string.' });
  });

  it('returns a 400 if it is nested so deeply that checking it would exhaust the stack', async () => {
    const events = `${'['.repeat(7_900)}${']'.repeat(7_900)}`;
    const body = `{"url":"https://receiver.example/","events":[${events},1]}`;
    const { status, text } = await service.send('POST', '/api/webhooks', { token: service.token, body });
    expect([status, JSON.parse(text).message]).toEqual([400, 'The body is nested more than 32 levels deep.']);
  });
});
