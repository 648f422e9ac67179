import { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceMetrics } from '../../electron/service/metrics/service-metrics.ts';
import { checkAddress } from '../../electron/service/security/address-guard.ts';
import { createTrustedProxies, type Exposure, OWN_COMPUTER } from '../../electron/service/security/exposure.ts';
import { createPeerThrottle } from '../../electron/service/security/sign-in-throttle.ts';
import { createReadiness } from '../../electron/service/server/readiness.ts';
import { createSignInPeersRepository } from '../../electron/store/accounts/sign-in-attempts-repository.ts';
import { StoreError } from '../../electron/store/store-error.ts';
import { makeCertificate } from '../support/certificates.ts';
import { createFixedClock, NOW } from '../support/fixed-clock.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { startService } from '../support/running-service.ts';
import { createStandInPlatform, STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { waitFor } from '../support/wait-for.ts';
import { SECRET_KEY } from '../support/webhooks-under-test.ts';

const LOGIN = '/api/auth/login';
const PROXIED: Exposure = {
  ...OWN_COMPUTER,
  publicHosts: ['till.example'],
  proxies: createTrustedProxies([]),
  isPublic: true,
};

async function startPublic(
  exposure: Exposure,
  tls: { cert: string; key: string } | null = null,
  platform = createStandInPlatform(),
) {
  const clock = createFixedClock(NOW);
  const store = await openTestStore({ clock });
  const metrics = createServiceMetrics(clock);
  const readiness = createReadiness({ checks: [], clock, log: { warn() {} } });
  const service = await startService({
    ...{ store, clock, exposure, tls, platform },
    peerThrottle: createPeerThrottle({
      ...{ peers: createSignInPeersRepository(store.db), secretKey: SECRET_KEY, clock },
    }),
    operations: { readiness, metrics, showsMetrics: true },
  });
  onTestFinished(async () => {
    await service.stop();
    await store.close();
  });
  return { ...service, readiness, metrics };
}

describe('a server behind a proxy', () => {
  const through = (from: string) => ({ host: 'till.example', 'x-forwarded-for': from });

  it('answers only at its public host name', async () => {
    const { send } = await startPublic(PROXIED);
    const statusOf = async (host: string) => (await send('GET', '/health', { headers: { host } })).status;
    expect(await statusOf('till.example')).toBe(200);
    for (const host of ['evil.example', 'till.example.evil.example', 'till.example:1', 'sub.till.example']) {
      expect(await statusOf(host)).toBe(403);
    }
  });

  it('accepts the origin of its public host name only with HTTPS', async () => {
    const { send } = await startPublic(PROXIED);
    const statusOf = async (origin: string) =>
      (await send('GET', '/health', { headers: { host: 'till.example', origin } })).status;
    expect(await statusOf('https://till.example')).toBe(200);
    expect(await statusOf('http://till.example')).toBe(403);
    expect(await statusOf('https://evil.example')).toBe(403);
  });

  it('blocks an address that tries one account after another, and no other address', async () => {
    const { send, clock } = await startPublic(PROXIED);
    const signIn = (from: string, name: string) =>
      send('POST', LOGIN, {
        headers: through(from),
        body: { ...STAND_IN_CREDENTIALS, email: `${name}@spray.example`, password: 'wrong' },
      });
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect((await signIn(`198.51.100.${attempt}, 192.0.2.66`, `one-${attempt}`)).status).toBe(401);
    }
    const refused = await signIn('192.0.2.66', 'last');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.headers['ratelimit-policy']).toBe('"sign-in-peer";q=30;w=60');
    expect((await signIn('192.0.2.7', 'another')).status).toBe(401);
    clock.advance(60_000);
    expect((await signIn('192.0.2.66', 'later')).status).toBe(401);
  });

  it('lets a newcomer in while one computer fills the queue from the /64 networks of its /56', async () => {
    const gate = Promise.withResolvers<void>();
    const platform = createStandInPlatform({
      async signIn() {
        await gate.promise;
        return STAND_IN_CALLER;
      },
    });
    const { send } = await startPublic(PROXIED, null, platform);
    let refusals = 0;
    const signIn = async (from: string) => {
      const body = { ...STAND_IN_CREDENTIALS, email: `from-${from}@flood.example` };
      const { status } = await send('POST', LOGIN, { headers: through(from), body });
      if (status === 429) refusals += 1;
      return status;
    };
    // The platform gets 4, 32 wait, and one is too many.
    const flood = Array.from({ length: 37 }, (_, at) => signIn(`2001:db8:0:${at.toString(16)}::1`));
    await waitFor(() => expect(refusals).toBe(1));
    const newcomer = signIn('2001:db8:1::1');
    await waitFor(() => expect(refusals).toBe(2));
    gate.resolve();
    expect(await newcomer).toBe(200);
    await Promise.all(flood);
  });

  it('does not count successful sign-ins', async () => {
    const { send } = await startPublic(PROXIED);
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const sending = { headers: through('192.0.2.7'), body: STAND_IN_CREDENTIALS };
      expect((await send('POST', LOGIN, sending)).status).toBe(200);
    }
  });

  it('refuses clients that bypass the proxy, except programs on the same computer', () => {
    const askFrom = (address: string) => () => {
      const socket = new Socket();
      Object.defineProperties(socket, { remoteAddress: { value: address }, localPort: { value: 4870 } });
      const message = new IncomingMessage(socket);
      message.rawHeaders = ['Host', 'till.example'];
      checkAddress(message, { ...PROXIED, proxies: createTrustedProxies(['10.0.0.1']) });
    };
    expect(askFrom('192.0.2.7')).toThrow('through the proxy');
    for (const allowed of ['10.0.0.1', '127.0.0.1', '::1']) expect(askFrom(allowed)).not.toThrow();
  });

  it('blocks a program on the same computer that invents an address each time, if the proxy runs elsewhere', async () => {
    const { send } = await startPublic({ ...PROXIED, proxies: createTrustedProxies(['10.0.0.1']) });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      const body = { ...STAND_IN_CREDENTIALS, email: `one-${attempt}@spray.example`, password: 'wrong' };
      statuses.push((await send('POST', LOGIN, { headers: through(`198.51.100.${attempt}`), body })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
  });
});

