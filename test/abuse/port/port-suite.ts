import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text as textOf } from 'node:stream/consumers';
import { openPorts, PAGE_FLAG, type Ports } from '../../security/support/ports/open-ports.ts';
import { exchangeBytes, type WireAnswer } from '../../security/support/strict-wire.ts';
import { CALLER, CREDENTIALS } from '../../support/shop-fixture.ts';
import { sideBySide } from '../harness/side-by-side.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { attackByBrowser } from './browser-attack.ts';
import { MUTANTS } from './mutants.ts';
import {
  BREACHES,
  COUNTS,
  hostProbes,
  noiseProbes,
  originProbes,
  PORT_NAMES,
  type PortName,
  requestBytes,
  routeProbes,
  siteProbes,
  type Target,
  targetOn,
  tokenProbes,
  type WireProbe,
} from './wire-probes.ts';

export const portSuite: AbuseSuite = {
  name: 'port',
  title: 'web pages, rebound names and strangers ask both ports of the program',
  counts: [
    { name: COUNTS.requests, least: 3_300 },
    { name: COUNTS.good, least: 50 },
    { name: COUNTS.pages, least: 0 },
  ],
  breaches: Object.values(BREACHES),
  mutants: MUTANTS,

  async run(run) {
    const { close, ...ports } = await openPorts(run.folder);
    const { api, ui } = ports;
    run.keepSecret('password', CREDENTIALS.owner.password);
    for (const token of [api.token, ui.cookie.split('=')[1] ?? '', ui.pageCall]) run.keepSecret('token', token);
    try {
      for (const [step, probesOn] of FAMILIES) {
        const probes = probesOn(ports).filter((_, at) => run.size !== 'short' || at % step === 0);
        await sendProbes(run, ports, probes);
      }
      await makeGoodCalls(run, ports);
      const isClosed = await tryOtherAddresses(run, ports);
      // It takes longer than the whole of a short run, and needs an address of its own at the numbers of the ports.
      if (run.size !== 'short' && isClosed) await attackByBrowser(run, ports);
    } finally {
      await close();
    }
  },
};

/**
 * A short run takes every n-th: a number that has no divisor in common with the lengths of the lists that the probes are
 * made from, so that it comes by each item of each list.
 */
const FAMILIES: readonly (readonly [step: number, probesOn: (ports: Ports) => readonly WireProbe[]])[] = [
  [4, hostProbes],
  [4, originProbes],
  [11, siteProbes],
  [5, routeProbes],
  [5, tokenProbes],
  [1, noiseProbes],
];

const AT_ONCE = 16;

/** Sends each probe over a connection of its own and reports every handler that ran and byte that came. */
async function sendProbes(run: SuiteRun, ports: Ports, probes: readonly WireProbe[]): Promise<void> {
  const { open = [], closed = [] } = Object.groupBy(probes, ({ fate }) => (fate === 'any' ? 'open' : 'closed'));
  await sideBySide(open, AT_ONCE, (probe) => send(run, ports, probe));
  const before = { api: ports.api.runs.length, ui: ports.ui.runs.length };
  await sideBySide(closed, AT_ONCE, (probe) => send(run, ports, probe));
  for (const port of PORT_NAMES) {
    for (const ran of ports[port].runs.slice(before[port])) run.breach(BREACHES.runs, `${port}: ${ran}`);
  }
}

async function send(run: SuiteRun, ports: Ports, probe: WireProbe): Promise<void> {
  const { port, what, bytes, fate } = probe;
  const answers = await exchangeBytes(ports[port].port, Buffer.from(bytes, 'latin1'), 'wait');
  run.count(COUNTS.requests);
  if (answers.length === 0 && fate !== 'closed') run.breach(BREACHES.status, `${what}: no answer`);
  for (const answer of answers) {
    const leaked = leakedBytes(probe, answer);
    run.breach(BREACHES.leaks, `${what}: ${leaked} bytes`, leaked);
    const wrong = wrongStatus(probe, answer);
    if (wrong !== null) run.breach(BREACHES.status, `${what}: ${wrong}`);
    for (const fault of headerFaults(port, answer)) {
      run.breach(BREACHES.headers, `${what}: ${fault} (${answer.status})`);
    }
    // Signing in is the one thing whose answer is a secret.
    if (fate !== 'any') run.hear(what, answer.text);
  }
}

