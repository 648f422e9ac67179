import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../electron/startup/find-browser.ts';
import type { Ports } from '../../security/support/ports/open-ports.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTS, PORT_NAMES } from './wire-probes.ts';

/** A real browser on pages that are not the program's. Without one the run has a shortfall. */
export async function attackByBrowser(run: SuiteRun, ports: Ports): Promise<void> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) {
    run.breach(BREACHES.shortfalls, 'there is no Chromium, Chrome or Edge here');
    return;
  }
  const launch = (argument: string) =>
    chromium.launch({
      executablePath,
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-background-networking', argument],
    });
  const mapped = await launch('--host-resolver-rules=MAP evil.example 127.0.0.1');
  try {
    const context = await mapped.newContext();
    const own = await context.newPage();
    await own.goto(`http://${ports.ui.authority}/launch#${ports.ui.launchCode()}`);
    await own.waitForURL(({ pathname }) => pathname === '/');
    await visitForeignPages(run, ports, context);
  } finally {
    await mapped.close();
  }
  const names = await openNameServer();
  const proxy = await openSocksServer(names.address);
  const proxied = await launch(`--proxy-server=socks5://127.0.0.1:${proxy.port}`);
  try {
    await rebind(run, ports, proxied, names);
  } finally {
    await proxied.close();
    proxy.close();
    names.close();
  }
}

/** Pages of other origins, in a browser that the program has let in: nothing is read, and nothing happens. */
async function visitForeignPages(run: SuiteRun, ports: Ports, context: BrowserContext): Promise<void> {
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
  const before = { api: ports.api.runs.length, ui: ports.ui.runs.length };
  try {
    const visits = ['127.0.0.1', 'localhost', 'evil.example'].flatMap((name) =>
      targetsOf(ports).map((targets) => visit(`http://${name}:${server.port}/`, targets)),
    );
    await Promise.all(visits);
  } finally {
    server.close();
  }
  for (const port of PORT_NAMES) {
    // The window that is open beside them asks for its icon; no page can say of itself what the browser says here.
    const foreign = ports[port].runs.slice(before[port]).filter((ran) => !ran.endsWith('site same-origin)'));
    for (const ran of foreign) run.breach(BREACHES.effects, `${port}: ${ran}`);
  }
}

/** Everything that a page can send to an address by itself. `readPath` says something, `changePath` does something. */
interface PageTargets {
  readonly origin: string;
  readonly readPaths: readonly string[];
  readonly changePaths: readonly string[];
}

function targetsOf({ api, ui }: Ports): readonly PageTargets[] {
  return [
    ...['127.0.0.1', 'localhost'].map((name) => ({
      origin: `http://${name}:${api.port}`,
      readPaths: ['/', '/health', '/openapi.json', '/docs', '/docs/docs.js', '/api/locations'],
      changePaths: ['/api/auth/login', '/api/webhooks'],
    })),
    // No page learns the name; it is attacked as if it had leaked.
    ...[ui.authority, `127.0.0.1:${ui.port}`].map((authority) => ({
      origin: `http://${authority}`,
      readPaths: ['/', '/api/locations', '/assets/main-abc.js', '/launch'],
      changePaths: ['/bridge/signOut', '/launch/session', '/launch-address', '/api/webhooks'],
    })),
  ];
}

/** What a page has tried, and what it got to read of it. Runs in the page. */
function attackFrom(page: Page, targets: PageTargets) {
  return page.evaluate(async ({ origin, readPaths, changePaths }) => {
    const WAIT_MS = 2_500;
    const reads: string[] = [];
    const attempts: Promise<void>[] = [];
    const withinWait = (promise: Promise<unknown>) =>
      Promise.race([
        promise.catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), WAIT_MS)),
      ]);
    const attempt = (what: string, work: () => Promise<unknown>) => {
      const reading = async () => {
        const read = await withinWait(work());
        if (read) reads.push(`${what}: ${String(read).slice(0, 60)}`);
      };
      attempts.push(reading());
    };
    const attemptFetch = (what: string, address: string, init: RequestInit) =>
      attempt(`${what} ${address}`, async () => {
        const answer = await fetch(address, init);
        return answer.ok ? answer.text() : null;
      });
    const made = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    /** Whether the element says that it has loaded: the size of an image has told a page such things before. */
    const attemptLoad = (what: string, address: string, element: HTMLElement, isRead: boolean) =>
      attempt(
        `${what} ${address}`,
        () =>
          new Promise((resolve) => {
            element.onload = () => resolve(isRead ? 'it has loaded' : null);
            element.onerror = () => resolve(null);
            document.body.append(element);
          }),
      );
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
        attemptFetch('fetch', address, { credentials });
        attemptFetch('no-cors', address, { credentials, mode: 'no-cors' });
      }
      attemptFetch('fetch with a token', address, { headers: { authorization: 'Bearer x' } });
      attemptLoad('image', address, made('img', { src: address }), true);
      attemptLoad('script', address, made('script', { src: address }), true);
      attemptLoad('module', address, made('script', { src: address, type: 'module' }), true);
      attemptLoad('sheet', address, made('link', { rel: 'stylesheet', href: address }), true);
      attemptLoad('prefetch', address, made('link', { rel: 'prefetch', href: address }), false);
      attemptLoad('object', address, made('object', { data: address }), false);
      attemptLoad('video', address, made('video', { src: address }), false);
      attemptLoad('frame', address, made('iframe', { src: address }), false);
      attempt(`events ${address}`, () => opens(new EventSource(address, { withCredentials: true })));
      attempt(`socket ${address}`, () => opens(new WebSocket(address.replace('http', 'ws'))));
    }
    for (const path of changePaths) {
      const address = `${origin}${path}`;
      const plain = { credentials: 'include', body: '{}' } as const;
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        attemptFetch(method, address, { ...plain, method, headers: { 'content-type': 'application/json' } });
      }
      attemptFetch('no-cors POST', address, { ...plain, method: 'POST', mode: 'no-cors' });
      attempt(`beacon ${address}`, async () => void navigator.sendBeacon(address, '{}'));
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const name = `frame-${attempts.length}`;
        const frame = made('iframe', { name });
        const form = made('form', { action: address, method: 'post', enctype, target: name }) as HTMLFormElement;
        form.append(made('input', { name: '{"a":"', value: '"}' }));
        document.body.append(frame, form);
        attempt(`form ${address}`, () => {
          const answered = new Promise((resolve) => frame.addEventListener('load', () => resolve(null)));
          form.submit();
          return answered;
        });
      }
    }
    await Promise.all(attempts);
    return { attempts: attempts.length, reads };
  }, targets);
}

