import { expect, type Page } from '@playwright/test';
import { signInPage } from './pages/sign-in-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { type ElectronWindow, electronTest as test } from './support/electron-window.ts';
import { visibleTexts } from './support/window-texts.ts';

/**
 * Follows the documentation of Electron and Playwright: the window shows what the session reads, and never has a token.
 */
test.describe('the page of a signed-in user', () => {
  test('has no token, in memory or in storage', async ({ electron }) => {
    const heard = await hearTokens(electron);
    const { page } = electron;
    const words = await visibleTexts(page);
    await signInPage(page, words).signIn(OWNER);
    await windowFrame(page).expectHeading(words.shell.overview);

    const tokens = await heard();
    expect(tokens.length).toBeGreaterThan(0);
    const held = `${await storageOf(page)}${await heapOf(page)}`;
    expect(held.length).toBeGreaterThan(100_000);
    for (const token of tokens) expect(held.includes(token), 'a token is held').toBe(false);
  });
});

/** Intercepts all requests to the service. Returns how to read their tokens. */
async function hearTokens({ app }: ElectronWindow): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(globalThis, 'heardByTest', heard);
    process
      .getBuiltinModule('node:diagnostics_channel')
      .subscribe('tracing:fastify.request.handler:start', (message) => {
        const { request } = message as { request: { headers: Record<string, string | undefined> } };
        heard.push(request.headers.authorization);
      });
  });
  return async () => {
    const heard: unknown[] = await app.evaluate(() => Reflect.get(globalThis, 'heardByTest'));
    return [...new Set(heard.flatMap((value) => /^Bearer ([\w.~+/=-]{16,})$/.exec(String(value))?.[1] ?? []))];
  };
}

async function storageOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const held = [{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, await caches.keys()];
    return JSON.stringify(held);
  });
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
}
