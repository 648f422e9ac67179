import { once } from 'node:events';
import { setGlobalProxyFromEnv } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock as clock } from '../../electron/base/clock.ts';
import type { ResolveAddresses } from '../../electron/webhooks/address-lookup.ts';
import { createReceivers } from '../../electron/webhooks/open-webhooks.ts';
import { startHttpsReceiver } from '../support/https-receiver.ts';
import { createLogRecorder } from '../support/log-recorder.ts';
import { openPerFile } from '../support/test-scope.ts';
import { pickBySize } from '../support/test-size.ts';
import { wrongCertificates } from './harness/wrong-certificates.ts';
import {
  ACCEPTED_BY_RANGE,
  ACCEPTED_URLS,
  EMBEDDED_OWN_HOSTS,
  OWN_HOSTS,
  REFUSED_BY_RANGE,
  REFUSED_URLS,
  resolveCorpusName,
} from './receivers/receiver-urls.ts';

/** The one address of this computer where a connection does no harm; tests allow it. */
const GOOD = '127.0.0.2';

/** Listens on this computer, in both address families and on every address, and counts connections. */
async function startCanary() {
  const visits = { good: 0, bad: 0 };
  const server = createServer((socket) => {
    visits[socket.localAddress?.endsWith(GOOD) ? 'good' : 'bad'] += 1;
    socket.on('error', () => socket.destroy()).destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, visits, close: () => promisify(server.close.bind(server))() };
}

const canary = await openPerFile(startCanary);

afterEach(() => {
  expect(canary.visits.bad).toBe(0);
});

type Allowed = Parameters<typeof createReceivers>[0]['allowed'][number];

const allowed = (host: string, address: string, ca: string | null): Allowed => ({
  ...{ host, ca },
  cidr: `${address}/32`,
});

/** Rules and sender of the product for one test; `send` returns the result of a message. */
function openReceivers(resolve: ResolveAddresses, list: readonly Allowed[] = [], ownPorts: readonly number[] = []) {
  const { log } = createLogRecorder();
  const deps = { clock, log, resolve, version: '0', allowed: list, ownPorts: () => ownPorts };
  const { rules, sender } = createReceivers(deps);
  onTestFinished(() => sender.close());
  return { rules, send: (url: string) => sender.send({ url, headers: {}, body: '{}' }) };
}

const atCanary = (hosts: readonly string[]) => hosts.map((host) => `https://${host}:${canary.port}/hook`);

const REFUSED = [...atCanary([...OWN_HOSTS, ...EMBEDDED_OWN_HOSTS]), ...REFUSED_BY_RANGE, ...REFUSED_URLS];

/** Names that look public but resolve to the local network. */
const NEEDS_LOOKUP = /\.(?:example|nip\.io)$/;

describe('a URL that leads into the local network or is invalid', () => {
  it('cannot be subscribed in any spelling; a name is accepted, so that the answer does not reveal where it leads', async () => {
    const { rules } = openReceivers(resolveCorpusName);
    const taken: string[] = [];
    for (const url of REFUSED) {
      const verdict = await rules.checkUrl(url);
      if (verdict.ok && !NEEDS_LOOKUP.test(new URL(verdict.url).hostname)) taken.push(url);
    }
    expect(taken).toEqual([]);
  });

  it('gets no message even if it was subscribed', async () => {
    const { send } = openReceivers(resolveCorpusName);
    const urls = pickBySize({ quick: atCanary(OWN_HOSTS), full: REFUSED });
    const others: string[] = [];
    for (const url of urls) {
      const { failure } = await send(url);
      if (failure !== 'address_refused') others.push(`${url}: ${failure}`);
    }
    expect(others).toEqual([]);
  });
});

describe('a URL that leads elsewhere', () => {
  it('can be subscribed, and is stored in its canonical form', async () => {
    const { rules } = openReceivers(resolveCorpusName);
    for (const [url, canonical] of [
      ...ACCEPTED_BY_RANGE.map((range) => [range, new URL(range).href] as const),
      ...ACCEPTED_URLS,
    ]) {
      expect(await rules.checkUrl(url), url).toEqual({ ok: true, url: canonical });
      expect(await rules.checkUrl(canonical), canonical).toEqual({ ok: true, url: canonical });
    }
  });
});

const PUBLIC = ['93.184.216.34', '2606:4700::1111'];

/** Addresses of this computer as a resolver may write them. */
const OWN_ADDRESSES = '127.0.0.1|127.9.9.9|0.0.0.0|::1|::|0:0:0:0:0:0:0:1|::ffff:127.0.0.1|::FFFF:7f00:1'.split('|');

const OTHER_ADDRESSES = (
  '::127.0.0.1|64:ff9b::7f00:1|2002:7f00:1::|10.0.0.5|172.16.0.1|192.168.1.1|169.254.169.254|100.64.0.1|fd00::1|' +
  'fe80::1%lo|fec0::1|not an address'
).split('|');

describe('a name that resolves elsewhere after it was subscribed', () => {
  const url = `https://rebinding.example:${canary.port}/hook`;
  let answers: readonly string[] = [];
  const resolve = async () => answers;
  const list = [allowed('rebinding.example', GOOD, null)];

  it.each(pickBySize({ quick: OWN_ADDRESSES, full: [...OWN_ADDRESSES, ...OTHER_ADDRESSES] }))(
    'is not connected to while one of its addresses is %s, before and after good connections',
    async (bad) => {
      const { rules, send } = openReceivers(resolve, list);
      const goodBefore = canary.visits.good;
      answers = PUBLIC;
      expect(await rules.checkUrl(url)).toMatchObject({ ok: true });
      const rounds = [[bad], [GOOD], [GOOD, bad], [bad, GOOD], [GOOD, GOOD, bad, GOOD], [GOOD, bad, '::1'], [GOOD]];
      for (answers of rounds) {
        const isGood = answers.every((address) => address === GOOD);
        expect((await send(url)).failure, String(answers)).toBe(isGood ? 'connection' : 'address_refused');
      }
      expect(canary.visits.good - goodBefore).toBe(2);
    },
  );

  it('is connected to at exactly the checked addresses, even if the name server returns others by then', async () => {
    const given = [[GOOD], ['127.0.0.1'], ['127.0.0.1']];
    const { send } = openReceivers(async () => given.shift() ?? [], list);
    const goodBefore = canary.visits.good;
    expect((await send(url)).failure).toBe('connection');
    expect(canary.visits.good - goodBefore).toBe(1);
  });
});

describe('a receiver that redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %i is not followed, wherever it leads', async (status) => {
    const { port } = canary;
    const targets = [
      ...['/elsewhere', `https://localhost:${port}/`, `https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`],
      ...[`//127.0.0.1:${port}/`, `https://[::1]:${port}/`, `https://user:secret@127.0.0.1:${port}/`],
    ];
    let location = '';
    const receiver = await startHttpsReceiver({ answer: () => ({ status, headers: { location } }) });
    onTestFinished(receiver.close);
    const { send } = openReceivers(async () => ['127.0.0.1'], [allowed('localhost', '127.0.0.1', receiver.ca)]);
    for (location of targets) expect(await send(receiver.url), location).toMatchObject({ status });
    expect(receiver.requests).toHaveLength(targets.length);
  });
});

