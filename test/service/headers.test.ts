import { describe, expect, it } from 'vitest';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);

const CASES: Array<[what: string, method: string, target: string, host?: string]> = [
  ['an answer', 'GET', '/health'],
  ['an answer to HEAD', 'HEAD', '/health'],
  ['a bad parameter', 'GET', '/health?x=1'],
  ['a missing token', 'GET', '/api/shops'],
  ['a foreign host', 'GET', '/health', 'evil.example'],
  ['a path that does not exist', 'GET', '/nowhere'],
  ['a path that cannot be read', 'GET', '/api/locations/%zz'],
  ['a method that does not exist', 'OPTIONS', '/api/shops'],
];

describe('every response', () => {
  it.each(CASES)('has the standard headers: %s', async (_, method = '', target = '', host) => {
    const { headers } = await service.send(method, target, { ...(host && { headers: { host } }) });
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('has a unique request id, whatever the client sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const answers = [await service.send('GET', '/health', { headers }), await service.send('GET', '/health')];
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });

  it('cannot be read by another origin', async () => {
    expect((await service.send('GET', '/health')).headers).not.toHaveProperty('access-control-allow-origin');
  });
});
