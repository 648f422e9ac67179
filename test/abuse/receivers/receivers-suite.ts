import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import type { ResolveAddresses } from '../../../electron/webhooks/address-lookup.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { withAndWithoutTlsSwitch, wrongCertificates } from '../harness/wrong-certificates.ts';
import { RECEIVERS_MUTANTS } from './mutants.ts';
import {
  ACCEPTED_BY_RANGE,
  ACCEPTED_URLS,
  EMBEDDED_OWN_HOSTS,
  OWN_HOSTS,
  REFUSED_BY_RANGE,
  REFUSED_URLS,
  resolveCorpusName,
} from './receiver-urls.ts';

const WRONG = 'wrong verdicts';

const REFUSED = 'good receivers refused';

const VISITS = 'visits to canaries';

/** The cases determine how many of the good visits a right product pays. */
const MISSED = 'good connections missed';

export const receiversSuite: AbuseSuite = {
  name: 'receivers',
  title: 'webhooks that lead into the own network: by spelling, name server, redirect, certificate and proxy',
  counts: [
    { name: 'URLs', least: 300 },
    { name: 'rebindings', least: 200 },
    { name: 'redirects', least: 50 },
    { name: 'ways to the own port', least: 11 },
    { name: 'certificates', least: 6 },
    { name: 'environments', least: 2 },
  ],
  breaches: [WRONG, REFUSED, VISITS, MISSED],
  mutants: RECEIVERS_MUTANTS,

  async run(run) {
    const canary = await startCanary();
    const proxy = await startCanary();
    await attackWithUrls(run, canary);
    await attackWithRebinding(run, canary);
    await attackWithRedirects(run, canary);
    await attackOwnPorts(run, canary);
    await attackWithCertificates(run);
    await attackWithEnvironment(run, proxy);
    run.breach(VISITS, 'addresses of this computer were connected to', canary.hits());
    // The control goes there once, by its own environment.
    run.breach(VISITS, 'the proxy of the environment was connected to', Math.max(0, proxy.hits() - 1));
    await canary.close();
    await proxy.close();
  },
};

/** The one address of this computer at which a visit is no harm: tests allow it. */
const GOOD = '127.0.0.2';

/** Listens on this computer, in every family and on every address of it, and counts who comes. */
type Canary = Awaited<ReturnType<typeof startCanary>>;

async function startCanary() {
  let hits = 0;
  let allowedVisits = 0;
  const server = createServer((socket) => {
    if (socket.localAddress?.endsWith(GOOD)) allowedVisits += 1;
    else hits += 1;
    socket.on('error', () => socket.destroy());
    socket.destroy();
  });
  server.listen(0, '::');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hits: () => hits,
    /** Those who came to the allowed address; they are no hits. */
    allowedVisits: () => allowedVisits,
    close: () => promisify(server.close.bind(server))(),
  };
}

type Allowed = Parameters<typeof createReceivers>[0]['allowed'][number];

const allowed = (host: string, address: string, ca: string | null): Allowed => ({
  ...{ host, ca },
  range: { first: address, prefixBits: 32, family: 'ipv4' },
});

/** Rules and sender of the product; `send` answers why a message was not taken. */
function openReceivers(resolve: ResolveAddresses, list: readonly Allowed[] = [], ownPorts: readonly number[] = []) {
  const { log } = createLogRecorder();
  const deps = { clock, log, resolve, version: '0', allowed: list, ownPorts: () => ownPorts };
  const { rules, sender } = createReceivers(deps);
  const send = (url: string) => sender.send({ url, headers: {}, body: '{}' });
  return { rules, send, close: sender.close };
}

/** Names that look public, and lead to the own network all the same. */
const NEEDS_LOOKUP = /\.(?:example|nip\.io)$/;

/**
 * Subscribes the whole corpus, and sends to what has to be refused: to all of it, or, with a mutant that may really
 * connect, to what leads to this computer alone.
 */
