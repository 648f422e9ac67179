import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiClient } from '../../electron/api-client/api-client.ts';
import { createEndpointReader } from '../../electron/api-client/endpoint-reader.ts';
import { BREAKER_RULES, createUpstream } from '../../electron/api-client/upstream.ts';
import { systemClock as clock } from '../../electron/base/clock.ts';
import { PlatformError } from '../../electron/platform/platform-error.ts';
import { createKeyedReader } from '../../electron/platform/remote/keyed-reader.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { makeCertificate } from '../support/certificates.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { openPerFile } from '../support/test-scope.ts';
import { wrongCertificates } from './harness/wrong-certificates.ts';
import { mishapsWith, SHOPS_ANSWER, sendJson, startSilence, startStub } from './upstream/stub-deployment.ts';

const HOST = '127.0.0.1';

const API_KEY = 'tdk_abuse0upstream0key0of0another0deploy';

/** Long enough for a busy computer to answer, and short enough to wait for. */
const LIMITS = { maxConnectMs: 1_500, maxHeadersMs: 2_000, maxTotalMs: 2_500, maxBytes: 256 * 1024 };

/** Every call must reach its mishap, so the breaker never opens. */
const NEVER_OPEN = { ...BREAKER_RULES, leastCalls: Number.POSITIVE_INFINITY };

const { log, records } = createLogRecorder();

const opened: { close(): void }[] = [];
afterAll(() => {
  for (const upstream of opened) upstream.close();
});

function open(port: number, authority: string | null, path = ''): ApiClient {
  const authorities = authority === null ? [] : [authority];
  const baseAddress = `https://${HOST}:${port}${path}`;
  const upstream = createUpstream({ baseAddress, authorities, clock, log, limits: LIMITS, rules: NEVER_OPEN });
  opened.push(upstream);
  return upstream;
}

/** Reads the shops like the product, with a key. Returns the message of a failure; `null` if it was answered. */
async function failureOfShops(client: ApiClient): Promise<string | null> {
  const headers = { authorization: `Bearer ${API_KEY}` };
  try {
    await createEndpointReader(createKeyedReader((path) => client.send({ method: 'GET', path, headers })))(listShops);
    return null;
  } catch (error) {
    return error instanceof PlatformError ? error.message : String(error);
  }
}

const certificate = await makeCertificate({ names: [HOST] });
const elsewhere = await openPerFile(() => startStub((_request, response) => sendJson(response, 200, SHOPS_ANSWER)));
const mishaps = mishapsWith(`http://${HOST}:${elsewhere.port}/api/shops`);
const deployment = await openPerFile(() =>
  startStub((request, response) => mishaps[Number(request.url?.split('/')[1])]?.behave(response, request), certificate),
);
const silence = await openPerFile(startSilence);

describe('another deployment that is down, slow, wrong or hostile', () => {
  const cases = [
    ...mishaps.map(({ name, due }, at) => ({ name, due, port: deployment.port, path: `/${at}` })),
    { name: 'no handshake', due: 'The service did not answer in time.', port: silence.port, path: '' },
  ];

  it.concurrent.each(cases)('by $name ends within its deadline with: $due', async ({ due, port, path }) => {
    const upstream = open(port, certificate.cert, path);
    expect(await failureOfShops(upstream)).toBe(due);
  });

  it('cannot redirect anybody elsewhere, and gets no key into the log', () => {
    expect(deployment.arrivals()).toBeGreaterThan(20);
    expect(elsewhere.arrivals()).toBe(0);
    expect(JSON.stringify(records)).not.toContain(API_KEY);
  });
});

describe('another deployment whose certificate is wrong', async () => {
  it.each(await wrongCertificates(HOST))(
    'gets no key: it is $name, and the switch of Node is "$tlsSwitch"',
    async ({ certificate: shown, isTrusted, tlsSwitch }) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', tlsSwitch);
      onTestFinished(() => void vi.unstubAllEnvs());
      const stub = await startStub((_request, response) => sendJson(response, 200, SHOPS_ANSWER), shown);
      onTestFinished(stub.close);
      const upstream = open(stub.port, isTrusted ? shown.cert : null);
      expect(await failureOfShops(upstream)).toMatch(/^The certificate of the service is not trusted/);
      expect(stub.arrivals()).toBe(0);
    },
  );
});
