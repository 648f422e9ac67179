import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../electron/startup/find-browser.ts';
import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../../shared/contract/bridge.ts';
import { WINDOW_TICKET_STORED_AS } from '../../../shared/contract/window-page.ts';
import { openWindow, type WindowClient } from '../../support/window-client.ts';
import { OWNER } from './api-connection.ts';
import { printedAddress, type ServerProcess } from './running-product.ts';

/** The product's window in Chromium, signed in, with the tour behind it. */
export interface BrowserWindow {
  /** Such as `http://127.0.0.1:4871`. */
  readonly origin: string;
  readonly context: BrowserContext;
  readonly page: Page;
  close(): Promise<void>;
}

const SIZE = { width: 1440, height: 900 };

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) throw new Error('No Chromium, Chrome or Edge was found.');
  // Chromium refuses its sandbox to root.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Of a product that was started with the browser host. */
export async function openBrowserWindow(product: ServerProcess, launched?: Browser): Promise<BrowserWindow> {
  const browser = launched ?? (await launchBrowser());
  const context = await browser.newContext({ viewport: SIZE, locale: 'nl-NL', acceptDownloads: true });
  const page = await context.newPage();
  const launchAddress = printedAddress(product, 'Window');
  const { origin } = new URL(launchAddress);
  await page.goto(launchAddress);
  // The launch address answers a page that leads on to the window.
  await page.waitForURL(`${origin}/`);
  await callBridge(page, 'signIn', { ...OWNER, platform: null, remember: false });
  await callBridge(page, 'changePreferences', { isTourDone: true });
  // The page itself has not seen that somebody signed in.
  await page.reload();
  await page.getByRole('navigation').first().waitFor();
  return { origin, context, page, close: () => browser.close() };
}

/** What the page itself would get; throws where the call fails. */
async function callBridge<C extends BridgeCall>(
  page: Page,
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  const window = clients.get(page) ?? openClient(page);
  clients.set(page, window);
  const { text } = await (await window).ask('POST', `/bridge/${name}`, argument);
  const result: BridgeResult<BridgeResults[C]> = JSON.parse(text);
  if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
  return result.value;
}

const clients = new WeakMap<Page, Promise<WindowClient>>();

/** A page in Node beside the one in the browser, in the same session. */
async function openClient(page: Page): Promise<WindowClient> {
  const { origin } = new URL(page.url());
  const ticket = await page.evaluate((name) => sessionStorage.getItem(name) ?? '', WINDOW_TICKET_STORED_AS);
  const [cookie] = await page.context().cookies(origin);
  return openWindow(origin, `${cookie?.name}=${cookie?.value}`, ticket);
}
