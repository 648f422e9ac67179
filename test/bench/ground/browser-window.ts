import { type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../electron/startup/find-browser.ts';
import { WINDOW_KEY_HEADER, WINDOW_KEY_STORED_AS } from '../../../shared/contract/window-headers.ts';
import { OWNER } from './api-connection.ts';
import type { Ground } from './ground.ts';
import { printedAddress } from './server-process.ts';

/** The product's window in Chromium, signed in, with the tour behind it. It ends with the row. */
export interface BrowserWindow {
  /** Such as `http://127.0.0.1:4871`. */
  readonly origin: string;
  readonly context: BrowserContext;
  readonly page: Page;
}

const SIZE = { width: 1440, height: 900 };

export async function openBrowserWindow(ground: Ground): Promise<BrowserWindow> {
  const product = await ground.startProduct({ host: 'browser' });
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) throw new Error('No Chromium, Chrome or Edge was found.');
  // Chromium refuses its sandbox to root.
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  ground.add(() => browser.close());
  const context = await browser.newContext({ viewport: SIZE, locale: 'nl-NL', acceptDownloads: true });
  const page = await context.newPage();
  const launchAddress = printedAddress(product, 'Window');
  const { origin } = new URL(launchAddress);
  await page.goto(launchAddress);
  // Letting in ends with a page of its own, which leads on to the window.
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/icon.svg`);
  await callBridge(page, 'signIn', { ...OWNER, platform: null, remember: false });
  await callBridge(page, 'changePreferences', { isTourDone: true });
  return { origin, context, page };
}

async function callBridge(page: Page, name: string, argument: object): Promise<void> {
  const isDone = await page.evaluate(
    async ([path, body, header, stored]) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: sessionStorage.getItem(stored) ?? '' },
        body,
      });
      return ((await answer.json()) as { ok: boolean }).ok;
    },
    [`/bridge/${name}`, JSON.stringify(argument), WINDOW_KEY_HEADER, WINDOW_KEY_STORED_AS] as const,
  );
  if (!isDone) throw new Error(`${name} failed`);
}
