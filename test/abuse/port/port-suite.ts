import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../electron/startup/find-browser.ts';
import { openService } from '../../security/support/ports/open-service.ts';
import { openWindowPort } from '../../security/support/ports/open-window-port.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { type NameServer, openNameServer } from './browser/name-server.ts';
import { openSocksServer } from './browser/socks-server.ts';
import { BREACHES, COUNTS } from './figures.ts';
import { makeGoodCalls } from './good-calls.ts';
import type { Ground, PortName } from './ground.ts';
import { hostProbes } from './host-probes.ts';
import { noiseProbes } from './noise-probes.ts';
import { originProbes } from './origin-probes.ts';
import { tryOtherAddresses } from './other-addresses.ts';
import { routeProbes } from './route-probes.ts';
import { SABOTAGES } from './sabotages.ts';
import { sendProbes } from './send-probes.ts';
import { siteProbes } from './site-probes.ts';
import { tokenProbes } from './token-probes.ts';
import type { WireProbe } from './wire-probe.ts';

export const portSuite: AbuseSuite = {
  name: 'port',
  title: 'web pages, rebound names and strangers ask both ports of the program',
  counts: [
    { name: COUNTS.requests, least: 3_300 },
    { name: COUNTS.good, least: 50 },
    { name: COUNTS.pages, least: 0 },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SABOTAGES,

  async run(run) {
    const api = await openService(run.folder);
    const ui = await openWindowPort(run.folder, api);
    const ground: Ground = { api, ui };
    run.keepSecret('password', CREDENTIALS.owner.password);
    run.keepSecret('token', api.token);
    run.keepSecret('token', ui.cookie.split('=')[1] ?? '');
    run.keepSecret('token', ui.windowKey);
    try {
      for (const probes of wireProbes(run, ground)) await sendProbes(run, ground, probes);
      await makeGoodCalls(run, ground);
      const isClosed = await tryOtherAddresses(run, ground);
      // It takes longer than the whole of a short run, and needs a place of its own at the numbers of the ports.
      if (run.size !== 'short' && isClosed) await attackByBrowser(run, ground);
    } finally {
      await ui.close();
      await api.close();
    }
  },
};

/**
 * A short run takes every n-th: a number that has no divisor in common with the lengths of the lists that the probes are
 * made from, so that it comes by each item of each list.
 */
const STEPS = { hosts: 4, origins: 4, sites: 11, routes: 5, tokens: 5, noise: 1 } as const;

function wireProbes({ size }: SuiteRun, ground: Ground): readonly (readonly WireProbe[])[] {
  const families: Readonly<Record<keyof typeof STEPS, readonly WireProbe[]>> = {
    hosts: hostProbes(ground),
    origins: originProbes(ground),
    sites: siteProbes(ground),
    routes: routeProbes(ground),
    tokens: tokenProbes(ground),
    noise: noiseProbes(ground),
  };
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  return names.map((name) => families[name].filter((_, at) => size !== 'short' || at % STEPS[name] === 0));
}

/** A real browser on pages that are not the program's. Where there is none, that is told, and red. */
async function attackByBrowser(run: SuiteRun, ground: Ground): Promise<void> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) {
    run.breach(BREACHES.shortfalls, 'there is no Chromium, Chrome or Edge here');
    return;
  }
  // Chromium refuses its sandbox to root.
  const options = { executablePath, chromiumSandbox: process.getuid?.() !== 0 };
  const quiet = '--disable-background-networking';
  const mapped = await chromium.launch({
    ...options,
    args: [quiet, '--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  try {
    const context = await mapped.newContext();
    const own = await context.newPage();
    await own.goto(`http://${ground.ui.authority}/launch#${ground.ui.launchCode()}`);
    await own.waitForURL(({ pathname }) => pathname === '/');
    await visitForeignPages(run, ground, context);
  } finally {
    await mapped.close();
  }
  await rebindByProxy(run, ground, { ...options, args: [quiet] });
}

async function rebindByProxy(
  run: SuiteRun,
  ground: Ground,
  options: { readonly executablePath: string; readonly args: readonly string[] },
): Promise<void> {
  const names = await openNameServer('127.0.0.2');
  const proxy = await openSocksServer(names.address);
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--proxy-server=socks5://127.0.0.1:${proxy.port}`],
  });
  try {
    await rebind(run, ground, { browser, names });
  } finally {
    await browser.close();
    proxy.close();
    names.close();
  }
}