/** What of the shop, or of the window, no refusal may hold. */
const MARKS = ['Utrecht', CALLER.owner.name, CREDENTIALS.owner.email, PAGE_FLAG];

/** Bytes of an answer that should have held none. */
function leakedBytes({ fate }: WireProbe, { status, text }: WireAnswer): number {
  if (fate === 'any') return 0;
  const isLeak = (status >= 200 && status < 400) || MARKS.some((mark) => text.includes(mark));
  return isLeak ? Math.max(1, Buffer.byteLength(text)) : 0;
}

/** Why an answer is another than the one that was due; null where it is not. */
function wrongStatus({ fate, port }: WireProbe, { status, text }: WireAnswer): string | null {
  if (fate === 'unauthorised') {
    if (status !== 401) return `${status} instead of 401`;
    // The answer to HEAD has no body.
    return port === 'api' && text !== '' && !text.includes('"hint"') ? '401 without a hint' : null;
  }
  if (fate === 'forbidden') return status === 403 ? null : `${status} instead of 403`;
  if (fate === 'any') return status < 500 || status === 501 ? null : `${status}`;
  // 501: a method that nobody knows.
  const isRefusal = (status >= 400 && status < 500) || status === 501;
  return isRefusal ? null : `${status} instead of a refusal`;
}

const CLOSED = ["default-src 'none'", "frame-ancestors 'none'"];

/** The headers of an answer that are missing, or must not be there. */
function headerFaults(port: PortName, { status, headers, text }: WireAnswer): readonly string[] {
  const value = (name: string) => headers.get(name) ?? '';
  const policy = value('content-security-policy').split('; ');
  const isPage = policy.includes("script-src 'self'") || policy.some((rule) => rule.startsWith('style-src'));
  const isAsset = port === 'ui' && status === 200 && value('content-type').startsWith('text/javascript');
  // The documentation, in which nothing is of a shop.
  const isDocumentation = port === 'api' && value('cache-control') === 'no-cache' && headers.has('etag');
  const faults: readonly (readonly [string, boolean])[] = [
    ['it may be kept in a cache', value('cache-control') !== 'no-store' && !isAsset && !isDocumentation],
    ['it may be sniffed', value('x-content-type-options') !== 'nosniff'],
    ['it has no closed policy', !CLOSED.every((rule) => policy.includes(rule))],
    ['its policy has no sandbox', !isPage && !policy.includes('sandbox')],
    ['it may be embedded', value('cross-origin-resource-policy') !== 'same-origin'],
    ['it has no id', port === 'api' && value('x-request-id') === ''],
    ['its character set is missing', text !== '' && !/charset=utf-8|svg/.test(value('content-type'))],
    ['it gives a permission to others', [...headers.keys()].some((name) => name.startsWith('access-control-'))],
    ['it sets a cookie', headers.has('set-cookie')],
  ];
  return faults.filter(([, isFault]) => isFault).map(([fault]) => fault);
}

const CALLS_OF_A_CONNECTION = 5;

/** Where they connect to. The name of the window is found by browsers alone. */
const ADDRESSES = { api: ['127.0.0.1', 'localhost'], ui: ['127.0.0.1', '[::1]'] } as const;

/** Under which names; `NAME` is the host name of the port. */
const OWN_NAMES = { api: ['NAME', 'localhost'], ui: ['NAME'] } as const;