describe('a server with TLS', () => {
  async function startEncrypted() {
    const certificate = await makeCertificate({ names: ['localhost'] });
    const exposure = { ...OWN_COMPUTER, isEncrypted: true, isPublic: true };
    return { ...(await startPublic(exposure, certificate)), ca: certificate.cert };
  }

  async function ask(port: number, ca: string, path: string) {
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: 'localhost', port, path, ca }, resolve).on('error', reject).end();
    });
    return { status: message.statusCode, headers: message.headers, text: await textOf(message) };
  }

  it('answers by HTTPS with Strict-Transport-Security', async () => {
    const { port, ca } = await startEncrypted();
    const { status, headers } = await ask(port, ca, '/health');
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  });

  it('sends that header for malformed requests and paths too', async () => {
    const { port, ca } = await startEncrypted();
    for (const line of ['NO REQUEST', 'GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close']) {
      const socket = connect({ port, host: 'localhost', ca });
      socket.write(`${line}\r\n\r\n`);
      expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 4\d\d .*strict-transport-security: max-age=31536000/s);
    }
  });

  it('sends no byte over plain HTTP or broken TLS', async () => {
    const { port, send, ca } = await startEncrypted();
    await expect(send('GET', '/health')).rejects.toThrow();
    const old = new Promise((resolve, reject) => {
      connect({ port, host: 'localhost', ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }, () => resolve(null)).on(
        'error',
        reject,
      );
    });
    await expect(old).rejects.toThrow();
    expect((await ask(port, ca, '/health')).status).toBe(200);
  });

  it('states its HTTPS address in its description', async () => {
    const { port, ca } = await startEncrypted();
    const { text } = await ask(port, ca, '/openapi.json');
    expect(JSON.parse(text).servers[0].url).toBe(`https://127.0.0.1:${port}`);
  });
});