/** Pages of other origins, in a browser that the program has let in: nothing is read, and nothing happens. */
async function visitForeignPages(run: SuiteRun, ground: Ground, context: BrowserContext): Promise<void> {
  const server = await openPageServer('127.0.0.1', 0);
  const visit = async (address: string, targets: PageTargets) => {
    const page = await context.newPage();
    await page.goto(address);
    const { attempts, reads } = await attackFrom(page, targets);
    run.count(COUNTS.pages, attempts);
    if (attempts === 0) run.breach(BREACHES.shortfalls, `${address} tried nothing`);
    for (const read of reads) run.breach(BREACHES.reads, `${address}: ${read}`);
    await page.close();
  };
  const before = { api: ground.api.runs.length, ui: ground.ui.runs.length };
  try {
    const visits = ['127.0.0.1', 'localhost', 'evil.example'].flatMap((name) =>
      targetsOf(ground).map((targets) => visit(`http://${name}:${server.port}/`, targets)),
    );
    await Promise.all(visits);
  } finally {
    server.close();
  }
  for (const port of ['api', 'ui'] as const) {
    for (const ran of ground[port].runs.slice(before[port]).filter(isForeign))
      run.breach(BREACHES.effects, `${port}: ${ran}`);
  }
}

function targetsOf({ api, ui }: Ground): readonly PageTargets[] {
  return [
    ...['127.0.0.1', 'localhost'].map((name) => ({
      origin: `http://${name}:${api.port}`,
      readPaths: ['/health', '/openapi.json', '/docs', '/docs/docs.js', '/api/locations'],
      changePaths: ['/api/auth/login', '/api/webhooks'],
    })),
    // Nobody tells a page the name; it is attacked as if it had leaked.
    ...[ui.authority, `127.0.0.1:${ui.port}`].map((authority) => ({
      origin: `http://${authority}`,
      readPaths: ['/', '/api/locations', '/assets/main-abc.js', '/launch'],
      changePaths: ['/bridge/signOut', '/launch/session', '/launch-address', '/api/webhooks'],
    })),
  ];
}

/** The window that is open beside them asks for its icon; no page can say of itself what the browser says here. */
function isForeign(ran: string): boolean {
  return !ran.endsWith('site same-origin)');
}

/** What a page has tried, and what it got to read of it. */
export interface PageReport {
  readonly attempts: number;
  readonly reads: readonly string[];
}

/** Everything that a page can send to an address by itself. `readPath` says something, `changePath` does something. */
interface PageTargets {
  readonly origin: string;
  readonly readPaths: readonly string[];
  readonly changePaths: readonly string[];
}

/** Runs in the page. What is a script's right over its own origin is somebody else's attack on another. */
function attackFrom(page: Page, targets: PageTargets): Promise<PageReport> {
  return page.evaluate(async ({ origin, readPaths, changePaths }) => {
    const WAIT_MS = 2_500;
    let attempts = 0;
    const reads: string[] = [];
    const patient = <Result>(promise: Promise<Result>): Promise<Result | null> =>
      Promise.race([
        promise.catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS)),
      ]);
    const attempt = async (what: string, work: () => Promise<unknown>) => {
      attempts += 1;
      const read = await patient(work());
      if (read) reads.push(`${what}: ${String(read).slice(0, 60)}`);
    };
    const bodyOf = async (address: string, init: RequestInit) => {
      const answer = await fetch(address, init);
      return answer.ok ? answer.text() : null;
    };
    /** Whether the element says that it has loaded: the size of an image has told a page such things before. */
    const loads = (element: HTMLElement, isRead: boolean) =>
      new Promise((resolve) => {
        element.onload = () => resolve(isRead ? 'it has loaded' : null);
        element.onerror = () => resolve(null);
        document.body.append(element);
      });
    const made = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    const tries: Promise<void>[] = [];
    const opens = (socket: WebSocket | EventSource) =>
      new Promise((resolve) => {
        socket.onopen = () => resolve('it is open');
        socket.onerror = () => {
          socket.close();
          resolve(null);
        };
      });
    for (const path of readPaths) {
      const address = `${origin}${path}`;
      for (const credentials of ['include', 'omit'] as const) {
        tries.push(attempt(`fetch ${address}`, () => bodyOf(address, { credentials })));
        tries.push(attempt(`no-cors ${address}`, () => bodyOf(address, { credentials, mode: 'no-cors' })));
      }
      tries.push(
        attempt(`fetch with a token ${address}`, () => bodyOf(address, { headers: { authorization: 'Bearer x' } })),
      );
      tries.push(attempt(`image ${address}`, () => loads(made('img', { src: address }), true)));
      tries.push(attempt(`script ${address}`, () => loads(made('script', { src: address }), true)));
      tries.push(attempt(`module ${address}`, () => loads(made('script', { src: address, type: 'module' }), true)));
      tries.push(attempt(`sheet ${address}`, () => loads(made('link', { rel: 'stylesheet', href: address }), true)));
      tries.push(attempt(`prefetch ${address}`, () => loads(made('link', { rel: 'prefetch', href: address }), false)));
      tries.push(attempt(`object ${address}`, () => loads(made('object', { data: address }), false)));
      tries.push(attempt(`video ${address}`, () => loads(made('video', { src: address }), false)));
      tries.push(attempt(`frame ${address}`, () => loads(made('iframe', { src: address }), false)));
      tries.push(attempt(`events ${address}`, () => opens(new EventSource(address, { withCredentials: true }))));
      tries.push(attempt(`socket ${address}`, () => opens(new WebSocket(address.replace('http', 'ws')))));
    }
    for (const path of changePaths) {
      const address = `${origin}${path}`;
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
        const init = {
          method,
          credentials: 'include',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        } as const;
        tries.push(attempt(`${method} ${address}`, () => bodyOf(address, init)));
      }
      const plain = { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' } as const;
      tries.push(attempt(`no-cors POST ${address}`, () => bodyOf(address, plain)));
      tries.push(attempt(`beacon ${address}`, async () => void navigator.sendBeacon(address, '{}')));
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const name = `frame-${tries.length}`;
        const frame = made('iframe', { name });
        const form = made('form', {
          action: address,
          method: 'post',
          enctype,
          target: name,
        }) as HTMLFormElement;
        form.append(made('input', { name: '{"a":"', value: '"}' }));
        document.body.append(frame, form);
        tries.push(
          attempt(`form ${address}`, () => {
            const answered = new Promise((resolve) => frame.addEventListener('load', () => resolve(null)));
            form.submit();
            return answered;
          }),
        );
      }
    }
    await Promise.all(tries);
    return { attempts, reads };
  }, targets);
}

