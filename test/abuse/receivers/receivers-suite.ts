import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../../electron/base/clock.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import type { AttackReport } from '../../security/support/receivers/attack-report.ts';
import {
  ALLOWED_ADDRESS,
  type Canary,
  ALLOWED_ADDRESS as GOOD,
  startCanary,
} from '../../security/support/receivers/canary.ts';
import { attackWithCertificates } from '../../security/support/receivers/untrusted-attack.ts';
import { attackWithUrls } from '../../security/support/receivers/url-attack.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { RECEIVERS_SABOTAGES } from './sabotages.ts';

const WRONG = 'wrong verdicts';

const REFUSED = 'good receivers refused';

const VISITS = 'visits to canaries';

/** How many of the good visits a right product pays is known by the cases. */
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
  sabotages: RECEIVERS_SABOTAGES,

  async run(run) {
    const canary = await startCanary();
    const proxy = await startCanary();
    // A sabotaged product may really connect: it is led no further than this computer.
    const isFull = run.size === 'full';
    report(run, 'URLs', await attackWithUrls(canary, isFull ? 'all' : 'own'));
    await rebind(run, canary, isFull);
    report(run, 'redirects', await attackWithRedirects(canary));
    report(run, 'ways to the own port', await attackOwnPorts(canary, isFull ? networkAddress() : null));
    report(run, 'certificates', await attackWithCertificates());
    report(run, 'environments', await attackWithEnvironment(proxy, run.folder));
    run.breach(VISITS, 'addresses of this computer were connected to', canary.hits());
    // The control goes there once, by its own environment.
    run.breach(VISITS, 'the proxy of the environment was connected to', Math.max(0, proxy.hits() - 1));
    await canary.close();
    await proxy.close();
  },
};

async function rebind(run: SuiteRun, canary: Canary, isFull: boolean): Promise<void> {
  const cases = isFull ? REBINDINGS : OWN_REBINDINGS;
  const before = canary.allowedVisits();
  const attack = await attackWithRebinding(canary, cases);
  report(run, 'rebindings', attack);
  const goodVisits = attack.tried - cases.length + cases.length / 5;
  const missed = goodVisits - (canary.allowedVisits() - before);
  run.breach(MISSED, 'a name that leads where it may was not connected to', Math.max(0, missed));
}

function report(run: SuiteRun, name: string, { tried, wrong, refusedGood }: AttackReport): void {
  run.count(name, tried);
  for (const sentence of wrong) run.breach(WRONG, sentence);
  for (const sentence of refusedGood) run.breach(REFUSED, sentence);
}

/** Of this computer, as others know it; null where it has none. */
function networkAddress(): string | null {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;
}

const SEND_ONCE = fileURLToPath(new URL('send-once.ts', import.meta.url));

const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * An environment that names a proxy and takes every certificate: ours sends as ever, and the control, which Node sends
 * by itself, is led astray.
 */
async function attackWithEnvironment(proxy: Canary, folder: string): Promise<AttackReport> {
  const receiver = await startHttpsReceiver();
  const right = fileIn(folder, 'right.pem', receiver.ca);
  const other = fileIn(folder, 'other.pem', (await makeCertificate({ names: ['localhost'] })).cert);
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
  const wrong: string[] = [];
  if (sent.status !== 204) wrong.push(`with a proxy in the environment ours ends in ${JSON.stringify(sent)}`);
  if (unsent.failure !== 'certificate') wrong.push(`a certificate of somebody else gives ${JSON.stringify(unsent)}`);
  // Without these the attack would show nothing.
  if (led.status !== null) throw new Error('Node itself did not go to the proxy');
  if (taken.status !== 204) throw new Error('Node itself did not take every certificate');
  return { tried: 2, wrong, refusedGood: [] };
}

function fileIn(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

interface Sent {
  readonly status: number | null;
  readonly failure?: string | null;
}

async function sendOnce(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Sent> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [SEND_ONCE, ...args], { env });
  return JSON.parse(stdout);
}

/** Spellings of this computer that the operator allowed by mistake, with its own address in the network. */
const HOSTS = [
  ['localhost', '127.0.0.1'],
  ['localhost', '::1'],
  ['own-name.example', '::ffff:127.0.0.1'],
  ['own-name.example', '0.0.0.0'],
  ['own-name.example', '127.8.8.8'],
  ['127.0.0.1', ''],
  ['127.1', ''],
  ['0x7f000001', ''],
  ['0.0.0.0', ''],
  ['[::1]', ''],
  ['[::]', ''],
] as const;

