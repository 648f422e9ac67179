import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { listenLocally } from '../../support/local-port.ts';
import type { Ports } from './open-ports.ts';

/** The targets of a page: `readPath` returns something, `changePath` changes something. */
export interface PageTargets {
  readonly origin: string;
  readonly readPaths: readonly string[];
  readonly changePaths: readonly string[];
}

export function listTargets({ api, ui }: Ports): readonly PageTargets[] {
  return [
    ...['127.0.0.1', 'localhost'].map((name) => ({
      origin: `http://${name}:${api.port}`,
      readPaths: ['/', '/health', '/openapi.json', '/docs', '/docs/docs.js', '/api/locations'],
      changePaths: ['/api/auth/login', '/api/webhooks'],
    })),
    // No page learns the name; this attacks as if it had leaked.
    ...[ui.authority, `127.0.0.1:${ui.port}`].map((authority) => ({
      origin: `http://${authority}`,
      readPaths: ['/', '/api/locations', '/assets/main-abc.js', '/launch'],
      changePaths: ['/bridge/signOut', '/launch/session', '/launch-address', '/api/webhooks'],
    })),
  ];
}

/** What a page has tried, and what it could read. Runs in the page. */
export function attackFrom(page: Page, targets: PageTargets) {
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
    /** Whether the element reports that it has loaded: the size of an image used to leak such things. */
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

/** A text of every foreign page. */
export const FOREIGN_TITLE = 'a page of somebody else';

/** Serves an empty page for every path. */
export function openPageServer() {
  return openServer((_request, response) => servePage(response));
}

/** A proxy that serves the foreign page under every name, and from `rebind` on sends every name to this computer. */
export async function openRebindingProxy() {
  let isRebound = false;
  const { port, close } = await openServer((incoming, response) => {
    if (!isRebound) return servePage(response);
    const { pathname, search, port: asked } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const forwarded = requestHttp({ host: '127.0.0.1', port: asked, path: pathname + search, method, headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  return {
    ...{ port, close },
    rebind() {
      isRebound = true;
    },
  };
}

function servePage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
  response.end(`<!doctype html><title>${FOREIGN_TITLE}</title><body></body>`);
}

async function openServer(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(listener);
  return {
    port: await listenLocally(server),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