/** As curl, a script or a browser's own page would send them. */
const FURTHER: readonly (readonly string[])[] = [
  [],
  ['User-Agent: curl/8.5.0', 'Accept: */*'],
  ['Origin: http://HOST'],
  ['Origin: http://HOST', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty'],
  ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
  ['Accept-Language: nl-NL', 'X-Forwarded-For: 10.0.0.1'],
];

/** The clients that the ports are there for, none of which may be turned away. */
async function makeGoodCalls(run: SuiteRun, ports: Ports): Promise<void> {
  const judge = (what: string, status: number | undefined) => {
    run.count(COUNTS.good);
    if (status !== 200) run.breach(BREACHES.refused, `${what}: ${status ?? 'no answer'}`);
  };
  for (const name of PORT_NAMES) {
    const target = targetOn(ports, name, 'read');
    const { port } = ports[name];
    for (const own of OWN_NAMES[name]) {
      const host = `${own.replace('NAME', target.hostName)}:${port}`;
      for (const further of FURTHER) {
        const lines = further.map((line) => line.replace('HOST', host));
        const bytes = Buffer.from(requestBytes(target, [`Host: ${host}`], lines));
        const [answer] = await exchangeBytes(port, bytes, 'wait');
        judge(`${host} of ${name} with ${lines.join(', ')}`, answer?.status);
      }
    }
    const last = requestBytes(target, [`Host: ${target.hostName}:${port}`]);
    const first = last.replace('Connection: close\r\n', '').repeat(CALLS_OF_A_CONNECTION - 1);
    const answers = await exchangeBytes(port, Buffer.from(first + last), 'wait');
    for (let at = 0; at < CALLS_OF_A_CONNECTION; at += 1) {
      judge(`pipelined call ${at} of ${name}`, answers[at]?.status);
    }
    for (const address of ADDRESSES[name]) {
      const origin = `http://${address}:${port}`;
      // A fetch of Node names the host itself, and finds that of the window under no address.
      if (name === 'api') judge(`fetch of ${origin}`, await statusOfFetch(origin, target));
      for (const [at, status] of (await statusesOfConnection(origin, target)).entries()) {
        judge(`call ${at} of one connection to ${origin}`, status);
      }
    }
  }
}

async function statusOfFetch(origin: string, target: Target): Promise<number> {
  const { method, path } = target;
  const answer = await fetch(`${origin}${path}`, { method, headers: headersOf(target, origin) });
  await answer.arrayBuffer();
  return answer.status;
}

async function statusesOfConnection(origin: string, target: Target) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { method, path } = target;
  const statuses: (number | undefined)[] = [];
  while (statuses.length < CALLS_OF_A_CONNECTION) {
    const sent = request(`${origin}${path}`, { method, agent, headers: headersOf(target, origin) }).end();
    const [message] = await once(sent, 'response');
    await textOf(message);
    statuses.push(message.statusCode);
  }
  agent.destroy();
  return statuses;
}

function headersOf({ hostName, headers }: Target, origin: string): Record<string, string> {
  const host = hostName === '127.0.0.1' ? {} : { host: `${hostName}:${new URL(origin).port}` };
  return { ...host, ...Object.fromEntries(headers.map((line) => line.split(': ', 2))) };
}

/**
 * Nobody may be able to connect to the API but by 127.0.0.1, nor to the window but by that and ::1. Answers whether so.
 */
async function tryOtherAddresses(run: SuiteRun, ports: Ports): Promise<boolean> {
  const open: string[] = [];
  for (const name of PORT_NAMES) {
    const { port, app } = ports[name];
    for (const host of otherAddresses(name)) if (await canConnect(host, port)) open.push(`${name} at ${host}`);
    const address = app.server.address();
    if (address === null || typeof address === 'string' || address.address !== '127.0.0.1') {
      open.push(`${name} listens on ${JSON.stringify(address)}`);
    }
  }
  for (const sentence of open) run.breach(BREACHES.listening, sentence);
  return open.length === 0;
}

/** Those of the computer in its networks, and the further ones of loopback. */
function otherAddresses(port: PortName): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const outer = own.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  // The window takes ::1, so that nobody else has it.
  const further = port === 'ui' ? ['127.0.0.2', '127.1.2.3'] : ['::1', '127.0.0.2', '127.1.2.3'];
  return [...further, ...outer.map(({ address }) => address)];
}

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Refused, which is what is wanted, or no such address here.
    return false;
  } finally {
    socket.destroy();
  }
}