/** Everything is allowed by the operator, and the program itself listens where the canary does. */
async function attackOwnPorts(canary: Canary, networkAddress: string | null): Promise<AttackReport> {
  const wrong: string[] = [];
  const hosts = networkAddress === null ? HOSTS : [...HOSTS, ['own-name.example', networkAddress] as const];
  for (const [host, address] of hosts) {
    const url = `https://${host}:${canary.port}/`;
    const name = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
    const { rules, sender } = createReceivers({
      allowed: [
        { host: name, range: { first: '0.0.0.0', prefixBits: 0, family: 'ipv4' }, ca: null },
        { host: name, range: { first: '::', prefixBits: 0, family: 'ipv6' }, ca: null },
      ],
      ownPorts: () => [4870, canary.port],
      clock: systemClock,
      version: '0',
      log: createLogRecorder().log,
      resolve: async () => [address],
    });
    const told = `${url} (${address})`;
    const isLiteral = address === '';
    if (isLiteral && (await rules.checkUrl(url)).ok) wrong.push(`${told} can be subscribed`);
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'address_refused') wrong.push(`${told} was sent to: ${failure}`);
    sender.close();
  }
  return { tried: hosts.length, wrong, refusedGood: [] };
}

const HOST = 'rebinding.example';

const FLIPPING = 5;

const ALLOWED = {
  host: HOST,
  range: { first: ALLOWED_ADDRESS, prefixBits: 32, family: 'ipv4' },
  ca: null,
} as const;

/** Leads to this computer, but not to where it is allowed. */
const BAD_ADDRESS = '127.0.0.1';

/**
 * Subscribes a name, and sends to it while its resolver answers as in the case. In the end it answers another address
 * each time it is asked: whoever asks twice for one connection goes where nothing was checked.
 */
async function attackWithRebinding(canary: Canary, cases: readonly RebindingCase[]): Promise<AttackReport> {
  const wrong: string[] = [];
  let answers: readonly string[] | null = null;
  let next: readonly string[] | null = null;
  const { rules, sender } = createReceivers({
    allowed: [ALLOWED],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    async resolve() {
      const given = answers;
      answers = next ?? answers;
      if (given === null) throw new Error('the name does not resolve');
      return given;
    },
  });
  const url = `https://${HOST}:${canary.port}/hook`;
  for (const { name, atSubscription, atConnections } of cases) {
    answers = atSubscription;
    if (!(await rules.checkUrl(url)).ok) wrong.push(`${name}: the answer tells what it resolves to`);
    for (answers of atConnections) {
      const isGood = answers.every((address) => address === ALLOWED_ADDRESS);
      const { failure } = await sender.send({ url, headers: {}, body: '{}' });
      if (failure !== (isGood ? 'connection' : 'address_refused')) wrong.push(`${name}: ${failure}`);
    }
  }
  next = [BAD_ADDRESS];
  for (let tried = 0; tried < FLIPPING; tried += 1) {
    answers = [ALLOWED_ADDRESS];
    const { failure } = await sender.send({ url, headers: {}, body: '{}' });
    if (failure !== 'connection') wrong.push(`an address that changes at each lookup: ${failure}`);
  }
  sender.close();
  return { tried: cases.length + FLIPPING, wrong, refusedGood: [] };
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
const OWN_ADDRESSES: readonly string[] = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::FFFF:7f00:1',
];

const OTHER_ADDRESSES: readonly string[] = [
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '10.0.0.5',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  'fd00::1',
  'fe80::1%lo',
  'fec0::1',
  'not an address',
];

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

const OWN_REBINDINGS = OWN_ADDRESSES.flatMap(casesOf);

const REBINDINGS = [...OWN_REBINDINGS, ...OTHER_ADDRESSES.flatMap(casesOf)];

const STATUSES = [301, 302, 303, 307, 308];

const targetsAt = (port: number): readonly string[] => [
  '/elsewhere',
  `https://localhost:${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `https://[::1]:${port}/`,
  `https://[::ffff:127.0.0.1]:${port}/`,
  `https://2130706433:${port}/`,
  `https://user:secret@127.0.0.1:${port}/`,
  'file:///etc/passwd',
];

/** A receiver that was allowed sends elsewhere: nothing may arrive there, and nothing twice at the receiver. */
async function attackWithRedirects(canary: Canary): Promise<AttackReport> {
  const wrong: string[] = [];
  const targets = targetsAt(canary.port);
  const redirects = STATUSES.flatMap((status) => targets.map((location) => ({ status, location })));
  let next = redirects[0];
  const receiver = await startHttpsReceiver({
    answer: () => ({ status: next?.status ?? 500, headers: { location: next?.location ?? '' } }),
  });
  const { sender } = createReceivers({
    allowed: [{ host: 'localhost', range: { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' }, ca: receiver.ca }],
    ownPorts: () => [],
    clock: systemClock,
    version: '0',
    log: createLogRecorder().log,
    resolve: async () => ['127.0.0.1'],
  });
  for (next of redirects) {
    const before = receiver.requests.length;
    const outcome = await sender.send({ url: receiver.url, headers: {}, body: '{}' });
    if (outcome.status !== next.status) wrong.push(`${next.status} to ${next.location}: ${outcome.status}`);
    if (receiver.requests.length !== before + 1) wrong.push(`${next.status} to ${next.location} was followed`);
  }
  sender.close();
  await receiver.close();
  return { tried: redirects.length, wrong, refusedGood: [] };
}