async function attackWithUrls(run: SuiteRun, canary: Canary): Promise<void> {
  const { rules, send, close } = openReceivers(resolveCorpusName);
  const urlsOf = (hosts: readonly string[]) => hosts.map((host) => `https://${host}:${canary.port}/hook`);
  const own = urlsOf(OWN_HOSTS);
  const refused = [...own, ...urlsOf(EMBEDDED_OWN_HOSTS), ...REFUSED_BY_RANGE, ...REFUSED_URLS];
  for (const url of refused) {
    // Of a name the answer must not show where it leads: it is refused at the connection.
    const verdict = await rules.checkUrl(url);
    if (verdict.ok && !NEEDS_LOOKUP.test(new URL(verdict.url).hostname)) run.breach(WRONG, `${url} can be subscribed`);
  }
  for (const url of run.size === 'full' ? refused : own) {
    const { failure } = await send(url);
    if (failure !== 'address_refused') run.breach(WRONG, `${url} was sent to: ${failure}`);
  }
  const accepted = [...ACCEPTED_BY_RANGE.map((url) => [url, new URL(url).href] as const), ...ACCEPTED_URLS];
  for (const [url, canonical] of accepted) {
    const verdict = await rules.checkUrl(url);
    if (!verdict.ok) run.breach(REFUSED, `${url}: ${verdict.reason}`);
    else if (verdict.url !== canonical) run.breach(WRONG, `${url} gives ${verdict.url}`);
    const again = await rules.checkUrl(canonical);
    if (!again.ok || again.url !== canonical) run.breach(WRONG, `${canonical} is not its own canonical form`);
  }
  close();
  run.count('URLs', refused.length + accepted.length);
}

/** How a name changes between the subscription and the connections. */
interface RebindingCase {
  readonly name: string;
  /** Null: it does not resolve. */
  readonly atSubscription: readonly string[] | null;
  /** One for each connection; those with a bad address have to be refused. */
  readonly atConnections: readonly (readonly string[])[];
}

const PUBLIC = ['93.184.216.34'];

const PUBLIC_BOTH = ['93.184.216.34', '2606:4700::1111'];

/** What leads to this computer, written as a resolver may. */
const OWN_ADDRESSES = '127.0.0.1|127.9.9.9|0.0.0.0|::1|::|0:0:0:0:0:0:0:1|::ffff:127.0.0.1|::FFFF:7f00:1'.split('|');

const OTHER_ADDRESSES = (
  '::127.0.0.1|64:ff9b::7f00:1|2002:7f00:1::|10.0.0.5|172.16.0.1|192.168.1.1|169.254.169.254|100.64.0.1|fd00::1|' +
  'fe80::1%lo|fec0::1|not an address'
).split('|');

function casesOf(bad: string): readonly RebindingCase[] {
  const later = (name: string, ...atConnections: readonly (readonly string[])[]): RebindingCase => ({
    name: `${name}: ${bad}`,
    atSubscription: PUBLIC,
    atConnections,
  });
  return [
    later('changed after the subscription', [bad]),
    later('bad beside good', [GOOD, bad]),
    later('good beside bad', [bad, GOOD]),
    later('bad among many', [GOOD, GOOD, bad, GOOD]),
    later('bad of the other family too', [GOOD, bad, '::1']),
    later('changed after a good connection', [GOOD], [bad]),
    later('changing at each lookup', [bad], [GOOD], [bad], [GOOD, bad]),
    { ...later('did not resolve before', [bad]), atSubscription: null },
    { ...later('both families before', [bad, bad]), atSubscription: PUBLIC_BOTH },
    { ...later('bad at once', [bad]), atSubscription: [...PUBLIC_BOTH, bad] },
  ];
}

const FLIPPING = 5;

/**
 * Subscribes a name, and sends to it while its resolver answers as in the case. In the end it answers another address
 * each time it is asked: a sender that asks twice for one connection goes where nothing was checked.
 */
