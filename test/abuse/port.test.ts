import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Answer, parseAnswers } from '../support/http-exchange.ts';
import { CALLER, CREDENTIALS } from '../support/shop-fixture.ts';
import { openPerFile } from '../support/test-scope.ts';
import { pickBySize } from '../support/test-size.ts';
import { createSecretSearch } from './harness/secret-search.ts';
import { sideBySide } from './harness/side-by-side.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';
import { openPorts, PAGE_FLAG, type Ports } from './port/open-ports.ts';
import {
  hostProbes,
  noiseProbes,
  originProbes,
  PORT_NAMES,
  type PortName,
  requestBytes,
  routeProbes,
  siteProbes,
  targetOn,
  tokenProbes,
  type WireProbe,
} from './port/wire-probes.ts';

const folder = createSuiteFolder();
const ports = await openPerFile(() => openPorts(folder));
const secrets = createSecretSearch();
secrets.keepSecret('password', CREDENTIALS.owner.password);
for (const token of [ports.api.token, ports.ui.cookie.split('=')[1] ?? '', ports.ui.pageCall]) {
  secrets.keepSecret('token', token);
}

/**
 * What is refused, and the probes for it. A quick run takes every n-th probe. n has no divisor in common with the
 * lengths of the lists behind the probes, and is small enough that every item of each list is used.
 */
const REFUSED: readonly (readonly [what: string, step: number, probesOn: (ports: Ports) => readonly WireProbe[]])[] = [
  ['another host, however it is written', 1, hostProbes],
  ['a page of another origin, by every method', 5, originProbes],
  ['what the browser marks as of another site, unless a link may open it', 17, siteProbes],
  ['every route under every method without a token or cookie', 5, routeProbes],
  ['a token in any place but its header, or spoilt', 3, tokenProbes],
  ['what is no request', 1, noiseProbes],
];

const AT_ONCE = 16;

/** Sends each probe over a separate connection. Returns a sentence for each handler that ran and each wrong answer. */
async function faultsOfAll(port: PortName, probes: readonly WireProbe[]): Promise<readonly string[]> {
  const faults: string[] = [];
  const send = async (probe: WireProbe) => {
    const answers = await answersTo(ports[port].port, probe.bytes);
    faults.push(...faultsOf(probe, answers));
    // Only the answer to a sign-in contains a secret.
    if (probe.fate !== 'any') for (const { text } of answers) secrets.hear(probe.what, text);
  };
  const { open = [], closed = [] } = Object.groupBy(probes, ({ fate }) => (fate === 'any' ? 'open' : 'closed'));
  await sideBySide(open, AT_ONCE, send);
  const before = ports[port].runs.length;
  await sideBySide(closed, AT_ONCE, send);
  return [...faults, ...ports[port].runs.slice(before).map((ran) => `it was handled: ${ran}`)];
}

/** As curl, a script or the page of a browser would send them. */
const GOOD_HEADERS: readonly (readonly string[])[] = [
  [],
  ['User-Agent: curl/8.5.0', 'Accept: */*'],
  ['Origin: http://HOST'],
  ['Origin: http://HOST', 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors', 'Sec-Fetch-Dest: empty'],
  ['Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'],
  ['Accept-Language: nl-NL', 'X-Forwarded-For: 10.0.0.1'],
];

/**
 * Addresses at which the port must not be reachable: those of the computer in its networks, and other loopback
 * addresses.
 */
function otherAddresses(port: PortName): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const outer = own.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  // The window takes ::1, so that nobody else can.
  const further = port === 'ui' ? ['127.0.0.2', '127.1.2.3'] : ['::1', '127.0.0.2', '127.1.2.3'];
  return [...further, ...outer.map(({ address }) => address)];
}

async function canConnect(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Refused, as expected, or no such address here.
    return false;
  } finally {
    socket.destroy();
  }
}

describe.each([
  { port: 'api', name: 'the port of the API' },
  { port: 'ui', name: 'the port of the window' },
] as const)('$name', ({ port }) => {
  const refused = REFUSED.map(([what, step, probesOn]) => {
    const all = probesOn(ports).filter((probe) => probe.port === port);
    return [what, all.filter((_, at) => at % pickBySize({ quick: step, full: 1 }) === 0)] as const;
  }).filter(([, probes]) => probes.length > 0);

  it.each(refused)('refuses %s', async (_, probes) => {
    expect(await faultsOfAll(port, probes)).toEqual([]);
  });

  it('answers its own clients, whatever else they send', async () => {
    const target = targetOn(ports, port, 'read');
    const names = port === 'api' ? [target.hostName, 'localhost'] : [target.hostName];
    for (const host of names.map((name) => `${name}:${ports[port].port}`)) {
      for (const further of GOOD_HEADERS) {
        const lines = further.map((line) => line.replace('HOST', host));
        const answers = await answersTo(ports[port].port, requestBytes(target, [`Host: ${host}`], lines));
        expect(
          answers.map(({ status }) => status),
          `${host} with ${lines}`,
        ).toEqual([200]);
      }
    }
  });

  it('accepts no connection from other computers', async () => {
    const { app, port: number } = ports[port];
    expect(app.server.address()).toMatchObject({ address: '127.0.0.1' });
    for (const host of otherAddresses(port)) expect([host, await canConnect(host, number)]).toEqual([host, false]);
  });
});