describe('the port of the program itself', () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const inNetwork = own.filter(({ internal, family }) => !internal && family === 'IPv4').slice(0, 1);
  const names = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '127.8.8.8',
    ...inNetwork.map((one) => one.address),
  ];
  const everything = (host: string): readonly Allowed[] => [
    { host, cidr: '0.0.0.0/0', ca: null },
    { host, cidr: '::/0', ca: null },
  ];

  it.each(names)('is not a receiver by a name for %s, even if the operator allowed everything', async (address) => {
    const { send } = openReceivers(async () => [address], everything('own-name.example'), [4870, canary.port]);
    expect(await send(`https://own-name.example:${canary.port}/`)).toMatchObject({ failure: 'address_refused' });
  });

  it.each(['127.0.0.1', '127.1', '0x7f000001', '0.0.0.0', '[::1]', '[::]'])(
    'is not a receiver as %s, even if the operator allowed everything',
    async (literal) => {
      const url = `https://${literal}:${canary.port}/`;
      const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
      const { rules, send } = openReceivers(async () => [], everything(host), [4870, canary.port]);
      expect(await rules.checkUrl(url)).toMatchObject({ ok: false });
      expect(await send(url)).toMatchObject({ failure: 'address_refused' });
    },
  );
});

describe('a receiver whose certificate is wrong', async () => {
  it.each(await wrongCertificates('localhost'))(
    'gets no message: it is $name, and the switch of Node is "$tlsSwitch"',
    async ({ certificate, isTrusted, tlsSwitch }) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', tlsSwitch);
      onTestFinished(() => void vi.unstubAllEnvs());
      const receiver = await startHttpsReceiver({ certificate });
      onTestFinished(receiver.close);
      const list = [allowed('localhost', '127.0.0.1', isTrusted ? certificate.cert : null)];
      const { send } = openReceivers(async () => ['127.0.0.1'], list);
      expect(await send(receiver.url)).toMatchObject({ failure: 'certificate' });
      expect(receiver.requests).toEqual([]);
    },
  );
});

describe('a proxy in the environment', () => {
  it('is not connected to', async () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) {
      vi.stubEnv(name, `http://127.0.0.1:${canary.port}`);
    }
    const reset = setGlobalProxyFromEnv();
    onTestFinished(() => {
      reset();
      vi.unstubAllEnvs();
    });
    const receiver = await startHttpsReceiver();
    onTestFinished(receiver.close);
    const { send } = openReceivers(async () => ['127.0.0.1'], [allowed('localhost', '127.0.0.1', receiver.ca)]);
    expect(await send(receiver.url)).toMatchObject({ status: 204 });
    expect(receiver.requests).toHaveLength(1);
  });
});
