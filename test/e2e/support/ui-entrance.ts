import type { Browser, BrowserContextOptions } from '@playwright/test';
import { STORED_AS } from '../../../renderer/lib/window-key.ts';
import type { RunningProduct } from './running-product.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A way into the user interface of one running product. */
export interface UiEntrance {
  /** Such as `http://127.0.0.1:4871`. */
  readonly origin: string;
  /** What a new browser context needs to be let in. */
  readonly storageState: StorageState;
}

/** Uses up the launch address: the cookie and the key that it gives let every later context in. */
export async function enterUi(browser: Browser, product: RunningProduct): Promise<UiEntrance> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(product.launchAddress);
  await page.waitForFunction((stored) => localStorage.getItem(stored) !== null, STORED_AS);
  const storageState = await context.storageState();
  await context.close();
  return { origin: new URL(product.launchAddress).origin, storageState };
}
