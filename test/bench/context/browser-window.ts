import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { findBrowser } from '../../../electron/startup/find-browser.ts';
import { changePreferences } from '../../../shared/contract/window.ts';
import { WINDOW_TICKET_KEY } from '../../../shared/contract/window-page.ts';
import { callBridge, changeAtWindow, openWindow, type WindowClient } from '../../support/window-client.ts';
import { OWNER } from './api-connection.ts';
import { printedAddress, type ServerProcess } from './running-product.ts';

/** The product's window in Chromium, signed in and with the tour done. */
export interface BrowserWindow {
  /** Such as `http://127.0.0.1:4871`. */
  readonly origin: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Another client of the same session, in Node. */
  readonly client: WindowClient;
  close(): Promise<void>;
}

const SIZE = { width: 1440, height: 900 };

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser({ platform: process.platform, env: process.env });
  if (executablePath === null) throw new Error('No Chromium, Chrome or Edge was found.');
  // Chromium refuses its sandbox to root.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** For a product that was started with the browser host. */
export async function openBrowserWindow(product: ServerProcess, launched?: Browser): Promise<BrowserWindow> {
  const browser = launched ?? (await launchBrowser());
  const context = await browser.newContext({ viewport: SIZE, locale: 'nl-NL', acceptDownloads: true });
  const page = await context.newPage();
  const launchAddress = printedAddress(product, 'Window');
  const { origin } = new URL(launchAddress);
  await page.goto(launchAddress);
  // The launch address returns a page that redirects to the window.
  await page.waitForURL(`${origin}/`);
  const beside = await openClient(page);
  await callBridge(beside, 'signIn', { ...OWNER, platform: null, remember: false });
  await changeAtWindow(beside, changePreferences, { isTourDone: true });
  // The page itself has not noticed the sign-in.
  await page.reload();
  await page.getByRole('navigation').first().waitFor();
  return { origin, context, page, client: beside, close: () => browser.close() };
}

/** A client in Node next to the page in the browser, in the same session. */
async function openClient(page: Page): Promise<WindowClient> {
  const { origin } = new URL(page.url());
  const ticket = await page.evaluate((name) => sessionStorage.getItem(name) ?? '', WINDOW_TICKET_KEY);
  const [cookie] = await page.context().cookies(origin);
  return openWindow(origin, `${cookie?.name}=${cookie?.value}`, ticket);
}