describe('GET /ready', () => {
  it('returns a 503 in the usual error format once the server stops', async () => {
    const { send, refusal, readiness } = await startPublic(PROXIED);
    expect(JSON.parse((await send('GET', '/ready')).text)).toEqual({ status: 'ready' });
    readiness.markStopping();
    const { status, message } = await refusal('GET', '/ready');
    expect([status, message]).toEqual([503, 'Not ready: it is stopping.']);
  });

  it('is answered like every other request while the server stops, and then the connection is closed', async () => {
    const { send, readiness } = await startPublic(PROXIED);
    const connections = async () =>
      (
        await Promise.all(
          ['/health', '/api/products'].map((path) => send('GET', path, { headers: { connection: 'keep-alive' } })),
        )
      ).map(({ headers }) => headers.connection);
    expect(await connections()).toEqual(['keep-alive', 'keep-alive']);
    readiness.markStopping();
    expect(await connections()).toEqual(['close', 'close']);
  });
});

describe('GET /metrics', () => {
  it('counts by route and status class, never by values that a client sent', async () => {
    const { send } = await startPublic(PROXIED);
    await send('GET', '/api/products/4711');
    await send('GET', '/made/up/by/els');
    await send('POST', LOGIN, { body: { ...STAND_IN_CREDENTIALS, password: 'wrong' } });
    const { text, headers } = await send('GET', '/metrics');
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(text).toMatch(
      /tilldesk_http_requests_total\{route="\/api\/products\/:id[^"]*",method="GET",status="4xx"\} 1/,
    );
    expect(text).toContain('tilldesk_http_requests_total{route="other",method="GET",status="4xx"} 1');
    expect(text).toContain('tilldesk_sign_ins_total{outcome="refused"} 1');
    for (const clientText of ['els', '4711', STAND_IN_CREDENTIALS.email, STAND_IN_CREDENTIALS.account]) {
      expect(text).not.toContain(`"${clientText}`);
    }
  });

  it('reads the outbox once and shows its current state', async () => {
    const { send, metrics, clock } = await startPublic(PROXIED);
    let reads = 0;
    metrics.watchOutbox(async () => {
      reads += 1;
      return { pending: 7, oldestAt: clock.now() - 90_000 };
    });
    const { text } = await send('GET', '/metrics');
    expect(text).toMatch(/^tilldesk_outbox_pending 7$/m);
    expect(text).toMatch(/^tilldesk_outbox_oldest_age_seconds 90$/m);
    expect(reads).toBe(1);
  });

  it.each([
    ['is unavailable', () => Promise.reject(new StoreError('unavailable', 'The database is away.'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('has all other figures while the store %s', async (_, read) => {
    const { send, metrics, clock } = await startPublic(PROXIED);
    const asked = Promise.withResolvers<void>();
    metrics.watchOutbox(() => {
      asked.resolve();
      return read();
    });
    const answer = send('GET', '/metrics');
    await asked.promise;
    clock.advance(2_000);
    const { status, text } = await answer;
    expect(status).toBe(200);
    expect(text).toContain('tilldesk_http_requests_in_flight 1');
    expect(text).toMatch(/^tilldesk_outbox_pending Nan$/im);
    expect(text).toMatch(/^tilldesk_outbox_oldest_age_seconds Nan$/im);
  });

  it('does not exist with a window, and neither does /ready', async () => {
    const store = await openTestStore();
    const service = await startService({ store, platform: createStandInPlatform() });
    onTestFinished(async () => {
      await service.stop();
      await store.close();
    });
    for (const path of ['/metrics', '/ready']) expect((await service.send('GET', path)).status).toBe(404);
  });
});
