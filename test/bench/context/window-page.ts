import { callBridge, enterWindow, type WindowClient } from '../../support/window-client.ts';
import { OWNER } from './api-connection.ts';
import { printedAddress, type RunningProduct } from './running-product.ts';

/**
 * The window's page as its host sees it, admitted once and signed in, for a product that was started with the browser
 * host.
 */
export async function openWindowPage(product: RunningProduct): Promise<WindowClient> {
  const page = await enterWindow(printedAddress(product, 'Window'));
  await callBridge(page, 'signIn', { ...OWNER, platform: null, remember: false });
  return page;
}
