import { describe, expect, it } from 'vitest';
import { exchangeRaw, parseAnswers } from '../support/http-exchange.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);

const statusOf = async (method: string, target: string, headers: Record<string, string> = {}, body?: unknown) =>
  (await service.refusal(method, target, { headers, body })).status;

describe('the order of the checks', () => {
  it('checks the host before the path', async () => {
    expect(await statusOf('GET', '/nowhere', { host: 'evil.example' })).toBe(403);
  });

  it('checks the origin before the path', async () => {
    expect(await statusOf('GET', '/nowhere', { origin: 'http://evil.example' })).toBe(403);
  });

  it('checks the host before the encoding of the path', async () => {
    expect(await statusOf('GET', '/api/locations/%zz', { host: 'evil.example' })).toBe(403);
  });

  it('checks the path before the method and the token', async () => {
    expect(await statusOf('DELETE', '/nowhere')).toBe(404);
  });

  it('checks the method before the token', async () => {
    expect(await statusOf('DELETE', '/api/shops')).toBe(405);
  });

  it('checks the token before parameters', async () => {
    expect(await statusOf('GET', '/api/orders?from=never')).toBe(401);
  });

  it('checks the token before the record', async () => {
    expect(await statusOf('GET', '/api/orders/1')).toBe(401);
  });

  it('checks parameters before the record', async () => {
    const { token } = service;
    expect((await service.refusal('GET', '/api/orders/1?x=1', { token })).status).toBe(400);
    expect((await service.refusal('GET', '/api/orders/1', { token })).status).toBe(404);
  });
});

describe('paths', () => {
  it.each([
    '/api/locations/12a',
    '/api/locations/',
    '/api/locations/-1',
    '/api/locations/1234567890123456',
    '/api/Shops',
    '/api/shops/',
    '/x',
    '/api/locations/%zz',
    `/api/locations/${'1'.repeat(300)}`,
    '/api/locations/1/2',
  ])('%s does not exist', async (path) => {
    expect(await statusOf('GET', path)).toBe(404);
  });
});

describe('methods', () => {
  it.each(['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'POST', 'PROPFIND'])(
    '%s on a list returns a 405 and says what is allowed',
    async (method) => {
      const answer = await service.send(method, '/api/shops');
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    },
  );

  it('GET on login returns a 405 and says that only POST is allowed', async () => {
    expect(await service.send('GET', '/api/auth/login')).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
  });

  it('HEAD answers like GET, without a body', async () => {
    const { token } = service;
    const [head, get] = [
      await service.send('HEAD', '/api/shops', { token }),
      await service.send('GET', '/api/shops', { token }),
    ];
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await service.send('HEAD', '/api/shops')).status).toBe(401);
  });
});

describe('the Host header', () => {
  it.each([
    ['HTTP/1.1', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
    ['a path that cannot be read', 'GET /api/locations/%zz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('returns the usual 400 if it is missing: %s', async (_, lines) => {
    const [answer] = parseAnswers(await exchangeRaw(service.port, lines));
    const names = `127.0.0.1:${service.port} or localhost:${service.port}`;
    expect(JSON.parse(answer?.text ?? '')).toEqual({
      error: 'Bad Request',
      message: `The Host header is missing. Send the name of this service: ${names}.`,
      status: 400,
      request_id: answer?.headers['x-request-id'],
    });
  });
});