async function attackWithRebinding(run: SuiteRun, canary: Canary): Promise<void> {
  // A mutant may really connect: it is led no further than this computer.
  const addresses = run.size === 'full' ? [...OWN_ADDRESSES, ...OTHER_ADDRESSES] : OWN_ADDRESSES;
  const cases = addresses.flatMap(casesOf);
  const visitsBefore = canary.allowedVisits();
  let answers: readonly string[] | null = null;
  let next: readonly string[] | null = null;
  const resolve = async () => {
    const given = answers;
    answers = next ?? answers;
    if (given === null) throw new Error('the name does not resolve');
    return given;
  };
  const { rules, send, close } = openReceivers(resolve, [allowed('rebinding.example', GOOD, null)]);
  const url = `https://rebinding.example:${canary.port}/hook`;
  for (const { name, atSubscription, atConnections } of cases) {
    answers = atSubscription;
    if (!(await rules.checkUrl(url)).ok) run.breach(WRONG, `${name}: the answer shows what it resolves to`);
    for (answers of atConnections) {
      const isGood = answers.every((address) => address === GOOD);
      const { failure } = await send(url);
      if (failure !== (isGood ? 'connection' : 'address_refused')) run.breach(WRONG, `${name}: ${failure}`);
    }
  }
  // Leads to this computer, but not to where it is allowed.
  next = ['127.0.0.1'];
  for (let tried = 0; tried < FLIPPING; tried += 1) {
    answers = [GOOD];
    const { failure } = await send(url);
    if (failure !== 'connection') run.breach(WRONG, `an address that changes at each lookup: ${failure}`);
  }
  close();
  run.count('rebindings', cases.length + FLIPPING);
  const missed = FLIPPING + cases.length / 5 - (canary.allowedVisits() - visitsBefore);
  run.breach(MISSED, 'a name that leads where it may was not connected to', Math.max(0, missed));
}

/** A receiver that was allowed sends elsewhere: nothing may arrive there, and nothing twice at the receiver. */
async function attackWithRedirects(run: SuiteRun, { port }: Canary): Promise<void> {
  const targets = [
    ...['/elsewhere', `https://localhost:${port}/`, `https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`],
    ...[`//127.0.0.1:${port}/`, `https://[::1]:${port}/`, `https://[::ffff:127.0.0.1]:${port}/`],
    ...[`https://2130706433:${port}/`, `https://user:secret@127.0.0.1:${port}/`, 'file:///etc/passwd'],
  ];
  const redirects = [301, 302, 303, 307, 308].flatMap((status) => targets.map((location) => ({ status, location })));
  let next = redirects[0];
  const receiver = await startHttpsReceiver({
    answer: () => ({ status: next?.status ?? 500, headers: { location: next?.location ?? '' } }),
  });
  const { send, close } = openReceivers(async () => ['127.0.0.1'], [allowed('localhost', '127.0.0.1', receiver.ca)]);
  for (next of redirects) {
    const before = receiver.requests.length;
    const { status } = await send(receiver.url);
    if (status !== next.status) run.breach(WRONG, `${next.status} to ${next.location}: ${status}`);
    if (receiver.requests.length !== before + 1) {
      run.breach(WRONG, `${next.status} to ${next.location} was followed`);
    }
  }
  close();
  await receiver.close();
  run.count('redirects', redirects.length);
}

/** Spellings of this computer that the operator allowed by mistake, with its own address in the network. */
const HOSTS = [
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
  ['own-name.example', '::ffff:127.0.0.1'],
  ['own-name.example', '0.0.0.0'],
  ['own-name.example', '127.8.8.8'],
  ...['127.0.0.1', '127.1', '0x7f000001', '0.0.0.0', '[::1]', '[::]'].map((literal) => [literal, ''] as const),
] as const;

