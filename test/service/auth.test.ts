import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { readMe } from '../../shared/contract/auth.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

const NOW_S = Date.parse('2026-11-21T12:00:00Z') / 1000;

let service: SignedInService;
let caller: Caller | null;
beforeEach(async () => {
  caller = STAND_IN_CALLER;
  service = await startStandInService({ methods: { identify: async () => caller } });
});
afterEach(() => service.stop());

const meStatus = async (authorization: string) =>
  (await service.send('GET', '/api/me', { headers: { authorization } })).status;

describe.each(['/api/auth/login', '/api/auth/refresh'])('POST %s', (path) => {
  it('issues a token for 1800 seconds', async () => {
    const { status, text } = await service.send('POST', path, { body: STAND_IN_CREDENTIALS });
    expect({ status, body: JSON.parse(text) }).toEqual({
      status: 200,
      body: { token: expect.stringMatching(/^[\w-]{43}$/), expires_at: NOW_S + 1800, expires_in: 1800 },
    });
  });

  it('refuses wrong credentials with a 401 that gives no reason', async () => {
    const body = { ...STAND_IN_CREDENTIALS, password: 'wrong' };
    const answer = await service.refusal('POST', path, { body });
    expect(answer).toEqual({
      error: 'Unauthorized',
      message: 'Account, e-mail or password is wrong.',
      status: 401,
      hint: expect.any(String),
      request_id: expect.any(String),
    });
    const { headers } = await service.send('POST', path, { body });
    expect(headers['www-authenticate']).toBe('Bearer realm="Tilldesk"');
  });

  it('treats spaces around a password as part of it', async () => {
    const body = { ...STAND_IN_CREDENTIALS, password: ` ${STAND_IN_CREDENTIALS.password} ` };
    expect(await service.refusal('POST', path, { body })).toMatchObject({ status: 401 });
  });

  it.each(['account', 'email', 'password'])('names a missing %s', async (member) => {
    const { [member as 'account']: _, ...body } = STAND_IN_CREDENTIALS;
    expect(await service.refusal('POST', path, { body })).toMatchObject({
      status: 400,
      message: `${member} is required.`,
    });
  });

  it.each(['account', 'email'])('refuses a NUL character in %s, which not every database accepts', async (member) => {
    const body = { ...STAND_IN_CREDENTIALS, [member]: 'al\u0000pha' };
    const refusal = await service.refusal('POST', path, { body });
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(member) });
  });

  it('leaves earlier tokens valid until they expire', async () => {
    service.clock.advance(1_500_000);
    const { text } = await service.send('POST', path, { body: STAND_IN_CREDENTIALS });
    const fresh = `Bearer ${JSON.parse(text).token}`;
    expect([await meStatus(`Bearer ${service.token}`), await meStatus(fresh)]).toEqual([200, 200]);
    service.clock.advance(300_000);
    expect([await meStatus(`Bearer ${service.token}`), await meStatus(fresh)]).toEqual([401, 200]);
  });

  it('needs no token and ignores a wrong one', async () => {
    const { status } = await service.send('POST', path, { body: STAND_IN_CREDENTIALS, token: 'wrong' });
    expect(status).toBe(200);
  });

  it('keeps 50 valid tokens per user and removes the oldest', async () => {
    for (let count = 0; count < 49; count += 1) {
      service.clock.advance(1);
      await service.signIn(STAND_IN_CREDENTIALS);
    }
    expect(await meStatus(`Bearer ${service.token}`)).toBe(200);
    service.clock.advance(1);
    await service.send('POST', path, { body: STAND_IN_CREDENTIALS });
    expect(await meStatus(`Bearer ${service.token}`)).toBe(401);
  });
});

describe('the bearer token', () => {
  it('accepts its scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect(await meStatus(`${scheme} ${service.token}`)).toBe(200);
    }
  });

  it('mentions API keys in the hint if it is missing', async () => {
    const headers = { 'x-api-key': 'tdk_' };
    expect((await service.refusal('GET', '/api/me', { headers })).hint).toContain('Send an API key, made on');
  });

  it('ends when the user may no longer sign in', async () => {
    caller = null;
    expect(await meStatus(`Bearer ${service.token}`)).toBe(401);
  });
});

describe('GET /api/me', () => {
  const me = () => service.read(readMe, { token: service.token });

  it('returns the account, user, roles and lifetime of the token', async () => {
    expect(await me()).toEqual({
      account: 'stand-in',
      user: { id: 7, name: 'Sam Stand', email: 'sam@stand-in.example' },
      roles: ['owner'],
      locked_location: null,
      is_demo: false,
      auth: { kind: 'token', expires_at: NOW_S + 1800 },
    });
  });

  it('returns the current rights, not those at sign-in', async () => {
    caller = { ...STAND_IN_CALLER, roles: ['staff'], lockedLocation: { id: 11, title: 'Utrecht' } };
    expect(await me()).toMatchObject({ roles: ['staff'], locked_location: { id: 11, title: 'Utrecht' } });
  });

  it('says whether the account is a demo shop', async () => {
    caller = { ...STAND_IN_CALLER, isDemo: true };
    expect(await me()).toMatchObject({ is_demo: true });
  });
});
