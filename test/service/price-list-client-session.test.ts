import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession } from '../examples/price-list-client/api-session.ts';
import { readPriceList } from '../examples/price-list-client/read-price-list.ts';
import { startDemoService, startFixtureService } from '../support/fixture-service.ts';
import { type RecordedConnection, recordConnection } from '../support/price-list-connection.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';

const MINUTE_MS = 60_000;
const LOGIN = 'POST /api/auth/login';
const REFRESH = 'POST /api/auth/refresh';
const ME = 'GET /api/me';

async function startService() {
  const service = await startFixtureService();
  onTestFinished(() => service.stop());
  return service;
}

const madeCalls = ({ exchanges }: RecordedConnection) => exchanges.map(({ call, status }) => [call, status]);

describe('openSession', () => {
  it('refreshes with the first call 25 minutes after the issue, not earlier', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, { clock: service.clock });
    const session = await openSession(connection, CREDENTIALS.owner);

    service.clock.advance(25 * MINUTE_MS - 1);
    await session.get('/api/me');
    expect(madeCalls(connection)).toEqual([
      [LOGIN, 200],
      [ME, 200],
    ]);

    service.clock.advance(1);
    await session.get('/api/me');
    expect(madeCalls(connection).slice(2)).toEqual([
      [REFRESH, 200],
      [ME, 200],
    ]);
  });

  it('counts the 25 minutes again from the refresh', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, { clock: service.clock });
    const session = await openSession(connection, CREDENTIALS.owner);
    for (const minutes of [26, 24, 1]) {
      service.clock.advance(minutes * MINUTE_MS);
      await session.get('/api/me');
    }
    expect(madeCalls(connection).map(([call]) => call)).toEqual([LOGIN, REFRESH, ME, ME, REFRESH, ME]);
  });

  it('logs in again and repeats the call once when the token is no longer valid', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const session = await openSession(connection, CREDENTIALS.owner);
    service.clock.advance(31 * MINUTE_MS); // the service's clock alone: the client's computer slept

    expect(await session.get('/api/me')).toMatchObject({ account: 'alpha' });
    expect(madeCalls(connection)).toEqual([
      [LOGIN, 200],
      [ME, 401],
      [LOGIN, 200],
      [ME, 200],
    ]);
    await session.get('/api/me');
    expect(madeCalls(connection).slice(4)).toEqual([[ME, 200]]);
  });

  it('fails at the second 401 with the message of the service', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, {
      onAnswer: ({ call }) => call === LOGIN && service.clock.advance(31 * MINUTE_MS),
    });
    const session = await openSession(connection, CREDENTIALS.owner);

    await expect(session.get('/api/me')).rejects.toMatchObject({
      name: 'ApiFailure',
      status: 401,
      message: expect.stringMatching(/^GET \/api\/me: 401, \{.*"hint":/),
    });
    expect(madeCalls(connection)).toEqual([
      [LOGIN, 200],
      [ME, 401],
      [LOGIN, 200],
      [ME, 401],
    ]);
    expect(connection.waits).toEqual([]);
  });

  it('never repeats a refused login, and never prints the password', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const opening = openSession(connection, { ...CREDENTIALS.owner, password: 'canary-password' });

    await expect(opening).rejects.toMatchObject({
      status: 401,
      message: expect.not.stringContaining('canary-password'),
    });
    expect(madeCalls(connection)).toEqual([[LOGIN, 401]]);
  });

  it('fails immediately on an error of the caller', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const session = await openSession(connection, CREDENTIALS.owner);

    await expect(session.get('/api/products', { limit: 0 })).rejects.toMatchObject({ status: 400 });
    expect(madeCalls(connection).slice(1)).toEqual([['GET /api/products', 400]]);
    expect(connection.waits).toEqual([]);
  });
});

describe('readPriceList over hours', () => {
  it('never sees a 401, with a refresh every 25 minutes', async () => {
    const service = await startDemoService();
    onTestFinished(() => service.stop());
    const connection = recordConnection(service.port, {
      clock: service.clock,
      onAnswer: ({ call }) => call.startsWith('GET') && service.clock.advance(5 * MINUTE_MS),
    });
    const startedAtMs = service.clock.now();
    const minutes = (atMs: number) => (atMs - startedAtMs) / MINUTE_MS;

    const demoOwner = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };
    const session = await openSession(connection, demoOwner);
    const rows = await readPriceList(session, connection.clock, 'NL');

    expect(rows.length).toBeGreaterThan(2_300);
    expect(connection.exchanges.filter(({ status }) => status !== 200)).toEqual([]);
    expect(connection.exchangesOf(LOGIN)).toHaveLength(1);
    const lastMinute = minutes(connection.exchanges.at(-1)?.atMs ?? startedAtMs);
    expect(lastMinute).toBeGreaterThan(100);
    expect(connection.exchangesOf(REFRESH).map(({ atMs }) => minutes(atMs))).toEqual(
      Array.from({ length: Math.floor(lastMinute / 25) }, (_, nth) => (nth + 1) * 25),
    );
  });
});
