import { describe, expect, it } from 'vitest';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);

describe('the request log', () => {
  it('has a line per request with its user, status and duration', async () => {
    const { headers } = await service.send('GET', '/api/shops', { token: service.token });
    expect(service.records.at(-1)).toMatchObject({
      msg: 'request',
      requestId: headers['x-request-id'],
      method: 'GET',
      path: '/api/shops',
      status: 200,
      durationMs: expect.any(Number),
      account: 'stand-in',
      userId: 7,
    });
  });

  it('has a line for a request that is refused before authentication', async () => {
    await service.send('GET', '/api/shops?token=abc');
    const line = service.records.at(-1);
    expect(line).toMatchObject({ path: '/api/shops', status: 401 });
    expect(line).not.toHaveProperty('account');
  });

  it('has a line for a malformed path', async () => {
    await service.send('GET', '/api/%zz');
    expect(service.records.at(-1)).toMatchObject({ msg: 'request', path: '/api/…', status: 404 });
  });

  it('omits parts of a path that could be secret', async () => {
    await service.send('GET', `/api/${service.token}/shops`, { token: service.token });
    expect(service.records.at(-1)).toMatchObject({ path: '/api/…', status: 404 });
  });

  it('contains no token, password, header or query value', async () => {
    const headers = { 'x-private': 'private-header', cookie: 'private-cookie' };
    await service.send('GET', '/api/products?q=private-name', { token: service.token, headers });
    await service.send('POST', '/api/auth/login', {
      body: { ...STAND_IN_CREDENTIALS, password: 'private-word' },
    });
    await service.send('POST', '/api/auth/login', { body: '{"password":"private-word"' });
    const logged = JSON.stringify(service.records);
    for (const secret of [service.token, STAND_IN_CREDENTIALS.password, 'private']) {
      expect(logged).not.toContain(secret);
    }
  });
});
