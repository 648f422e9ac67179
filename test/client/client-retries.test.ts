import { describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk } from '../../clients/typescript/client.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { findFreePort } from '../support/local-port.ts';
import { type RecordedConnection, recordConnection } from '../support/recorded-connection.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';

/** Products from a service whose platform fails. */
async function readBeforeFailing() {
  const service = await startStandInService({
    methods: {
      async searchProducts() {
        throw new PlatformError('unavailable', 'not reachable');
      },
    },
  });
  onTestFinished(() => service.stop());
  const connection = recordConnection(service.port);
  return {
    connection,
    reading: createTilldesk({ ...connection, auth: STAND_IN_CREDENTIALS }).api.GET('/api/products'),
  };
}

describe('a call while the platform fails', () => {
  it('is retried after 2, 8 and 30 seconds and then fails with the body of the 502', async () => {
    const { connection, reading } = await readBeforeFailing();

    await expect(reading).rejects.toMatchObject({
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
});

const read = (connection: RecordedConnection) =>
  createTilldesk({ ...connection, auth: { apiKey: 'tdk_any' } }).api.GET('/api/shops');

describe('a call that does not get a 200', () => {
  const OK = { status: 200, text: '{"count":0}' };

  it('is retried after a 500 and after a broken connection', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 500 }, { status: null }, OK));

    expect((await read(connection)).data).toEqual({ count: 0 });
    expect(connection.waits).toEqual([2_000, 8_000]);
  });

  it('is retried after a 429 when its header says so, in seconds or as a date', async () => {
    const asDate = { 'retry-after': 'Sat, 21 Nov 2026 12:00:17 GMT' };
    const port = await startScriptedServer(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 429, headers: asDate },
      { status: 429 },
      OK,
    );
    const connection = recordConnection(port); // at 12:00:00

    expect((await read(connection)).data).toEqual({ count: 0 });
    expect(connection.waits).toEqual([7_000, 10_000, 30_000]);
  });

  it('fails rather than wait for more than a minute', async () => {
    const header = { 'retry-after': '61' };
    const connection = recordConnection(await startScriptedServer({ status: 429, headers: header }, OK));

    await expect(read(connection)).rejects.toMatchObject({ status: 429 });
    expect(connection.waits).toEqual([]);
  });

  it('fails after four attempts if the service asks for a wait of zero', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 429, headers: { 'retry-after': '0' } }));

    await expect(read(connection)).rejects.toMatchObject({ status: 429 });
    expect(connection.exchanges).toHaveLength(4);
  });

  it.each([400, 401, 403, 404])('fails immediately on a %d', async (status) => {
    const connection = recordConnection(await startScriptedServer({ status }, OK));

    await expect(read(connection)).rejects.toMatchObject({ status });
    expect(connection.exchanges).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    const elsewhere = await startScriptedServer(OK);
    const headers = { location: `http://127.0.0.1:${elsewhere}/api/shops` };
    const connection = recordConnection(await startScriptedServer({ status: 307, headers }));

    await expect(read(connection)).rejects.toMatchObject({ status: 307 });
  });

  it('is not retried if it may have changed something', async () => {
    const connection = recordConnection(await startScriptedServer({ status: null }, OK));
    const { api } = createTilldesk({ ...connection, auth: { apiKey: 'tdk_any' } });

    await expect(api.POST('/api/webhooks/{id}/ping', { params: { path: { id: 1 } } })).rejects.toThrow('no answer');
    expect(connection.exchanges).toHaveLength(1);
  });
});

describe('a client without a service', () => {
  const signIn = (connection: RecordedConnection) =>
    createTilldesk({ ...connection, auth: STAND_IN_CREDENTIALS }).api.GET('/api/me');

  it('tries a refused connection four times and then reports why', async () => {
    const connection = recordConnection(await findFreePort());

    await expect(signIn(connection)).rejects.toMatchObject({
      name: 'ApiFailure',
      status: null,
      message: expect.stringMatching(/^POST \/api\/auth\/login: no answer, .*ECONNREFUSED/),
    });
    expect(connection.waits).toEqual([2_000, 8_000, 30_000]);
    expect(connection.exchanges).toHaveLength(4);
  });

  it('fails if another program answers', async () => {
    const connection = recordConnection(await startScriptedServer({ status: 200, text: '<html>' }));

    await expect(signIn(connection)).rejects.toThrow(/<html>.* is not valid JSON/);
  });
});
