import { type BrowserContext, type BrowserContextOptions, expect } from '@playwright/test';
import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../../shared/contract/bridge.ts';
import { WINDOW_KEY_STORED_AS } from '../../../shared/contract/window-headers.ts';
import { enterWindow, type WindowClient } from '../../support/window-client.ts';
import type { RunningProduct } from './running-product.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A way into the user interface of one running product. */
export interface UiEntrance {
  readonly origin: string;
  /** What a new browser context needs to be let in, besides `giveKey`. */
  readonly storageState: StorageState;
  readonly window: WindowClient;
}

/** Uses up the launch address: the cookie and the key that it gives let every later context in. */
export async function enterUi({ launchAddress }: Pick<RunningProduct, 'launchAddress'>): Promise<UiEntrance> {
  const window = await enterWindow(launchAddress);
  const [name = '', value = ''] = window.cookie.split('=');
  const { hostname } = new URL(window.origin);
  const cookie = { name, value, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return { origin: window.origin, window, storageState: { cookies: [{ ...cookie, sameSite: 'Strict' }], origins: [] } };
}

/** Every page of the context has the key of the window, as if the launch page had stored it. */
export async function giveKey(context: BrowserContext, { origin, window }: UiEntrance): Promise<void> {
  await context.addInitScript(
    ([ofWindow, name, key]) => {
      if (location.origin === ofWindow) sessionStorage.setItem(name, key);
    },
    [origin, WINDOW_KEY_STORED_AS, window.windowKey] as const,
  );
}

/** Calls the bridge of the browser host as its page does, and answers the value. */
export async function callBridge<C extends BridgeCall>(
  { window }: Pick<UiEntrance, 'window'>,
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  const { text } = await window.ask('POST', `/bridge/${name}`, argument);
  const result: BridgeResult<BridgeResults[C]> = JSON.parse(text);
  expect(result, `the call ${name}`).toMatchObject({ ok: true });
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
