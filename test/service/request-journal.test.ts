import { describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import { exchangeRaw } from '../support/http-exchange.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerTest } from '../support/test-scope.ts';

const service = openPerTest(startStandInService);

const entries = (reader: Caller = STAND_IN_CALLER) => service.journal.read({ reader, after: 0 }).entries;

describe('the request journal', () => {
  it('has each request with its user, time, status and duration', async () => {
    const { headers } = await service.send('GET', '/api/shops', { token: service.token });
    expect(entries()[0]).toEqual({
      number: 2,
      at: service.clock.now(),
      method: 'GET',
      path: '/api/shops',
      query: '',
      status: 200,
      error: null,
      durationMs: expect.any(Number),
      caller: STAND_IN_CALLER,
      apiKeyName: null,
      isFromWindow: false,
      requestId: headers['x-request-id'],
    });
  });

  it('has the sign-in under the name of the user', () => {
    expect(entries()).toMatchObject([{ number: 1, method: 'POST', path: '/api/auth/login', caller: STAND_IN_CALLER }]);
  });

  it('has a failed sign-in without a user', async () => {
    const body = { account: 'a', email: 'b@c.example', password: 'd' };
    await service.send('POST', '/api/auth/login', { body });
    expect(entries()[0]).toMatchObject({ status: 401, caller: null });
  });

  it('names the API key that was used', async () => {
    const keys = createApiKeysRepository(service.store.db);
    const apiKeys = createApiKeys({ keys, platform: createStandInPlatform(), clock: service.clock });
    const { key } = await apiKeys.create(STAND_IN_CALLER, { name: 'Excel', expiresAt: null, personalData: true });
    await service.send('GET', '/api/shops', { token: key });
    expect(entries()[0]).toMatchObject({ caller: STAND_IN_CALLER, apiKeyName: 'Excel' });
  });

  it('has every refusal, whatever its reason', async () => {
    const { token } = service;
    await service.send('GET', '/api/shops', { headers: { host: 'evil.example' } });
    await service.send('GET', '/api/nowhere');
    await service.send('DELETE', '/api/shops');
    await service.send('GET', '/api/shops');
    await service.send('GET', '/api/shops?x=1', { token });
    await service.send('GET', '/api/%zz');
    const seen = entries().map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(seen.reverse().slice(1)).toEqual([
      'GET /api/shops 403',
      'GET /api/nowhere 404',
      'DELETE /api/shops 405',
      'GET /api/shops 401',
      'GET /api/shops 400',
      'GET /api/… 404',
    ]);
  });

  it('has the query of a refused request and the error that the client got', async () => {
    const { token } = service;
    await service.send('GET', '/api/orders?from=2026-13-01&status=complete,refunded&limit=5', { token });
    expect(entries()[0]).toMatchObject({
      query: 'from=2026-13-01&status=complete,refunded&limit=5',
      error: { error: 'Bad Request', message: 'from must be a calendar date, such as 2026-10-01.' },
    });
    await service.send('GET', '/api/orders?from=2026-10-01&form=1', { token });
    expect(entries()[0]).toMatchObject({
      query: 'from=2026-10-01&form=…',
      error: { message: 'The parameter form is unknown.' },
    });
  });

  it('distinguishes calls of the window from those of other programs', async () => {
    const { token } = service;
    const headers = { authorization: `Bearer ${token}` };
    await service.window.send({ method: 'GET', path: '/api/shops', headers });
    expect(entries()[0]).toMatchObject({ path: '/api/shops', status: 200, isFromWindow: true });
    await service.send('GET', '/api/shops', { token });
    expect(entries()[0]?.isFromWindow).toBe(false);
  });

  it('lists malformed requests under a dash', async () => {
    await exchangeRaw(service.port, 'HELLO\r\n\r\n');
    const refused = { method: '—', path: '—', status: 400, durationMs: 0, caller: null, apiKeyName: null };
    expect(entries()[0]).toMatchObject({ ...refused, requestId: expect.stringMatching(/^[\w-]{36}$/) });
    expect(service.records.at(-1)).toMatchObject({ requestId: entries()[0]?.requestId, status: 400 });
  });

  it('shows another account only entries without a user', async () => {
    await service.send('GET', '/api/shops', { token: service.token });
    await service.send('GET', '/api/shops');
    expect(entries({ ...STAND_IN_CALLER, accountId: 2 }).map(({ path, status }) => `${path} ${status}`)).toEqual([
      '/api/shops 401',
    ]);
  });

  it('contains no secret and no search text', async () => {
    const { token } = service;
    await service.send('GET', `/api/${token}`);
    await service.send('GET', `/${token}/shops`, { token });
    await service.send('GET', `/api/shops?token=${token}&q=private-name`);
    await service.send('GET', `/api/orders?from=2026-10-01&q=private-name&sort=${token}`, { token });
    await service.send('GET', `/api/orders?${token}=1&from=${token}`, { token });
    await service.send('GET', '/api/orders?from=private-name%40mail.example', { token });
    const stored = JSON.stringify([entries(), service.records]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain('private-name');
    expect(stored).not.toContain(token.slice(0, 20));
    expect(entries().map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/orders?from=…',
      '/api/orders?…&from=…',
      '/api/orders?from=2026-10-01&q=…&sort=…',
      '/api/shops?token=…&q=…',
      '/…?',
      '/api/…?',
      '/api/auth/login?',
    ]);
  });
});