/** Everything is allowed by the operator, and the program itself listens where the canary does. */
async function attackOwnPorts(run: SuiteRun, { port }: Canary): Promise<void> {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const inNetwork = own.filter(({ internal, family }) => !internal && family === 'IPv4').slice(0, 1);
  const further = run.size === 'full' ? inNetwork.map(({ address }) => ['own-name.example', address] as const) : [];
  for (const [name, address] of [...HOSTS, ...further]) {
    const url = `https://${name}:${port}/`;
    const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    const everything: readonly Allowed[] = [
      { host, range: { first: '0.0.0.0', prefixBits: 0, family: 'ipv4' }, ca: null },
      { host, range: { first: '::', prefixBits: 0, family: 'ipv6' }, ca: null },
    ];
    const { rules, send, close } = openReceivers(async () => [address], everything, [4870, port]);
    const isLiteral = address === '';
    if (isLiteral && (await rules.checkUrl(url)).ok) run.breach(WRONG, `${url} can be subscribed`);
    const { failure } = await send(url);
    if (failure !== 'address_refused') run.breach(WRONG, `${url} (${address}) was sent to: ${failure}`);
    close();
  }
  run.count('ways to the own port', HOSTS.length + further.length);
}

/** Certificates that are wrong, with and without the variable of the environment that lets Node take them. */
async function attackWithCertificates(run: SuiteRun): Promise<void> {
  for (const { name, certificate, isTrusted } of await wrongCertificates('localhost')) {
    const receiver = await startHttpsReceiver({ certificate });
    const list = [allowed('localhost', '127.0.0.1', isTrusted ? certificate.cert : null)];
    const { send, close } = openReceivers(async () => ['127.0.0.1'], list);
    await withAndWithoutTlsSwitch(async (value) => {
      const { failure } = await send(receiver.url);
      if (failure !== 'certificate') run.breach(WRONG, `${name} with ${value}: ${failure}`);
      run.count('certificates');
    });
    if (receiver.requests.length > 0) run.breach(WRONG, `${name}: a message arrived`);
    close();
    await receiver.close();
  }
}

const SEND_ONCE = fileURLToPath(new URL('send-once.ts', import.meta.url));

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * An environment that names a proxy and takes every certificate: ours sends as ever, and the control, which Node sends
 * by itself, is led astray.
 */
async function attackWithEnvironment({ folder, ...run }: SuiteRun, proxy: Canary): Promise<void> {
  const receiver = await startHttpsReceiver();
  const right = join(folder, 'right.pem');
  const other = join(folder, 'other.pem');
  writeFileSync(right, receiver.ca);
  writeFileSync(other, (await makeCertificate({ names: ['localhost'] })).cert);
  const at = `http://127.0.0.1:${proxy.port}`;
  const proxied = { ...Object.fromEntries(PROXIES.map((name) => [name, at])), NODE_USE_ENV_PROXY: '1' };
  const untrusting = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const [sent, unsent, led, taken] = await Promise.all([
    sendOnce(['ours', receiver.url, right], proxied),
    sendOnce(['ours', receiver.url, other], untrusting),
    sendOnce(['plain', receiver.url], proxied),
    sendOnce(['plain', receiver.url], untrusting),
  ]);
  await receiver.close();
  if (sent.status !== 204) run.breach(WRONG, `with a proxy in the environment ours ends in ${JSON.stringify(sent)}`);
  if (unsent.failure !== 'certificate') run.breach(WRONG, `a foreign certificate gives ${JSON.stringify(unsent)}`);
  // Without these the attack would show nothing.
  if (led.status !== null) throw new Error('Node itself did not go to the proxy');
  if (taken.status !== 204) throw new Error('Node itself did not take every certificate');
  run.count('environments', 2);
}

async function sendOnce(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly status: number | null; readonly failure?: string | null }> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [SEND_ONCE, ...args], { env });
  return JSON.parse(stdout);
}
