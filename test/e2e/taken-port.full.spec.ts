import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, type Page, type Request } from '@playwright/test';
import { PAGE_CALL_HEADER, PAGE_PROOF_PATH } from '../../shared/contract/window-page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { test as base } from './support/own-product-test.ts';
import { PRODUCT_START_MS, type RunningProduct } from './support/running-product.ts';
import { DUTCH as words } from './support/window-texts.ts';

/**
 * Another user of the PC waits until Tilldesk ends, takes its port, and answers the open window that nobody is signed
 * in, so that the person types the password.
 */
class Impostor {
  readonly received: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] =
    [];
  readonly #servers: Server[] = [];

  async listen(port: number): Promise<void> {
    for (const host of ['127.0.0.1', '::1']) {
      const server = createServer(async (request, response) => {
        const { method, url = '', headers } = request;
        this.received.push({ line: `${method} ${url}`, headers, body: await text(request) });
        const [type, answer] = url.endsWith('.js') ? ['text/javascript', SCRIPT] : ['application/json', ANSWER];
        response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(answer);
      });
      server.listen({ host, port });
      await once(server, 'listening');
      this.#servers.push(server);
    }
  }

  get challenges() {
    return this.received.filter(({ line }) => line === `POST ${PAGE_PROOF_PATH}`);
  }

  async close(): Promise<void> {
    for (const server of this.#servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }
}

/** The answer to every call: nobody is signed in, here is a turnover, and every possible proof. */
const ANSWER = JSON.stringify({
  ...{ ok: true, value: { kind: 'signed-out', reason: null, remembered: [] } },
  ...{ proofs: ['A'.repeat(43)], total_turnover: 1_234_567, data: [{ id: 1, name: 'Neppe winkel' }] },
});

/** The answer for each module that the page has not loaded yet. */
const SCRIPT = `document.title = 'taken'; document.body.innerHTML = '<input type="password">';`;

const test = base.extend<{ readonly impostor: Impostor }>({
  impostor: async ({ browser: _ }, use) => {
    const impostor = new Impostor();
    await use(impostor);
    await impostor.close();
  },
});

async function expectEnded(page: Page): Promise<void> {
  await expectLastPage(page, words.states.ended.title);
}

async function expectLastPage(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('input, form, table')).toHaveCount(0);
  await expect(page).toHaveTitle('Tilldesk');
}

function expectChallengesOnly(received: Impostor['received']): void {
  for (const { line, headers, body } of received) {
    expect(line).toBe(`POST ${PAGE_PROOF_PATH}`);
    expect([headers.cookie, headers.authorization, headers[PAGE_CALL_HEADER]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(JSON.parse(body)).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/) });
  }
  const bodies = received.map(({ body }) => body);
  expect(new Set(bodies).size).toBe(bodies.length);
}

test('whoever takes the port after the end gets only challenges, and nothing of their answers is shown', async ({
  page,
  running,
  impostor,
}) => {
  test.setTimeout(2 * PRODUCT_START_MS);
  await page.goto(running.launchAddress);
  await signInPage(page).signIn(OWNER);
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();
  // If it is reloaded while the program runs, the window continues.
  await page.reload();
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();

  await running.end();
  await expectEnded(page);
  await expectAccessible(page);
  await impostor.listen(Number(new URL(running.launchAddress).port));
  await expect.poll(() => impostor.challenges.length).toBeGreaterThan(2);
  await expectEnded(page);
  await impostor.close();
  expectChallengesOnly(impostor.received);

  // The next run has other keys and the same port.
  const next = await running.restart();
  expect(new URL(next.launchAddress).port).toBe(new URL(running.launchAddress).port);
  const asked = page.waitForResponse((response) => response.url().endsWith(PAGE_PROOF_PATH));
  expect((await asked).status()).toBe(401);
  await expectLastPage(page, words.states.restarted.title);
  await expect(page.locator('button, a')).toHaveCount(0);
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'Tilldesk is opnieuw gestart. Dit tabblad kan dicht.' }),
  ).toBeVisible();
  await next.stop();
});

/** Holds the calls that `act` makes, gives the port to the impostor, and sends them to it. */
async function sendToImpostor(
  { page, running, impostor }: { page: Page; running: RunningProduct; impostor: Impostor },
  act: () => Promise<void>,
): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const [underWay, held] = [new Set<Request>(), new Set<Request>()];
  page.on('requestfinished', (request) => underWay.delete(request));
  await page.route('**', async (route) => {
    held.add(route.request());
    await released;
    await route.continue();
  });
  page.on('request', (request) => underWay.add(request));
  // The heartbeat is held, and calls before it are answered.
  await expect.poll(() => held.size > 0 && [...underWay].every((request) => held.has(request))).toBe(true);
  await act();
  await running.end();
  await impostor.listen(Number(new URL(running.launchAddress).port));
  release();
}

/** Whether every script of the build has been fetched, which starts some seconds after the page has opened. */
function hasAllScripts(): boolean {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  const scripts = Object.keys(JSON.parse(map).integrity);
  return scripts.every((path) => performance.getEntriesByName(new URL(path, location.href).href).length > 0);
}

const isOfPage = ({ line }: Impostor['received'][number]) => !line.startsWith('GET ');

test('whoever takes the port before a call fails learns nothing usable, and runs no code', async ({
  page,
  running,
  impostor,
}) => {
  // By default the browser remembers 250 fetches.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(1_000));
  await page.goto(running.launchAddress);
  await signInPage(page).signIn(OWNER);
  await expect(windowFrame(page).ownerOf('demo')).toBeVisible();
  await expect.poll(() => page.evaluate(hasAllScripts)).toBe(true);
  await sendToImpostor({ page, running, impostor }, () => windowFrame(page).link('report').click());
  await expectEnded(page);
  await expect.poll(() => impostor.challenges.length).toBeGreaterThan(2);
  await expectEnded(page);
  // All code was prefetched: an answer could make the browser ask for a password.
  expect(impostor.received.filter(({ line }) => line.startsWith('GET /assets/'))).toEqual([]);
  const calls = impostor.received.filter(isOfPage);
  expect(calls.map(({ headers }) => headers.cookie).filter((cookie) => cookie !== undefined)).toEqual([]);
  // The calls that were made before any failed. No other one follows.
  expect(calls.length).toBeGreaterThan(impostor.challenges.length);
  expectChallengesOnly(impostor.challenges);
  const before = calls.length - impostor.challenges.length;
  const challenged = impostor.challenges.length;
  await expect.poll(() => impostor.challenges.length).toBeGreaterThan(challenged + 1);
  expect(impostor.received.filter(isOfPage).length - impostor.challenges.length).toBe(before);
});

test('a password that is sent to whoever took the port stays encrypted', async ({ page, running, impostor }) => {
  await page.goto(running.launchAddress);
  await expect(signInPage(page).title).toBeVisible();
  await page.waitForLoadState('networkidle');
  await sendToImpostor({ page, running, impostor }, () => signInPage(page).signIn(OWNER));
  await expectEnded(page);
  expect(impostor.received.map(({ line }) => line)).toContain('POST /bridge/signIn');
  const all = JSON.stringify(impostor.received);
  for (const secret of [OWNER.password, OWNER.email]) expect(all).not.toContain(secret);
});
