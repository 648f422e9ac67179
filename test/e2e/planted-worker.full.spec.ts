import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test as base } from './support/product-test.ts';
import { PRODUCT_START_MS, type RunningProduct, startProduct } from './support/running-product.ts';

/**
 * Another program used the ports before Tilldesk starts, and left a service worker in the user's browser that reports
 * every request and answer to it. The product starts on the same ports, in the same browser.
 */

const WORKER = `
const tell = (what) => {
  stolen.push(what);
};
const stolen = [];
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.ports[0].postMessage(stolen));
self.addEventListener('fetch', (event) => {
  event.respondWith(
    (async () => {
      tell(event.request.url);
      const answer = await fetch(event.request.clone());
      tell(await answer.clone().text());
      return answer;
    })(),
  );
});
`;

interface Planted {
  readonly apiPort: number;
  readonly uiPort: number;
}

const test = base.extend<object, { readonly planted: Planted }>({
  // Free ports that another program used before.
  planted: [
    async ({ browser: _ }, use) => {
      const [api, ui] = [await serveWorker(), await serveWorker()];
      const ports = { apiPort: portOf(api), uiPort: portOf(ui) };
      await Promise.all([end(api), end(ui)]);
      await use(ports);
    },
    { scope: 'worker' },
  ],
});

test('a worker that was planted on both ports reads nothing of a sign-in or of the documentation', async ({
  browser,
  planted,
}) => {
  test.setTimeout(PRODUCT_START_MS);
  const context = await browser.newContext({ locale: 'nl-NL' });
  for (const port of [planted.apiPort, planted.uiPort]) {
    for (const name of ['127.0.0.1', 'localhost']) await plant(context, name, port);
  }
  const product = await startProduct(undefined, [
    ...['--port', String(planted.apiPort)],
    ...['--ui-port', String(planted.uiPort)],
  ]);
  try {
    const page = await context.newPage();
    await signInThrough(page, product);
    const { origin } = new URL(product.launchAddress);
    expect(new URL(page.url()).origin).toBe(origin);
    const docs = await context.newPage();
    await docs.goto(`${origin}/docs`);
    await expect(docs.getByRole('heading', { name: 'Tilldesk API' })).toBeVisible({ timeout: 30_000 });
    const workers = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    );
    expect(workers).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    const stolen = await Promise.all(
      context.serviceWorkers().map((worker) => worker.evaluate('stolen') as Promise<string[]>),
    );
    expect(stolen.flat().join(' ')).not.toMatch(/launch|bridge|password|turnover/i);
    await expect(docs.locator('input[type=password]')).toHaveCount(0);
  } finally {
    await context.close();
    await product.stop();
  }
});

async function signInThrough(page: Page, product: RunningProduct): Promise<void> {
  await page.goto(product.launchAddress);
  await signInPage(page).signIn(OWNER);
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();
}

async function plant(context: BrowserContext, name: string, port: number): Promise<void> {
  const server = await serveWorker(port);
  const page = await context.newPage();
  await page.goto(`http://${name}:${port}/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  await page.close();
  await end(server);
}

async function serveWorker(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    response.setHeader('connection', 'close');
    response.end(isWorker ? WORKER : '<!doctype html><title>somebody else</title>');
  });
  server.listen({ host: '127.0.0.1', port });
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
