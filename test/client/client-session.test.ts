import { describe, expect, it, onTestFinished } from 'vitest';
import { createTilldesk, type Tilldesk } from '../../clients/typescript/client.ts';
import { startFixtureService } from '../support/fixture-service.ts';
import { type RecordedConnection, recordConnection } from '../support/recorded-connection.ts';
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

const madeCalls = ({ exchanges }: RecordedConnection) =>
  exchanges.filter(({ call }) => call !== 'GET /api/shops').map(({ call, status }) => [call, status]);

/** A client that has signed in with its first call, which is not counted. */
async function signedIn(connection: RecordedConnection): Promise<Tilldesk> {
  const tilldesk = createTilldesk({ ...connection, auth: CREDENTIALS.owner });
  await tilldesk.api.GET('/api/shops');
  return tilldesk;
}

async function readMe({ api }: Tilldesk) {
  return (await api.GET('/api/me')).data;
}

describe('a client that signs in', () => {
  it('refreshes with the first call 25 minutes after sign-in, not earlier', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, { clock: service.clock });
    const tilldesk = await signedIn(connection);

    service.clock.advance(25 * MINUTE_MS - 1);
    await readMe(tilldesk);
    expect(madeCalls(connection)).toEqual([
      [LOGIN, 200],
      [ME, 200],
    ]);

    service.clock.advance(1);
    await readMe(tilldesk);
    expect(madeCalls(connection).slice(2)).toEqual([
      [REFRESH, 200],
      [ME, 200],
    ]);
  });

  it('counts the 25 minutes again from the refresh', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, { clock: service.clock });
    const tilldesk = await signedIn(connection);
    for (const minutes of [26, 24, 1]) {
      service.clock.advance(minutes * MINUTE_MS);
      await readMe(tilldesk);
    }
    expect(madeCalls(connection).map(([call]) => call)).toEqual([LOGIN, REFRESH, ME, ME, REFRESH, ME]);
  });

  it('signs in again and repeats the call once if the token is no longer valid', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const tilldesk = await signedIn(connection);
    service.clock.advance(31 * MINUTE_MS); // the service's clock alone: the client's computer slept

    expect(await readMe(tilldesk)).toMatchObject({ account: 'alpha' });
    expect(madeCalls(connection)).toEqual([
      [LOGIN, 200],
      [ME, 401],
      [LOGIN, 200],
      [ME, 200],
    ]);
    await readMe(tilldesk);
    expect(madeCalls(connection).slice(4)).toEqual([[ME, 200]]);
  });

  it('fails at the second 401 with the message of the service', async () => {
    const service = await startService();
    const connection = recordConnection(service.port, {
      onAnswer: ({ call }) => call === LOGIN && service.clock.advance(31 * MINUTE_MS),
    });
    const tilldesk = createTilldesk({ ...connection, auth: CREDENTIALS.owner });

    await expect(readMe(tilldesk)).rejects.toMatchObject({
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

  it('never repeats a refused sign-in, and never prints the password', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const auth = { ...CREDENTIALS.owner, password: 'canary-password' };

    await expect(readMe(createTilldesk({ ...connection, auth }))).rejects.toMatchObject({
      status: 401,
      message: expect.not.stringContaining('canary-password'),
    });
    expect(madeCalls(connection)).toEqual([[LOGIN, 401]]);
  });

  it('signs in once for concurrent calls, even if their token has expired', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const tilldesk = createTilldesk({ ...connection, auth: CREDENTIALS.owner });
    const three = () => Promise.all([readMe(tilldesk), readMe(tilldesk), readMe(tilldesk)]);

    expect(await three()).toHaveLength(3);
    expect(connection.exchangesOf(LOGIN)).toHaveLength(1);
    service.clock.advance(31 * MINUTE_MS);
    expect(await three()).toHaveLength(3);
    expect(connection.exchangesOf(LOGIN)).toHaveLength(2);
  });

  it('can sign in after a failed sign-in', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    let password = 'wrong';
    const tilldesk = createTilldesk({ ...connection, auth: async () => ({ ...CREDENTIALS.owner, password }) });

    await expect(readMe(tilldesk)).rejects.toMatchObject({ status: 401 });
    password = CREDENTIALS.owner.password;
    expect(await readMe(tilldesk)).toMatchObject({ account: 'alpha' });
  });

  it('fails immediately on an error of the caller', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const tilldesk = await signedIn(connection);

    const wrong = tilldesk.api.GET('/api/products', { params: { query: { limit: 0 } } });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    expect(madeCalls(connection).slice(1)).toEqual([['GET /api/products', 400]]);
    expect(connection.waits).toEqual([]);
  });
});

describe('a client with an API key', () => {
  it('sends it with each call and never signs in, even if it is refused', async () => {
    const service = await startService();
    const connection = recordConnection(service.port);
    const withKey = (apiKey: string) => createTilldesk({ ...connection, auth: { apiKey } });

    expect(await readMe(withKey(service.tokens.owner))).toMatchObject({ account: 'alpha' });
    await expect(readMe(withKey('tdk_wrong'))).rejects.toMatchObject({ status: 401 });
    expect(madeCalls(connection)).toEqual([
      [ME, 200],
      [ME, 401],
    ]);
  });
});
