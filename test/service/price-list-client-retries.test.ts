import { describe, expect, it, onTestFinished } from 'vitest';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { openSession } from '../examples/price-list-client/api-session.ts';
import { type Call, callPatiently } from '../examples/price-list-client/call-patiently.ts';
import { recordConnection } from '../support/price-list-connection.ts';
import { findClosedPort, startScriptedServer } from '../support/price-list-scripted-server.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';

const CALL: Call = { method: 'GET', path: '/api/products', headers: {} };

/** A session before a platform that fails so many times before it answers. */
async function openBeforeFailing(failures: number) {
  let calls = 0;
  const service = await startStandInService({
    methods: {
      async searchProducts() {
        calls += 1;
        if (calls <= failures) throw new PlatformError('unavailable', 'not reachable');
        return { total: 0, rows: [] };
      },
    },
  });
  onTestFinished(() => service.stop());
  const connection = recordConnection(service.port);
  return { connection, session: await openSession(connection, STAND_IN_CREDENTIALS) };
}

describe('a call while the platform fails', () => {
  it('is retried after 2, 8 and 30 seconds and then fails with the body of the 502', async () => {
    const { connection, session } = await openBeforeFailing(Number.POSITIVE_INFINITY);

    await expect(session.get('/api/products')).rejects.toMatchObject({
      name: 'ApiFailure',
      status: 502,
      message: expect.stringMatching(/^GET \/api\/products: 502, .*The platform cannot be reached/),
    });
    const calls = connection.exchangesOf('GET /api/products');
    expect(calls.map(({ status }) => status)).toEqual([502, 502, 502, 502]);
    const firstAtMs = calls[0]?.atMs ?? 0;
    expect(calls.map(({ atMs }) => atMs - firstAtMs)).toEqual([0, 2_000, 10_000, 40_000]);
    expect(connection.waits).toEqual([2_000, 8_000, 30_000]);
    expect(connection.told[0]).toMatch(/^GET \/api\/products again in 2 s \(502: .*request_id/);
    expect(connection.told).toHaveLength(3);
  });

  it.each([
    [1, [2_000]],
    [3, [2_000, 8_000, 30_000]],
  ])('succeeds after %d failures', async (failures, waits) => {
    const { connection, session } = await openBeforeFailing(failures);

    expect(await session.get('/api/products')).toMatchObject({ total: 0 });
    expect(connection.waits).toEqual(waits);
    expect(connection.exchangesOf('POST /api/auth/login')).toHaveLength(1);
  });
});

describe('callPatiently', () => {
  const OK = { status: 200, text: '{}' };

  it('waits after a 500 and after a broken connection', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 500 }, { status: null }, OK));

    expect(await callPatiently(connection, CALL)).toMatchObject({ status: 200, text: '{}' });
    expect(connection.waits).toEqual([2_000, 8_000]);
  });

  it('waits after a 429 as long as its header asks, in seconds or as a date', async () => {
    const asDate = { 'retry-after': 'Sat, 21 Nov 2026 12:00:17 GMT' };
    const port = await startScriptedServer(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 429, headers: asDate },
      { status: 429 },
      OK,
    );
    const connection = recordConnection(port); // at 12:00:00

    expect(await callPatiently(connection, CALL)).toMatchObject({ status: 200 });
    expect(connection.waits).toEqual([7_000, 10_000, 30_000]);
  });

  it('fails instead of waiting for more than a minute', async () => {
    const connection = recordConnection(
      await startScriptedServer({ status: 429, headers: { 'retry-after': '61' } }, OK),
    );

    expect(await callPatiently(connection, CALL)).toMatchObject({ status: 429 });
    expect(connection.waits).toEqual([]);
  });

  it('fails after four attempts on a service that asks for a wait of zero', async () => {
    const port = await startScriptedServer({ status: 429, headers: { 'retry-after': '0' } });
    const connection = recordConnection(port);

    expect(await callPatiently(connection, CALL)).toMatchObject({ status: 429 });
    expect(connection.exchanges).toHaveLength(4);
  });

  it.each([400, 401, 403, 404])('fails immediately on a %d', async (status) => {
    const connection = recordConnection(await startScriptedServer({ status }, OK));

    expect(await callPatiently(connection, CALL)).toMatchObject({ status });
    expect(connection.exchanges).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    const elsewhere = await startScriptedServer(OK);
    const headers = { location: `http://127.0.0.1:${elsewhere}/api/products` };
    const connection = recordConnection(await startScriptedServer({ status: 307, headers }));

    expect(await callPatiently(connection, CALL)).toMatchObject({ status: 307 });
  });
});

describe('openSession where there is no service', () => {
  it('tries a refused connection four times and then reports why', async () => {
    const connection = recordConnection(await findClosedPort());

    await expect(openSession(connection, STAND_IN_CREDENTIALS)).rejects.toMatchObject({
      name: 'ApiFailure',
      status: null,
      message: expect.stringMatching(/^POST \/api\/auth\/login: no answer, .*ECONNREFUSED/),
    });
    expect(connection.waits).toEqual([2_000, 8_000, 30_000]);
    expect(connection.exchanges).toHaveLength(4);
  });

  it('reports that another program answers', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 200, text: '<html>' }));

    await expect(openSession(connection, STAND_IN_CREDENTIALS)).rejects.toThrow('which is not JSON: <html>');
  });
});