/** Another address of this computer, at which a foreign page has the port of the program. */
const ELSEWHERE = '127.0.0.2';

const PATHS = {
  api: ['GET /', 'GET /health', 'GET /openapi.json', 'GET /docs', 'GET /api/locations', 'POST /api/auth/login'],
  ui: [
    ...['GET /', 'GET /launch', 'POST /launch/session', 'POST /launch-address'],
    ...['POST /bridge/signOut', 'GET /api/locations'],
  ],
} as const;

/**
 * A page of a name that first leads to its own server and then to the program: to the browser both are one origin, and
 * what it asks arrives with no sign of another site but its host. Its own server answers everything with 200 and its
 * title; the program with a refusal.
 */
async function rebind(run: SuiteRun, ports: Ports, browser: Browser, names: NameServer): Promise<void> {
  for (const port of PORT_NAMES) {
    names.point(ELSEWHERE);
    const server = await openPageServer(ELSEWHERE, ports[port].port);
    const context = await browser.newContext();
    const before = ports[port].runs.length;
    try {
      const page = await context.newPage();
      await page.goto(`http://rebind.example:${ports[port].port}/`);
      names.point('127.0.0.1');
      const answers = await page.evaluate(askOwnOrigin, PATHS[port]);
      run.count(COUNTS.pages, answers.length);
      for (const { asked, status, text } of answers) {
        if (text.includes('a page of somebody else')) {
          run.breach(BREACHES.shortfalls, `${asked} did not reach ${port} under the other name`);
        } else if (status !== 403) run.breach(BREACHES.reads, `${port}, rebound: ${asked} was answered ${status}`);
      }
    } finally {
      await context.close();
      server.close();
    }
    for (const ran of ports[port].runs.slice(before)) run.breach(BREACHES.effects, `${port}, rebound: ${ran}`);
  }
}

/** Runs in the page. */
async function askOwnOrigin(requests: readonly string[]) {
  const answers: { readonly asked: string; readonly status: number; readonly text: string }[] = [];
  for (const asked of requests) {
    const [method = '', path = ''] = asked.split(' ');
    const answer = await fetch(path, { method, credentials: 'include' });
    answers.push({ asked, status: answer.status, text: await answer.text() });
  }
  return answers;
}

/** Serves an empty page for every path, over a connection for each request. */
async function openPageServer(host: string, port: number) {
  const server = createHttpServer((_, response) => {
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

/** Answers every name with the address that it was pointed to last. */
interface NameServer {
  readonly address: string;
  point(address: string): void;
  close(): void;
}

const HEADER_BYTES = 12;
/** A pointer to the name of the question; type A, class IN, to be kept for no time, four bytes. */
const ANSWER_BEFORE_ADDRESS = Buffer.from('c00c00010001000000000004', 'hex');
const ANSWERED = 0x8180;

async function openNameServer(): Promise<NameServer> {
  let current = ELSEWHERE;
  const socket = createSocket('udp4');
  socket.on('message', (question, peer) => {
    // Behind the labels of the name, its type and its class.
    let end = HEADER_BYTES;
    while (question[end] !== 0 && end < question.length) end += (question[end] ?? 0) + 1;
    const address = Buffer.from(current.split('.').map(Number));
    const answer = Buffer.concat([question.subarray(0, end + 5), ANSWER_BEFORE_ADDRESS, address]);
    answer.writeUInt16BE(ANSWERED, 2);
    // One question, one answer, nothing more.
    Buffer.from('0001000100000000', 'hex').copy(answer, 4);
    socket.send(answer, peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    point(address) {
      current = address;
    },
    close: () => void socket.close(),
  };
}

const NO_PASSWORD = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
const BY_NAME = 3;

/** A proxy that asks the name server for each connection: SOCKS 5 as Chromium speaks it, by name, without a password. */
async function openSocksServer(nameServer: string) {
  const resolver = new Resolver();
  resolver.setServers([nameServer]);
  const open = new Set<Socket>();
  const serve = async (client: Socket) => {
    await once(client, 'data');
    client.write(NO_PASSWORD);
    const [request]: Buffer[] = await once(client, 'data');
    if (request?.[3] !== BY_NAME) throw new Error('only names are resolved here');
    const length = request[4] ?? 0;
    const [host = ''] = await resolver.resolve4(request.toString('latin1', 5, 5 + length));
    const target = connect({ host, port: request.readUInt16BE(5 + length) });
    target.on('error', () => client.destroy());
    await once(target, 'connect');
    client.write(CONNECTED);
    client.pipe(target).pipe(client);
  };
  const server = createServer((client) => {
    open.add(client.on('close', () => open.delete(client)));
    client.on('error', () => client.destroy());
    serve(client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const client of open) client.destroy();
    },
  };
}