describe('both ports', () => {
  it('show no password and no token in a refusal or a log', async () => {
    expect(PORT_NAMES.map((port) => ports[port].runs.length > 0)).toEqual([true, true]);
    await secrets.searchFolder(folder);
    expect(secrets.found).toEqual([]);
  });
});

/** Writes raw bytes to the port. Returns all answers until the server closes the connection. */
async function answersTo(port: number, bytes: string): Promise<readonly Answer[]> {
  const received = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' }, () => void socket.write(bytes, 'latin1'));
    const finish = () => resolve(Buffer.concat(chunks).toString());
    // The server may disconnect a client that is still writing; its answers before that count.
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .on('error', finish)
      .on('close', finish);
  });
  return parseAnswers(received);
}

/** A sentence for each way in which the answers to a probe are wrong. */
function faultsOf({ port, what, fate }: WireProbe, answers: readonly Answer[]): readonly string[] {
  if (answers.length === 0 && fate !== 'closed') return [`${what}: no answer`];
  return answers.flatMap((answer) => {
    const faults = [...statusFaults(fate, port, answer), ...headerFaults(port, answer)];
    return faults.map((fault) => `${what}: ${fault} (${answer.status})`);
  });
}

/** Texts of the shop and of the window that no refusal may contain. */
const MARKS = ['Utrecht', CALLER.owner.name, CREDENTIALS.owner.email, PAGE_FLAG];

function statusFaults(fate: WireProbe['fate'], port: PortName, { status, text }: Answer): readonly string[] {
  if (fate === 'any') return status < 500 || status === 501 ? [] : ['it has failed'];
  const statuses = { forbidden: [403], unauthorised: [401], refused: null, closed: null }[fate];
  // 501: an unknown method.
  const isRefusal = (status >= 400 && status < 500) || status === 501;
  // The answer to HEAD has no body.
  const needsHint = fate === 'unauthorised' && port === 'api' && text !== '';
  const faults: readonly (readonly [string, boolean])[] = [
    [`it is not ${fate}`, statuses === null ? !isRefusal : !statuses.includes(status)],
    ['it holds what nobody may see', MARKS.some((mark) => text.includes(mark))],
    ['it has no hint', needsHint && !text.includes('"hint"')],
  ];
  return faults.filter(([, isFault]) => isFault).map(([fault]) => fault);
}

const CLOSED = ["default-src 'none'", "frame-ancestors 'none'"];

/** The headers of an answer that are missing, or must not be there. */
function headerFaults(port: PortName, { status, headers, text }: Answer): readonly string[] {
  const value = (name: string) => String(headers[name] ?? '');
  const policy = value('content-security-policy').split('; ');
  const isPage = policy.includes("script-src 'self'") || policy.some((rule) => rule.startsWith('style-src'));
  const isAsset = port === 'ui' && status === 200 && value('content-type').startsWith('text/javascript');
  // The documentation contains nothing of a shop.
  const isDocumentation = port === 'api' && value('cache-control') === 'no-cache' && 'etag' in headers;
  const faults: readonly (readonly [string, boolean])[] = [
    ['it may be kept in a cache', value('cache-control') !== 'no-store' && !isAsset && !isDocumentation],
    ['it may be sniffed', value('x-content-type-options') !== 'nosniff'],
    ['it has no closed policy', !CLOSED.every((rule) => policy.includes(rule))],
    ['its policy has no sandbox', !isPage && !policy.includes('sandbox')],
    ['it may be embedded', value('cross-origin-resource-policy') !== 'same-origin'],
    ['it has no id', port === 'api' && value('x-request-id') === ''],
    ['its character set is missing', text !== '' && !/charset=utf-8|svg/.test(value('content-type'))],
    ['it gives a permission to others', Object.keys(headers).some((name) => name.startsWith('access-control-'))],
    ['it sets a cookie', 'set-cookie' in headers],
  ];
  return faults.filter(([, isFault]) => isFault).map(([fault]) => fault);
}
