import { request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startFixtureService } from '../support/fixture-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startFixtureService);

/** The answer for a client that asks for gzip, with its body unpacked. */
async function ask(method: string, path: string, acceptEncoding = 'gzip, deflate, br') {
  const headers = {
    authorization: `Bearer ${service.tokens.owner}`,
    'accept-encoding': acceptEncoding,
  };
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: service.port, method, path, headers }, async (answer) => {
      const isPacked = answer.headers['content-encoding'] === 'gzip' && method !== 'HEAD';
      const text = await textOf(isPacked ? answer.pipe(createGunzip()) : answer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.on('error', reject).end();
  });
}

const ORDERS = '/api/orders?from=2026-10-01&to=2026-10-31&include=items,payments';

describe('an answer over 1 KiB', () => {
  it('is compressed if the client asks, with the same content', async () => {
    const { text } = await service.send('GET', ORDERS, { token: service.tokens.owner });
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_024);
    const packed = await ask('GET', ORDERS);
    expect(packed).toMatchObject({
      text,
      headers: { 'content-encoding': 'gzip', vary: 'accept-encoding', 'cache-control': 'no-store' },
    });
    expect(Number(packed.headers['content-length'])).toBeLessThan(Buffer.byteLength(text) / 2);
  });

  it.each(['identity', 'gzip;q=0', 'br', ''])('is not compressed for Accept-Encoding: %s', async (accepted) => {
    const { headers } = await ask('GET', ORDERS, accepted);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({ vary: 'accept-encoding' });
  });

  it.each(['*', 'GZIP', 'br, gzip;q=0.5'])('is compressed for Accept-Encoding: %s', async (accepted) => {
    expect((await ask('GET', ORDERS, accepted)).headers).toMatchObject({ 'content-encoding': 'gzip' });
  });

  it('has the same headers for HEAD as for GET', async () => {
    const [get, head] = [await ask('GET', ORDERS), await ask('HEAD', ORDERS)];
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-encoding', 'content-length', 'vary', 'content-type']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
  });

  it('is compressed once for everybody if no token is needed', async () => {
    const [first, second] = [await ask('GET', '/openapi.json'), await ask('GET', '/openapi.json')];
    expect(first.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(second.text).toBe(first.text);
    expect(JSON.parse(second.text)).toMatchObject({ openapi: '3.1.1' });
  });
});

describe('an answer of up to 1 KiB', () => {
  it('is not compressed', async () => {
    const { headers } = await ask('GET', '/health');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  });
});