const NAME = 'rebind.example';

/** Another address of this computer, at which somebody else's page has the port of the program. */
const ELSEWHERE = '127.0.0.2';

/**
 * A page of a name that first leads to its own server and then to the program: to the browser both are one origin, and
 * what it asks arrives with no sign of another site but its host.
 */
async function rebind(
  run: SuiteRun,
  ground: Ground,
  { browser, names }: { readonly browser: Browser; readonly names: NameServer },
): Promise<void> {
  for (const port of ['api', 'ui'] as const) {
    names.point(ELSEWHERE);
    const server = await openPageServer(ELSEWHERE, ground[port].port);
    const context = await browser.newContext();
    const before = ground[port].runs.length;
    try {
      const page = await context.newPage();
      await page.goto(`http://${NAME}:${ground[port].port}/`);
      names.point('127.0.0.1');
      const answers = await page.evaluate(askOwnOrigin, PATHS[port]);
      run.count(COUNTS.pages, answers.length);
      judge(run, port, answers);
    } finally {
      await context.close();
      server.close();
    }
    for (const ran of ground[port].runs.slice(before)) run.breach(BREACHES.effects, `${port}, rebound: ${ran}`);
  }
}

const PATHS: Readonly<Record<PortName, readonly string[]>> = {
  api: ['GET /health', 'GET /openapi.json', 'GET /docs', 'GET /api/locations', 'POST /api/auth/login'],
  ui: [
    'GET /',
    'GET /launch',
    'POST /launch/session',
    'POST /launch-address',
    'POST /bridge/signOut',
    'GET /api/locations',
  ],
};

interface Answered {
  readonly asked: string;
  readonly status: number;
  readonly text: string;
}

/** Runs in the page. */
async function askOwnOrigin(requests: readonly string[]): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const asked of requests) {
    const [method = '', path = ''] = asked.split(' ');
    const answer = await fetch(path, { method, credentials: 'include' });
    answers.push({ asked, status: answer.status, text: await answer.text() });
  }
  return answers;
}

/** Its own server answers everything with 200 and its title; the program with a refusal. */
function judge(run: SuiteRun, port: PortName, answers: readonly Answered[]): void {
  for (const { asked, status, text } of answers) {
    if (text.includes('a page of somebody else')) {
      run.breach(BREACHES.shortfalls, `${asked} did not reach ${port} under the other name`);
    } else if (status !== 403) run.breach(BREACHES.reads, `${port}, rebound: ${asked} was answered ${status}`);
  }
}

/** Serves an empty page for every path, to whoever asks, over a connection for each. */
export interface PageServer {
  readonly port: number;
  close(): void;
}

async function openPageServer(host: string, port: number): Promise<PageServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    response.end('<!doctype html><title>a page of somebody else</title><body></body>');
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
